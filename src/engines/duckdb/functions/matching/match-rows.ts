import { LRUCache } from 'lru-cache';
import { compileRowPattern, type RowPattern, type Taker } from './row-pattern.ts';

/** A statement has the same few for all partitions; a large one takes some megabytes. */
const MAX_PATTERNS = 8;

const patterns = new LRUCache<string, RowPattern>({
  max: MAX_PATTERNS,
  memoMethod: compileRowPattern,
});

/** Rows of a partition times states and targets of the pattern: the time is linear in them. */
const MAX_CELLS = 1 << 24;
const MAX_MATCHED_ROWS = 1_000_000;
/** States and targets that are looked at for the ways of matches. */
const MAX_STEPS = 1 << 25;

/** The letters of symbols in the result begin here, past the separators. */
const FIRST_LETTER = 65;
const FIRST_DIGIT = 48;
const BITS = 6;

/**
 * The matches of a pattern in the rows of a partition, as `first:symbols` with commas between them: the number of the
 * first row, and a letter for the symbol of each; NULL if there are none.
 *
 * A row has a digit for every six symbols, whose bits are those that it can be. The options are where the next match begins,
 * `TO NEXT ROW` or `PAST LAST ROW`, the number of symbols, and whether the longest match is preferred.
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

function refuse(what: string): never {
  throw new Error(`GoogleSQL: MATCH_RECOGNIZE has ${what}`);
}

class Matching {
  readonly #rows: string;
  readonly #pattern: RowPattern;
  readonly #isLongest: boolean;
  readonly #skipsRows: boolean;
  /** The digits of a row. */
  readonly #width: number;
  readonly #count: number;
  /** For each row and state, 0 where no way leads to the end, and else 1, or 1 more than the rows of the longest. */
  readonly #ways: Uint8Array | Uint32Array;
  /** The last search in which each state was entered. */
  readonly #entered: Uint32Array;
  readonly #pending: number[] = [];
  readonly #matches: string[] = [];
  #searches = 0;
  #steps = 0;

  constructor(rows: string, pattern: RowPattern, options: string) {
    const { states, size } = pattern;
    this.#rows = rows;
    this.#pattern = pattern;
    this.#isLongest = options.endsWith('true');
    this.#skipsRows = options.startsWith('PAST');
    this.#width = Math.ceil(Number(options.split(' ').at(-2)) / BITS);
    this.#count = rows.length / this.#width;
    if ((this.#count + 1) * size > MAX_CELLS) {
      refuse(
        `too many rows in a partition, ${this.#count}, for a pattern of ${states.length} states`,
      );
    }
    const cells = (this.#count + 1) * states.length;
    this.#ways = this.#isLongest ? new Uint32Array(cells) : new Uint8Array(cells);
    this.#entered = new Uint32Array(states.length);
  }

  run(): string | null {
    for (let row = this.#count; row >= 0; row -= 1) this.#findWays(row);
    let total = 0;
    for (let row = 0; row < this.#count; ) {
      const length = this.#wayFrom(row, this.#pattern.start) > 0 ? this.#add(row) : 0;
      total += length;
      if (total > MAX_MATCHED_ROWS) {
        refuse(`more than ${MAX_MATCHED_ROWS} rows in the matches of one partition`);
      }
      row += this.#skipsRows ? Math.max(length, 1) : 1;
    }
    return this.#matches.length > 0 ? this.#matches.join(',') : null;
  }

  /** Adds the match that begins at a row, and returns the number of its rows. */
  #add(row: number): number {
    const symbols = this.#symbolsFrom(row);
    this.#matches.push(`${row + 1}:${symbols}`);
    return symbols.length;
  }

  #wayFrom(row: number, state: number): number {
    return this.#ways[row * this.#pattern.states.length + state] ?? 0;
  }

  #isOpen(row: number, state: number): boolean {
    const anchor = this.#pattern.states[state]?.anchor;
    return anchor === undefined || row === (anchor === '^' ? 0 : this.#count);
  }

  #isSymbol(row: number, { symbol }: Taker): boolean {
    const digit = this.#rows.charCodeAt(row * this.#width + Math.floor(symbol / BITS));
    return (((digit - FIRST_DIGIT) >> (symbol % BITS)) & 1) === 1;
  }

  /** Finds the ways from a row to the end, of which those from the next row are known. */
  #findWays(row: number): void {
    const found: Taker[] = [];
    for (const taker of row < this.#count ? this.#pattern.takers : []) {
      if (this.#wayFrom(row + 1, taker.next) > 0 && this.#isSymbol(row, taker)) found.push(taker);
    }
    if (this.#isLongest) {
      // So that each state is reached by its longest way.
      found.sort(
        (one, other) => this.#wayFrom(row + 1, other.next) - this.#wayFrom(row + 1, one.next),
      );
    }
    for (const { state, next } of found) {
      this.#spread(row, state, this.#isLongest ? this.#wayFrom(row + 1, next) + 1 : 1);
    }
    this.#spread(row, 0, 1);
  }

  /** Notes a way of a state, and of those from which it is entered, that have none yet. */
  #spread(row: number, from: number, way: number): void {
    const base = row * this.#pattern.states.length;
    const pending = this.#pending;
    pending.push(from);
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (this.#ways[base + state] !== 0 || !this.#isOpen(row, state)) continue;
      this.#ways[base + state] = way;
      for (const source of this.#pattern.sources[state] ?? []) pending.push(source);
    }
  }

  /** The letters of the rows of the preferred match that begins at a row. */
  #symbolsFrom(first: number): string {
    const letters: string[] = [];
    let state = this.#pattern.start;
    for (let row = first; ; row += 1) {
      const { symbol, targets } = this.#pattern.states[this.#preferred(row, state)] ?? {};
      if (symbol === undefined) return letters.join('');
      letters.push(String.fromCharCode(FIRST_LETTER + symbol));
      state = targets?.[0] ?? 0;
    }
  }

  /** The end, or the state that takes the row, on the preferred way from a state; no state is entered twice. */
  #preferred(row: number, from: number): number {
    if (this.#steps > MAX_STEPS) refuse('a pattern that is too complex for its matches');
    const best = this.#wayFrom(row, from);
    const pending = this.#pending;
    this.#searches += 1;
    pending.length = 0;
    pending.push(from);
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (this.#entered[state] === this.#searches || this.#wayFrom(row, state) !== best) continue;
      this.#entered[state] = this.#searches;
      const { symbol, targets = [] } = this.#pattern.states[state] ?? {};
      if (state === 0 || symbol !== undefined) return state;
      this.#pushAll(targets);
    }
    throw new Error('A way to the end was lost');
  }

  /** Makes states pending, the first of them on top. */
  #pushAll(states: readonly number[]): void {
    this.#steps += 1 + states.length;
    for (let i = states.length - 1; i >= 0; i -= 1) this.#pending.push(states[i] ?? 0);
  }
}
