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
    for (const { line, reason } of block.bad) {
      this.bad.add(line);
      if (this.details.length < MAX_DETAILS) this.details.push({ line, reason });
    }
    for (const line of block.unterminated) this.unterminated.add(line);
    for (const [path, count] of block.unknown) this.#addUnknown(path, count);
    for (const [unit, count] of block.units) {
      this.units.set(unit, (this.units.get(unit) ?? 0) + count);
    }
  }

  #addUnknown(path: string, count: number): void {
    const before = this.unknown.get(path);
    if (before === undefined && this.unknown.size >= MAX_UNKNOWN) this.otherUnknown += count;
    else this.unknown.set(path, (before ?? 0) + count);
  }
}
