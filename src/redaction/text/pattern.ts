/** Parts of a regular expression: a class, an escape, the start of a group, or any other character. */
const PART = /\[(?:[^\]\\]|\\.)*\]|\\(?:u[\da-f]{4}|x[\da-f]{2}|.)|\(\?[:=!]|./sy;
const QUANTIFIER = /\{(\d+)(?:,(\d*))?\}|[?*+]/y;

/**
 * A regular expression whose matches have a bounded length, so that looking for one at an index reads a bounded part of
 * a text. One without a bound is an error when the module is loaded.
 */
export class Pattern {
  /** The maximum number of characters that a match, with its lookaheads, can examine. */
  readonly reach: number;
  /** Matches at its `lastIndex` only. */
  readonly here: RegExp;
  /** Matches at its `lastIndex` or behind it. */
  readonly anywhere: RegExp;

  constructor({ source, flags }: RegExp) {
    this.reach = new Measure(source).reach();
    this.here = new RegExp(source, `${flags}y`);
    this.anywhere = new RegExp(source, `${flags}g`);
  }
}

/** Adds up how many characters the parts of a regular expression examine at most. */
class Measure {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** The longest of the alternatives up to the end of the group or of the source. */
  reach(): number {
    let longest = 0;
    let length = 0;
    for (let part = this.#next(PART); part && part[0] !== ')'; part = this.#next(PART)) {
      if (part[0] === '|') length = 0;
      else length += this.#lengthOf(part[0]) * this.#times();
      longest = Math.max(longest, length);
    }
    return longest;
  }

  /** An assertion such as `\b` examines a character too. */
  #lengthOf(part: string): number {
    return part.startsWith('(') ? this.reach() : 1;
  }

  #times(): number {
    const quantifier = this.#next(QUANTIFIER);
    if (!quantifier || quantifier[0] === '?') return 1;
    const most = quantifier[2] ?? quantifier[1];
    if (!most) throw new Error(`A pattern without a bound: ${this.#source}`);
    return Number(most);
  }

  #next(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}
