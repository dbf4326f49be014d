import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FileLedger } from '../../src/bill/file-ledger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOUR, ledgerContract, line } from './ledger-contract.ts';

const MS_PER_HOUR = 3_600_000;
const HALF_PAST = (HOUR + 0.5) * MS_PER_HOUR;
const WRITER = fileURLToPath(new URL('./write-until-killed.ts', import.meta.url));

/** A ledger whose clock is moved by the test. */
function movingLedger({ folder = temporaryFolder(), keepDays = 400, compactBytes = 1e6 } = {}) {
  const clock = { now: HALF_PAST };
  const ledger = new FileLedger({ folder, keepDays, compactBytes, now: () => clock.now });
  return { ledger, clock, folder };
}

const batch = (number: number, ...lines: ReturnType<typeof line>[]) => ({
  writer: 'writer-1',
  number,
  lines,
});

ledgerContract('FileLedger', async () => {
  const folder = temporaryFolder();
  return { open: async () => movingLedger({ folder }).ledger };
});

test('FileLedger skips a torn last line, at whichever byte it was torn, and goes on behind it', async () => {
  const { folder, ledger } = movingLedger();
  await ledger.add(batch(1, line({ runs: 1 })));
  const [name = ''] = readdirSync(folder);
  const file = join(folder, name);
  const whole = statSync(file).size;
  await ledger.add(batch(2, line({ runs: 10 })));
  const second = readFileSync(file, 'utf8').slice(whole);

  for (let length = 1; length < second.length - 1; length += 1) {
    truncateSync(file, whole);
    appendFileSync(file, second.slice(0, length));
    expect(await ledger.read(0)).toEqual([line({ runs: 1 })]);
  }
  // A process that did not see its batch written tries again.
  await ledger.add(batch(2, line({ runs: 10 })));
  await ledger.add(batch(3, line({ runs: 100 })));

  expect(await ledger.read(0)).toEqual([line({ runs: 111 })]);
});

test('FileLedger loses nothing that was acknowledged when its process is killed', async () => {
  const folder = temporaryFolder();

  for (let round = 0; round < 2; round += 1) {
    const before = (await movingLedger({ folder }).ledger.read(0))[0]?.runs ?? 0;
    const child = spawn(process.execPath, [WRITER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = 0;
    for await (const text of createInterface({ input: child.stdout })) {
      acknowledged = Number(text);
      if (acknowledged === 40 + round) child.kill('SIGKILL');
    }

    const runs = ((await movingLedger({ folder }).ledger.read(0))[0]?.runs ?? 0) - before;

    expect(acknowledged).toBeGreaterThanOrEqual(40);
    // The batch that was being written may be there as a whole.
    expect([acknowledged, acknowledged + 1]).toContain(runs);
  }
});

test('FileLedger does not count a batch twice that is tried again after midnight', async () => {
  const { clock, ledger } = movingLedger();
  clock.now = HALF_PAST + 23 * MS_PER_HOUR;
  await ledger.add(batch(1, line({ runs: 1 })));

  clock.now += MS_PER_HOUR;
  await ledger.add(batch(1, line({ runs: 1 })));
  await ledger.add(batch(2, line({ runs: 10 })));

  expect(await ledger.read(0)).toEqual([line({ runs: 11 })]);
});

test('FileLedger rewrites a file that grows, and that of a day when the day is over', async () => {
  const { clock, folder, ledger } = movingLedger({ compactBytes: 1_000 });
  const sizes = new Set<number>();

  for (let number = 1; number <= 60; number += 1) {
    await ledger.add(batch(number, line({ runs: 1 })));
    sizes.add(Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size)));
  }

  expect(Math.max(...sizes)).toBeLessThan(1_200);
  clock.now += 24 * MS_PER_HOUR;
  await ledger.add(batch(61, line({ runs: 1 }, { hour: HOUR + 24 })));
  expect(readdirSync(folder).sort()).toEqual([
    '2026-11-01.writer-1.ndjson',
    '2026-11-02.writer-1.ndjson',
  ]);
  expect(statSync(join(folder, '2026-11-01.writer-1.ndjson')).size).toBeLessThan(100);
  expect(await ledger.read(0)).toEqual([
    line({ runs: 60 }),
    line({ runs: 1 }, { hour: HOUR + 24 }),
  ]);
  // The number of the last batch outlives the rewriting.
  await ledger.add(batch(61, line({ runs: 1 }, { hour: HOUR + 24 })));
  expect(await ledger.read(HOUR + 24)).toEqual([line({ runs: 1 }, { hour: HOUR + 24 })]);
});

test('FileLedger removes days that are too old, and nothing else in its folder', async () => {
  const { clock, folder, ledger } = movingLedger({ keepDays: 2 });
  appendFileSync(join(folder, 'notes.txt'), 'not ours');

  for (let day = 0; day < 5; day += 1) {
    await ledger.add(batch(day + 1, line({ runs: 1 }, { hour: HOUR + 24 * day })));
    clock.now += 24 * MS_PER_HOUR;
  }

  expect(readdirSync(folder).sort()).toEqual([
    '2026-11-03.writer-1.ndjson',
    '2026-11-04.writer-1.ndjson',
    '2026-11-05.writer-1.ndjson',
    'notes.txt',
  ]);
});

test('FileLedger reads what others left in its files as far as it is sound', async () => {
  const { folder, ledger } = movingLedger();
  const account = `${HOUR} rest logs.all key-1`;
  const records = [
    'rubbish',
    '[]',
    '[1,"x"]',
    '["1",[]]',
    JSON.stringify([1, [[account, 1, 0, 0, 0, 0]]]),
    JSON.stringify([2, [[account, -1, 0, 0, 0, 0, 0]]]),
    JSON.stringify([3, [[account, 1.5, 0, 0, 0, 0, 0]]]),
    JSON.stringify([4, [['2026 ftp logs.all key-1', 1, 0, 0, 0, 0, 0], 7, null]]),
    JSON.stringify([5, [[account, 1, 2, 3, 4, 5, 6]]]),
  ];
  appendFileSync(join(folder, '2026-11-01.writer-2.ndjson'), records.join('\n'));

  expect(await ledger.read(0)).toEqual([
    line({ runs: 1, billed: 2, merged: 3, cache: 4, batching: 5, singleFlight: 6 }),
  ]);
});
