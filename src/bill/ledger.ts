import type { Via } from '../engines/engine.ts';
import { NO_SAVINGS, SAVED_BY } from './savings.ts';

/** For whom and what something was billed or saved, and in which hour. */
export interface Account {
  /** Hours since the epoch, UTC. */
  readonly hour: number;
  readonly keyId: string;
  readonly endpoint: string;
  readonly via: Via;
}

/** The sums of an account; all are integers. */
export const SUM_NAMES = ['runs', 'billed', 'merged', ...SAVED_BY] as const;

/**
 * `runs` are the engine's; `billed` and the others are bytes. `merged` is the part of `billed` that is a share of merged
 * runs, whose jobs have a label of their own.
 */
export type Sums = Readonly<Record<(typeof SUM_NAMES)[number], number>>;

/** One account with its sums. */
export interface LedgerLine extends Account, Sums {}

/** Lines to be added together. */
export interface Batch {
  /** Who adds; the same for all batches of a process. */
  readonly writer: string;
  /** Larger than that of every earlier batch of the writer. */
  readonly number: number;
  readonly lines: readonly LedgerLine[];
}

/** Keeps sums by account beyond the life of a process. */
export interface Ledger {
  /**
   * Adds to the sums; they are stored when it resolves. A batch whose addition failed, or may have, is to be added
   * again: it counts once.
   */
  add(batch: Batch): Promise<void>;
  /** The lines of an hour and all after it, one for each account, in no particular order. */
  read(sinceHour: number): Promise<readonly LedgerLine[]>;
}

/** Sums of nothing. */
export const ZERO: Sums = Object.freeze({ runs: 0, billed: 0, merged: 0, ...NO_SAVINGS });

export const MS_PER_HOUR = 3_600_000;

/** The sum of two, by name. */
export function addSums(one: Sums, other: Partial<Sums>): Sums {
  const sums: Record<keyof Sums, number> = { ...ZERO };
  for (const name of SUM_NAMES) sums[name] = one[name] + (other[name] ?? 0);
  return sums;
}

/** Sums by account, of any number of lines. */
export class LedgerTotals {
  readonly #lines = new Map<string, LedgerLine>();

  get size(): number {
    return this.#lines.size;
  }

  has(account: Account): boolean {
    return this.#lines.has(accountName(account));
  }

  add({ hour, keyId, endpoint, via }: Account, sums: Partial<Sums>): void {
    const account = { hour, keyId, endpoint, via };
    const name = accountName(account);
    this.#lines.set(name, { ...account, ...addSums(this.#lines.get(name) ?? ZERO, sums) });
  }

  lines(): readonly LedgerLine[] {
    return [...this.#lines.values()];
  }
}

/** An account as a text; ids of keys and names of endpoints have no blanks. */
export function accountName({ endpoint, hour, keyId, via }: Account): string {
  return `${hour} ${via} ${endpoint} ${keyId}`;
}

/** The sums in the order of `SUM_NAMES`. */
export function sumValues(sums: Sums): readonly number[] {
  return SUM_NAMES.map((name) => sums[name]);
}

/** The line of an `accountName` and `sumValues`; undefined for any other text or values. */
export function readLedgerLine(name: string, values: readonly unknown[]): LedgerLine | undefined {
  const [, hour, via, endpoint = '', keyId = ''] =
    /^(\d+) (rest|graphql|mcp|warm) (\S+) (\S+)$/.exec(name) ?? [];
  const isComplete = values.length === SUM_NAMES.length && values.every(isCount);
  if (via === undefined || !isComplete) return undefined;
  const sums = Object.fromEntries(SUM_NAMES.map((sum, i) => [sum, values[i]])) as Sums;
  return { hour: Number(hour), via: via as Via, endpoint, keyId, ...sums };
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
