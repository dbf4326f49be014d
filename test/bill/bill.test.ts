import { expect, test } from 'vitest';
import { Bill, OTHER_KEYS } from '../../src/bill/bill.ts';
import { FileLedger } from '../../src/bill/file-ledger.ts';
import type { Batch, Ledger } from '../../src/bill/ledger.ts';
import { NO_SAVINGS } from '../../src/bill/savings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOUR, line } from './ledger-contract.ts';

const MS_PER_HOUR = 3_600_000;
const PURPOSE = { endpoint: 'logs.all', keyId: 'key-1', via: 'rest' } as const;

/** A ledger in a folder that fails as long as it is told to, before or after it has written. */
class FailingLedger implements Ledger {
  fails: 'before' | 'after' | undefined;
  attempts = 0;
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async add(batch: Batch): Promise<void> {
    this.attempts += 1;
    if (this.fails === 'before') throw new Error('it is full');
    await this.#ledger.add(batch);
    if (this.fails === 'after') throw new Error('no answer came');
  }

  read(sinceHour: number): ReturnType<Ledger['read']> {
    return this.#ledger.read(sinceHour);
  }
}

function openBill({ maxAccounts = 5_000 } = {}) {
  const clock = { now: (HOUR + 0.5) * MS_PER_HOUR };
  const now = () => clock.now;
  const folder = temporaryFolder();
  const ledger = new FailingLedger(new FileLedger({ folder, keepDays: 400, now }));
  const states: (string | undefined)[] = [];
  const onState = (error: Error | undefined) => states.push(error?.message);
  const lost: number[] = [];
  const onLost = (accounts: number) => lost.push(accounts);
  const bill = new Bill({ ledger, now, maxAccounts, onState, onLost });
  return { bill, clock, ledger, lost, states };
}

test('Bill writes what was booked, in the hour in which it was', async () => {
  const { bill, clock, ledger } = openBill();

  bill.billed(PURPOSE, 10);
  bill.billed(PURPOSE, 5);
  bill.saved(PURPOSE, { ...NO_SAVINGS, cache: 7 });
  clock.now += MS_PER_HOUR;
  bill.billed({ ...PURPOSE, via: 'warm' }, 1);
  await bill.close();

  expect(await ledger.read(0)).toEqual([
    line({ runs: 2, billed: 15, cache: 7 }),
    line({ runs: 1, billed: 1 }, { via: 'warm', hour: HOUR + 1 }),
  ]);
  expect(bill.usage()).toEqual({ pending: 0, failures: 0 });
});

test('Bill divides a merged run among those that it answers, to the byte', async () => {
  const { bill, ledger } = openBill();
  const sharers = [
    PURPOSE,
    { keyId: 'key-2', via: 'graphql' },
    { keyId: 'key-3', via: 'rest' },
    PURPOSE,
  ] as const;

  bill.billed({ ...PURPOSE, sharers }, 10);
  await bill.close();

  expect(await ledger.read(0)).toEqual([
    line({ runs: 1, billed: 5, merged: 5 }),
    line({ billed: 3, merged: 3 }, { keyId: 'key-2', via: 'graphql' }),
    line({ billed: 2, merged: 2 }, { keyId: 'key-3' }),
  ]);
});

test.each(['before', 'after'] as const)(
  'Bill counts once what it could not write at first, where writing fails %s it is stored',
  async (when) => {
    const { bill, ledger, states } = openBill();
    ledger.fails = when;

    bill.billed(PURPOSE, 10);
    await bill.flush();
    bill.billed(PURPOSE, 10);
    await bill.flush();
    expect(bill.usage()).toEqual({ pending: 2, failures: 2 });
    ledger.fails = undefined;
    await bill.close();

    expect(await ledger.read(0)).toEqual([line({ runs: 2, billed: 20 })]);
    expect(states).toEqual([when === 'before' ? 'it is full' : 'no answer came', undefined]);
  },
);

test('Bill tells a bounded number of accounts apart in an hour; the sums stay right', async () => {
  const { bill, clock, ledger } = openBill({ maxAccounts: 3 });
  const booked = (count: number) => {
    for (let i = 0; i < count; i += 1) bill.billed({ ...PURPOSE, keyId: `key-${i % 10}` }, 1);
  };

  booked(50);
  await bill.flush();
  booked(50);
  clock.now += MS_PER_HOUR;
  await bill.flush();
  booked(10);
  await bill.close();

  const lines = await ledger.read(0);
  const others = lines.filter(({ keyId }) => keyId === OTHER_KEYS);
  expect(lines).toHaveLength(8);
  expect(others.map(({ hour, runs }) => [hour - HOUR, runs])).toEqual([
    [0, 70],
    [1, 7],
  ]);
  expect(lines.reduce((sum, { billed }) => sum + billed, 0)).toBe(110);
});

test('Bill keeps a bounded number of accounts while it cannot write', async () => {
  const { bill, clock, ledger } = openBill({ maxAccounts: 10 });
  ledger.fails = 'before';

  for (let hour = 0; hour < 20; hour += 1) {
    for (let i = 0; i < 10; i += 1) bill.billed({ ...PURPOSE, keyId: `key-${i}` }, 1);
    await bill.flush();
    clock.now += MS_PER_HOUR;
  }

  expect(bill.usage().pending).toBeLessThan(31);
  ledger.fails = undefined;
  await bill.close();
  const lines = await ledger.read(0);
  expect(lines.reduce((sum, { runs }) => sum + runs, 0)).toBe(200);
});

test('Bill writes many accounts in batches', async () => {
  const { bill, ledger } = openBill();

  for (let i = 0; i < 1_200; i += 1) bill.billed({ ...PURPOSE, keyId: `key-${i}` }, 1);
  await bill.close();

  expect(ledger.attempts).toBe(3);
  expect(await ledger.read(0)).toHaveLength(1_200);
});

test('Bill stops trying some time after it is closed, and says what is lost', async () => {
  const { bill, ledger, lost } = openBill();
  ledger.fails = 'before';
  bill.billed(PURPOSE, 10);

  await bill.close(150);

  expect(lost).toEqual([1]);
  expect(ledger.attempts).toBeGreaterThan(1);
});
