import { DOT } from '../text/char-codes.ts';
import { DIGIT, HEX, isIn, WORD } from '../text/character-classes.ts';
import { quadEnd } from '../text/dotted-quad.ts';
import type { Scan } from '../text/scan.ts';
import { colonAt } from '../text/separators.ts';

const MAX_GROUPS = 8;

/** The groups of an IPv6 address as written in a text. */
export interface Ipv6Groups {
  readonly end: number;
  /** The number of groups written. */
  readonly count: number;
  /** Whether the address contains `::`, which stands for groups of zeros. */
  readonly isCompressed: boolean;
  /** Whether the address is complete, so that a further colon starts a port. */
  readonly isFull: boolean;
}

/** Reads as many groups from `start` as can belong to one address; undefined if they are not an address. */
export function readGroups(scan: Scan, start: number): Ipv6Groups | undefined {
  const groups = new GroupReader(scan, start);
  while (groups.read());
  const { end, count, isCompressed } = groups;
  if (end < 0) return undefined;
  const isValid = isCompressed ? count > 0 && count < MAX_GROUPS : count === MAX_GROUPS;
  return isValid ? groups : undefined;
}

class GroupReader implements Ipv6Groups {
  readonly #scan: Scan;
  #at: number;
  end = -1;
  count = 0;
  isCompressed = false;
  isFull = false;

  constructor(scan: Scan, start: number) {
    this.#scan = scan;
    this.#at = start;
    this.#readColons();
  }

  /** Reads one group and the colons after it; returns whether another may follow. */
  read(): boolean {
    const group = this.#scan.skip(this.#at, HEX, this.#at + 5);
    const digits = group - this.#at;
    if (digits > 4) return this.#fail();
    if (digits === 0) return false;
    if (this.#isQuadAt(group)) return this.#readQuad();
    // The group is the start of a word: "2001:db8::1:failed".
    if (isIn(this.#scan.code(group), WORD)) return false;
    this.count += 1;
    this.end = group;
    this.#at = group;
    this.isFull = this.count === MAX_GROUPS;
    return !this.isFull && this.#readColons();
  }

  #isQuadAt(group: number): boolean {
    return this.#scan.code(group) === DOT && isIn(this.#scan.code(group + 1), DIGIT);
  }

  #readQuad(): false {
    this.end = quadEnd(this.#scan, this.#at);
    this.count += 2;
    this.isFull = true;
    return false;
  }

  #readColons(): boolean {
    const first = colonAt(this.#scan, this.#at);
    const second = first > 0 ? colonAt(this.#scan, this.#at + first) : 0;
    if (second === 0) {
      this.#at += first;
      return first > 0;
    }
    if (this.isCompressed) return false;
    this.isCompressed = true;
    this.#at += first + second;
    this.end = this.#at;
    return true;
  }

  #fail(): false {
    this.end = -1;
    return false;
  }
}
