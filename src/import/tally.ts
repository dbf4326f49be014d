import { LineNumbers } from './line-numbers.ts';
import type { Unit } from './rows/moments.ts';
import type { ParsedBlock, Reject } from './rows/parse-block.ts';

const MAX_DETAILS = 10;

/** An input whose keys are values would name one for each row. */
const MAX_UNKNOWN = 100;

/** What was counted in an import. */
export class Tally {
  /** Lines that are not blank. */
  lines = 0;
  rows = 0;
  /** Rows that name a tenant, or all where the table has none. */
  withTenant = 0;
  /** The times of the oldest and newest row in the input, in microseconds; undefined if none has one. */
  oldest: bigint | undefined;
  newest: bigint | undefined;
  /** The paths of repeated records that do not have exactly one element in every row. */
  readonly several = new Set<string>();
  readonly bad = new LineNumbers();
  /** The first bad lines with their reasons. */
  readonly details: Pick<Reject, 'line' | 'reason'>[] = [];
  readonly unterminated = new LineNumbers();
  /** Values for which the table has no column, by path. */
  readonly unknown = new Map<string, number>();
  /** Such values whose paths are not in `unknown`. */
  otherUnknown = 0;
  /** Times that were given as numbers, by unit. */
  readonly units = new Map<Unit, number>();

  /** Blocks must be added in their order. */
  add(block: ParsedBlock): void {
    this.lines += block.lines;
    this.rows += block.rows;
    this.withTenant += block.withTenant;
    this.addTimes(block);
    for (const path of block.several) this.several.add(path);
    this.addBad(block.bad);
    for (const line of block.unterminated) this.unterminated.add(line);
    for (const [path, count] of block.unknown) this.addUnknown(path, count);
    for (const [unit, count] of block.units) this.addUnit(unit, count);
  }

  /** Adds bad lines, in their order. */
  addBad(bad: readonly Reject[]): void {
    for (const { line, reason } of bad) {
      this.bad.add(line);
      if (this.details.length < MAX_DETAILS) this.details.push({ line, reason });
    }
  }

  /** Adds times that were given as numbers. */
  addUnit(unit: Unit, count: number): void {
    if (count > 0) this.units.set(unit, (this.units.get(unit) ?? 0) + count);
  }

  /** Adds the times of other rows. */
  addTimes({ newest, oldest }: Pick<ParsedBlock, 'newest' | 'oldest'>): void {
    if (oldest !== undefined && !(this.oldest !== undefined && this.oldest <= oldest)) {
      this.oldest = oldest;
    }
    if (newest !== undefined && !(this.newest !== undefined && this.newest >= newest)) {
      this.newest = newest;
    }
  }

  /** Moves the times of all rows. */
  shift(micros: bigint): void {
    if (this.newest !== undefined) this.newest += micros;
    if (this.oldest !== undefined) this.oldest += micros;
  }

  /** Adds values for which the table has no column. */
  addUnknown(path: string, count: number): void {
    if (count === 0) return;
    const before = this.unknown.get(path);
    if (before === undefined && this.unknown.size >= MAX_UNKNOWN) this.otherUnknown += count;
    else this.unknown.set(path, (before ?? 0) + count);
  }
}
