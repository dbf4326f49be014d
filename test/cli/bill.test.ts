import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { FileLedger } from '../../src/bill/file-ledger.ts';
import { type BillCommand, printBill } from '../../src/cli/bill.ts';
import { HOUR, line } from '../bill/ledger-contract.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TIB = 2 ** 40;
const NOW = (HOUR + 0.5) * 3_600_000;

const LINES = [
  line({ runs: 3, billed: TIB, merged: 2 ** 20, cache: 3 * TIB }),
  line({ runs: 1, billed: 2 * TIB }, { keyId: 'key-2', via: 'graphql' }),
  line({ runs: 2, billed: 10 * 2 ** 20 }, { via: 'warm', endpoint: 'usage.api-counts' }),
  line({ batching: 5, singleFlight: 2 ** 30 }, { keyId: 'key-2', endpoint: 'usage.api-counts' }),
  line({ runs: 7, billed: TIB }, { hour: HOUR - 24 * 8 }),
];

/** What the command prints of a folder with these lines. */
async function bill(command: Partial<BillCommand> = {}, lines = LINES): Promise<string> {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'bill');
  for (const [at, one] of lines.entries()) {
    const now = () => one.hour * 3_600_000;
    const ledger = new FileLedger({ folder, keepDays: 400, now });
    await ledger.add({ writer: `w${at}`, number: 1, lines: [one] });
  }
  const output = new PassThrough();
  const settings = { dataDir, redisUrl: undefined, cacheNamespace: 'test', billDays: 400 };
  await printBill(
    { since: '7d', by: 'key', json: false, ...command },
    { output, config: () => ({ ...settings, pricePerTib: 6.25 }), now: () => NOW },
  );
  output.end();
  return text(output);
}

test('bill prints a table by key, the dearest first, with money and what was saved', async () => {
  expect(await bill()).toBe(
    `key    runs  billed  of it merged  cost, $  saved by cache  by batching  by single flight  saved, $
key-2  1     2 TiB   0 B           12.50    0 B             5 B          1 GiB             0.01
key-1  5     1 TiB   1 MiB         6.25     3 TiB           0 B          0 B               18.75
total  6     3 TiB   1 MiB         18.75    3 TiB           5 B          1 GiB             18.76
`,
  );
});

test.each([
  ['endpoint', ['logs.all', 'usage.api-counts', 'total']],
  ['interface', ['graphql', 'rest', 'warm', 'total']],
])('bill groups by %s', async (by, names) => {
  const table = await bill({ by });

  const [head = '', ...rows] = table.trimEnd().split('\n');
  expect(head).toMatch(new RegExp(`^${by} `));
  expect(rows.map((row) => row.split(' ')[0])).toEqual(names);
});

test('bill --json has exact bytes', async () => {
  expect(JSON.parse(await bill({ json: true, by: 'interface' }))).toEqual({
    since: '2026-10-25T00:00:00.000Z',
    by: 'interface',
    currency: 'USD',
    pricePerTib: 6.25,
    groups: [
      {
        name: 'graphql',
        runs: 1,
        bytesBilled: 2 * TIB,
        bytesOfMergedRuns: 0,
        bytesSaved: { cache: 0, batching: 0, singleFlight: 0 },
        cost: 12.5,
        saved: 0,
      },
      {
        name: 'rest',
        runs: 3,
        bytesBilled: TIB,
        bytesOfMergedRuns: 2 ** 20,
        bytesSaved: { cache: 3 * TIB, batching: 5, singleFlight: 2 ** 30 },
        cost: 6.25,
        saved: 18.756104,
      },
      {
        name: 'warm',
        runs: 2,
        bytesBilled: 10 * 2 ** 20,
        bytesOfMergedRuns: 0,
        bytesSaved: { cache: 0, batching: 0, singleFlight: 0 },
        cost: 0.00006,
        saved: 0,
      },
    ],
    total: {
      runs: 6,
      bytesBilled: 3 * TIB + 10 * 2 ** 20,
      bytesOfMergedRuns: 2 ** 20,
      bytesSaved: { cache: 3 * TIB, batching: 5, singleFlight: 2 ** 30 },
      cost: 18.75006,
      saved: 18.756104,
    },
  });
});

test.each([
  ['7d', 6],
  ['9d', 13],
  ['1h', 6],
  ['2026-11-01', 6],
  ['2026-10-01', 13],
  ['2026-11-01T00:00Z', 6],
  ['2026-11-02', 0],
])('bill --since %s counts %i runs', async (since, runs) => {
  expect(JSON.parse(await bill({ since, json: true })).total.runs).toBe(runs);
});

test.each([
  [{ since: 'yesterday' }, '--since "yesterday" must be like 7d, 12h'],
  [{ since: '2026-13-01' }, '--since "2026-13-01" must be like'],
  [{ since: '-1d' }, '--since "-1d" must be like'],
  [{ since: '7m' }, '--since "7m" must be like'],
  [{ by: 'tenant' }, '--by "tenant" must be key, endpoint or interface'],
  [{ by: 'constructor' }, '--by "constructor" must be'],
])('bill refuses %j', async (command, message) => {
  await expect(bill(command)).rejects.toThrow(message);
});

test('bill of a service that has run nothing is zero', async () => {
  const table = await bill({}, []);

  expect(table.trimEnd().split('\n')).toHaveLength(2);
  expect(table).toContain('total  0     0 B ');
});
