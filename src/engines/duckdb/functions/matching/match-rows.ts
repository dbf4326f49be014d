import { LRUCache } from 'lru-cache';
import { compileRowPattern, type RowPattern } from './row-pattern.ts';

/** A statement has the same few for all partitions. */
const MAX_PATTERNS = 64;

const patterns = new LRUCache<string, RowPattern>({
  max: MAX_PATTERNS,
  memoMethod: compileRowPattern,
});

/** Rows of a partition times states of the pattern: each costs a byte, and the time is linear in them. */
const MAX_CELLS = 1 << 24;
const MAX_MATCHED_ROWS = 1_000_000;

/** The letters of symbols in the result begin here, past the separators. */
const FIRST_LETTER = 65;
const FIRST_DIGIT = 48;
const BITS = 6;

/**
 * The matches of a pattern in the rows of a partition, as `first:symbols` with commas between them: the number of the
 * first row, and a letter for the symbol of each; NULL if there are none.
 *
 * A row has a digit for every six symbols, whose bits are those that it can be. The options are where the next match begins,
 * `TO NEXT ROW` or `PAST LAST ROW`, and whether the longest match is preferred.
 *
 * What leads to the end is computed once for every state, from the last row back. A match then takes the preferred way
 * that does, which never has to go back.
 */
export function matchRows(rows: string, options: string, text: string): string | null {
  if (options.endsWith('null')) {
    throw new Error('GoogleSQL: MATCH_RECOGNIZE option `use_longest_match` cannot be NULL');
  }
  const pattern = patterns.memo(text);
  return new Matching(rows, pattern, options).run();
}

function refuseMatches(): never {
  throw new Error(
    `GoogleSQL: MATCH_RECOGNIZE has more than ${MAX_MATCHED_ROWS} rows in the matches of one partition`,
  );
}

class Matching {
  readonly #rows: string;
  readonly #states: RowPattern['states'];
  readonly #start: number;
  readonly #isLongest: boolean;
  readonly #skipsRows: boolean;
  /** The digits of a row. */
  readonly #width: number;
  readonly #count: number;
  /** For each row and state, 0 where no way leads to the end, and else 1, or 1 more than the rows of the longest. */
  readonly #ways: Uint8Array | Uint32Array;
  /** The states from which each is entered without taking a row. */
  readonly #sources: readonly (readonly number[])[];
  /** The states that take a row, with the symbol of the row and the state after it. */
  readonly #takers: readonly { state: number; symbol: number; next: number }[];
  /** The last search in which each state was entered. */
  readonly #entered: Uint32Array;
  #searches = 0;

  constructor(rows: string, { start, states }: RowPattern, options: string) {
    this.#rows = rows;
    this.#states = states;
    this.#start = start;
    this.#isLongest = options.endsWith('true');
    this.#skipsRows = options.startsWith('PAST');
    this.#takers = states.flatMap(({ symbol, targets: [next = 0] }, state) =>
      symbol === undefined ? [] : [{ state, symbol, next }],
    );
    const last = Math.max(0, ...this.#takers.map(({ symbol }) => symbol));
    this.#width = Math.floor(last / BITS) + 1;
    this.#count = rows.length / this.#width;
    const cells = (this.#count + 1) * states.length;
    if (cells > MAX_CELLS) {
      throw new Error(
        `GoogleSQL: MATCH_RECOGNIZE has too many rows in a partition, ${this.#count}, for a pattern of ${states.length} states`,
      );
    }
    this.#ways = this.#isLongest ? new Uint32Array(cells) : new Uint8Array(cells);
    const sources = states.map((): number[] => []);
    for (const [state, { symbol, targets }] of states.entries()) {
      if (symbol === undefined) for (const target of targets) sources[target]?.push(state);
    }
    this.#sources = sources;
    this.#entered = new Uint32Array(states.length);
  }

  run(): string | null {
    for (let row = this.#count; row >= 0; row -= 1) this.#findWays(row);
    const matches: string[] = [];
    let total = 0;
    for (let row = 0; row < this.#count; ) {
      const symbols = this.#wayFrom(row, this.#start) > 0 ? this.#symbolsFrom(row) : undefined;
      if (symbols !== undefined) matches.push(`${row + 1}:${symbols}`);
      const length = symbols?.length ?? 0;
      total += length;
      if (total > MAX_MATCHED_ROWS) refuseMatches();
      row += this.#skipsRows ? Math.max(length, 1) : 1;
    }
    return matches.length > 0 ? matches.join(',') : null;
  }

  #wayFrom(row: number, state: number): number {
    return this.#ways[row * this.#states.length + state] ?? 0;
  }

  #isOpen(row: number, state: number): boolean {
    const anchor = this.#states[state]?.anchor;
    return anchor === undefined || row === (anchor === '^' ? 0 : this.#count);
  }

  #isSymbol(row: number, symbol: number): boolean {
    const digit = this.#rows.charCodeAt(row * this.#width + Math.floor(symbol / BITS));
    return (((digit - FIRST_DIGIT) >> (symbol % BITS)) & 1) === 1;
  }

  /** Finds the ways from a row to the end, of which those from the next row are known. */
  #findWays(row: number): void {
    const found: [state: number, way: number][] = [[0, 1]];
    const longer = this.#isLongest ? 1 : 0;
    for (const { state, symbol, next } of row < this.#count ? this.#takers : []) {
      const way = this.#wayFrom(row + 1, next);
      if (way > 0 && this.#isSymbol(row, symbol)) found.push([state, way + longer]);
    }
    // The longest first, so that each state is reached by its longest one.
    if (this.#isLongest) found.sort(([, one], [, other]) => other - one);
    for (const [state, way] of found) this.#spread(row, state, way);
  }

  /** Notes a way of a state, and of those from which it is entered, that have none yet. */
  #spread(row: number, from: number, way: number): void {
    const base = row * this.#states.length;
    const pending = [from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (this.#ways[base + state] !== 0 || !this.#isOpen(row, state)) continue;
      this.#ways[base + state] = way;
      for (const source of this.#sources[state] ?? []) pending.push(source);
    }
  }

  /** The letters of the rows of the preferred match that begins at a row. */
  #symbolsFrom(first: number): string {
    const letters: string[] = [];
    let state = this.#start;
    for (let row = first; ; row += 1) {
      const { symbol, targets } = this.#states[this.#preferred(row, state)] ?? {};
      if (symbol === undefined) return letters.join('');
      letters.push(String.fromCharCode(FIRST_LETTER + symbol));
      state = targets?.[0] ?? 0;
    }
  }

  /** The end, or the state that takes the row, on the preferred way from a state; no state is entered twice. */
  #preferred(row: number, from: number): number {
    const best = this.#wayFrom(row, from);
    this.#searches += 1;
    const pending = [from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (this.#entered[state] === this.#searches || this.#wayFrom(row, state) !== best) continue;
      this.#entered[state] = this.#searches;
      const { symbol, targets = [] } = this.#states[state] ?? {};
      if (state === 0 || symbol !== undefined) return state;
      pending.push(...targets.toReversed());
    }
    throw new Error('A way to the end was lost');
  }
}
