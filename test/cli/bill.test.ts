import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type BillAccount, type BillCommand, printBill } from '../../src/cli/bill.ts';
import { BigQueryClient } from '../../src/engines/bigquery/client/client.ts';
import { queryText } from '../../src/engines/bigquery/jobs/query-request.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import type { BigQueryServerOptions } from '../support/bigquery/server.ts';
import { filledStore } from '../support/filled-store.ts';
import { edgeRow } from '../support/log-rows.ts';

const NEVER = new AbortController().signal;
const MIB = 2 ** 20;

const PLAIN = 'SELECT id FROM `fieldstone-test.logs.cloudflare_logs_prod`';
const WIDE = 'SELECT * FROM `fieldstone-test.logs.cloudflare_logs_prod`';

const labels = (endpoint: string, key: string) => ({ endpoint, key, interface: 'rest' });

/** A server whose rows are dear, and what the command prints of its jobs. */
async function openBill(options: Partial<BigQueryServerOptions> = {}) {
  const store = await filledStore({
    'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T12:00:00Z' })],
  });
  const server = await openBigQueryServer({ store, bytesScale: 1e6, ...options });
  const clientOf = (user: string) =>
    BigQueryClient.anonymous({
      project: server.catalog.jobProject,
      endpoint: server.url,
      headers: () => ({ authorization: `Bearer ${user}` }),
    });
  const job = (sql: string, own: Readonly<Record<string, string>>, user = 'gateway') =>
    clientOf(user).query({ ...queryText(sql, []), labels: own }, NEVER);
  const bill = async (
    command: Partial<BillCommand> = {},
    { bigquery, now = Date.now(), user = 'gateway' }: Partial<Settings> = {},
  ) => {
    const output = new PassThrough();
    const { maxBytesBilled = 1e9, ...place } = { ...PLACE, ...bigquery };
    const open = async () => ({
      client: clientOf(user),
      bigquery: { ...place, maxBytesBilled },
      pricePerTib: 6.25,
    });
    await printBill({ since: '7d', all: false, json: false, ...command }, { output, open, now });
    output.end();
    return text(output);
  };
  const charge = (at: number) => server.counters.charges.at(at)?.bytes ?? 0;
  return { server, job, bill, charge };
}

type Bigquery = BillAccount['bigquery'];

interface Settings {
  readonly bigquery: Partial<Bigquery>;
  readonly now: number;
  readonly user: string;
}

const PLACE: Bigquery = {
  project: 'fieldstone-test',
  dataset: 'logs',
  location: undefined,
  maxBytesBilled: 1e9,
  pricing: 'bytes',
};

test('bill sums the jobs that have our labels by endpoint and key, and says what it was billed itself', async () => {
  const { bill, charge, job } = await openBill();
  await job(PLAIN, labels('logs_all', 'key-1'));
  await job(PLAIN, labels('logs_all', 'key-1'));
  await job(WIDE, labels('logs_all', 'merged'));
  await job(WIDE, { team: 'other' });
  await job(WIDE, { endpoint: 'theirs', key: 'theirs' });
  await job(PLAIN, labels('logs_all', 'key-1'), 'somebody');

  const { groups, newestJob, total, ...rest } = JSON.parse(await bill({ json: true }));

  const [plain, wide] = [charge(0), charge(2)];
  expect(wide).toBeGreaterThan(plain);
  const priced = (jobs: number, bytesBilled: number) => ({
    jobs,
    bytesBilled,
    cost: Number(((bytesBilled / 2 ** 40) * 6.25).toFixed(6)),
  });
  expect(groups).toEqual(
    [
      { endpoint: 'logs_all', key: 'merged', ...priced(1, wide) },
      { endpoint: 'logs_all', key: 'key-1', ...priced(2, 2 * plain) },
    ].sort((one, other) => other.bytesBilled - one.bytesBilled),
  );
  expect(total).toEqual(priced(3, 2 * plain + wide));
  expect(Date.now() - Date.parse(newestJob)).toBeLessThan(60_000);
  expect(rest).toMatchObject({ users: 'own', currency: 'USD', questionBytesBilled: 10 * MIB });
  expect(charge(-1)).toBe(10 * MIB);
});

test('bill prints a table, with the age of the newest job', async () => {
  const { bill, charge, job } = await openBill();
  await job(PLAIN, labels('logs_all', 'key-1'));

  const printed = await bill({}, { now: Date.now() + 3 * 3_600_000 });

  const mib = charge(0) / MIB;
  const dollars = ((charge(0) / 2 ** 40) * 6.25).toFixed(2);
  expect(printed.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
    'endpoint  key  jobs  billed  cost, $',
    `logs_all  key-1  1  ${mib} MiB  ${dollars}`,
    `total  1  ${mib} MiB  ${dollars}`,
    '',
    'The newest job is 3 hours old; this question was billed 10 MiB.',
    '',
  ]);
});

test('bill --all has the jobs of everybody, and names the role where it may not', async () => {
  const { bill, job } = await openBill();
  await job(PLAIN, labels('logs_all', 'key-1'));
  await job(PLAIN, labels('logs_all', 'key-1'), 'somebody');
  const refused = await openBill({ mayListAll: false });

  expect(JSON.parse(await bill({ json: true })).total.jobs).toBe(1);
  expect(JSON.parse(await bill({ json: true, all: true }))).toMatchObject({
    users: 'all',
    // The first question counts too.
    total: { jobs: 3 },
  });
  await expect(refused.bill({ all: true })).rejects.toThrow(
    /grant bigquery\.jobs\.listAll \(roles\/bigquery\.resourceViewer\) on the job project; BigQuery says: Access Denied/,
  );
  await expect(refused.bill()).resolves.toContain('No job has the labels');
});

test('bill has slot time in place of bytes with slot pricing', async () => {
  const { bill, job, server } = await openBill();
  await job(WIDE, labels('logs_all', 'key-1'));
  const [{ slotMs = 0 } = {}] = server.jobs.all();
  const bigquery = { pricing: 'slots' } as const;

  const printed = JSON.parse(await bill({ json: true }, { bigquery }));

  expect(slotMs).toBeGreaterThan(0);
  expect(printed.total).toEqual({ jobs: 1, slotMs });
  expect(printed).not.toHaveProperty('pricePerTib');
  expect(await bill({}, { bigquery })).toMatch(/^endpoint +key +jobs +slot hours\n/);
});

test('bill asks where the jobs are, and counts from --since', async () => {
  const { bill, job } = await openBill({ location: 'europe-west3' });
  await job(PLAIN, labels('logs_all', 'key-1'));

  expect(JSON.parse(await bill({ json: true })).total.jobs).toBe(1);
  const later = { now: Date.now() + 2 * 3_600_000 };
  expect(JSON.parse(await bill({ json: true, since: '1h' }, later)).total.jobs).toBe(0);
  const elsewhere = { bigquery: { location: 'EU' } };
  await expect(bill({}, elsewhere)).rejects.toThrow(/Dataset .*region-eu/);
});

test.each([
  ['soon', /^--since "soon" must be like 7d, 12h, 2026-11-01 or 2026-11-01T09:00Z$/],
  ['7', /must be like/],
  ['181d', /^--since "181d" is longer ago than the 180 days for which BigQuery keeps its jobs$/],
  ['2020-01-01', /longer ago/],
])('bill refuses --since %s and asks nothing', async (since, message) => {
  const { bill, server } = await openBill();

  await expect(bill({ since })).rejects.toThrow(message);
  expect(server.counters.log).toEqual([]);
});
