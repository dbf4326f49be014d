import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Account,
  type Ledger,
  type LedgerLine,
  type Sums,
  ZERO,
} from '../../src/bill/ledger.ts';

/** 2026-11-01T00:00Z, in hours since the epoch. */
export const HOUR = Date.UTC(2026, 10, 1) / 3_600_000;

/** A line of one account; accounts with the same values are the same. */
export function line(sums: Partial<Sums>, account: Partial<Account> = {}): LedgerLine {
  const { endpoint = 'logs.all', hour = HOUR, keyId = 'key-1', via = 'rest' } = account;
  return { hour, keyId, endpoint, via, ...ZERO, ...sums };
}

/** What an adapter is opened with. */
export interface LedgerUnderTest {
  /** Another ledger at the same place, as of another process. */
  open(): Promise<Ledger>;
}

/** Makes the batches of a new writer. */
function writer() {
  const id = randomUUID();
  let number = 0;
  return (...lines: readonly LedgerLine[]) => {
    number += 1;
    return { writer: id, number, lines };
  };
}

type Check = typeof test | ReturnType<typeof test.skipIf>;
type Place = () => Promise<LedgerUnderTest>;

/** What every ledger keeps; `place` makes a new empty place at the moment `HOUR` + 30 minutes. */
export function ledgerContract(name: string, place: Place, check: Check = test): void {
  addingContract(name, place, check);
  readingContract(name, place, check);
}

function addingContract(name: string, place: Place, check: Check): void {
  check(`${name} has nothing at first`, async () => {
    const ledger = await (await place()).open();

    expect(await ledger.read(0)).toEqual([]);
  });

  check(
    `${name} adds up by hour, key, endpoint and interface, also of other processes`,
    async () => {
      const { open } = await place();
      const [first, second, reader] = await Promise.all([open(), open(), open()]);
      const [one, other] = [writer(), writer()];
      const accounts = [
        {},
        { hour: HOUR - 1 },
        { keyId: 'key-2.x_Y' },
        { endpoint: 'usage.api-counts' },
        { via: 'warm' },
      ] as const;

      for (let i = 0; i < 3; i += 1) {
        await Promise.all([
          first.add(one(...accounts.map((account) => line({ runs: 1, billed: 10 }, account)))),
          second.add(other(line({ merged: 1, cache: 2, batching: 3, singleFlight: 4 }))),
        ]);
      }

      const sums = { runs: 3, billed: 30 };
      const lines = await reader.read(HOUR - 1);
      expect(lines).toHaveLength(accounts.length);
      expect(lines).toEqual(
        expect.arrayContaining([
          line({ ...sums, merged: 3, cache: 6, batching: 9, singleFlight: 12 }),
          ...accounts.slice(1).map((account) => line(sums, account)),
        ]),
      );
    },
  );

  check(`${name} counts a batch once, however often it is added`, async () => {
    const { open } = await place();
    const ledger = await open();
    const batch = writer();
    const [first, second] = [batch(line({ runs: 1 })), batch(line({ runs: 10 }))];

    await ledger.add(first);
    await ledger.add(first);
    await ledger.add(second);
    await ledger.add(second);

    expect(await (await open()).read(0)).toEqual([line({ runs: 11 })]);
  });
}

function readingContract(name: string, place: Place, check: Check): void {
  check(`${name} reads from an hour on`, async () => {
    const ledger = await (await place()).open();
    const hours = [HOUR - 25, HOUR - 24, HOUR - 2, HOUR - 1, HOUR];
    await ledger.add(writer()(...hours.map((hour) => line({ runs: 1 }, { hour }))));

    const readHours = async (since: number) =>
      (await ledger.read(since)).map(({ hour }) => hour).sort();

    expect(await readHours(HOUR - 25)).toEqual(hours);
    expect(await readHours(HOUR - 24)).toEqual(hours.slice(1));
    expect(await readHours(HOUR)).toEqual([HOUR]);
    expect(await readHours(HOUR + 1)).toEqual([]);
  });

  check(`${name} is exact to the byte for pebibytes`, async () => {
    const ledger = await (await place()).open();
    const batch = writer();

    await ledger.add(batch(line({ billed: 2 ** 52 })));
    await ledger.add(batch(line({ billed: 2 ** 52 - 1 })));

    expect(await ledger.read(0)).toEqual([line({ billed: 2 ** 53 - 1 })]);
  });

  check(`${name} takes many lines at once`, async () => {
    const ledger = await (await place()).open();
    const many = Array.from({ length: 500 }, (_, i) => line({ runs: i }, { keyId: `key-${i}` }));

    await ledger.add(writer()(...many));

    const lines = await ledger.read(0);
    expect(lines).toHaveLength(500);
    expect(lines).toEqual(expect.arrayContaining(many.slice(0, 10)));
  });
}
