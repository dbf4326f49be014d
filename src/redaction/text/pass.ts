import { BLANK, EQUALS, GREATER, SLASH } from './char-codes.ts';
import { isIn, JOINING } from './character-classes.ts';
import { LEFT_CONTEXT, REDACTED, Scan } from './scan.ts';

/** The maximum number of characters before the place where the budget is used up that are hidden as its word. */
const MAX_WORD_LENGTH = 100;

/** One pass over one text: what detectors see of it, and what is written. */
export class Pass extends Scan {
  // Private by type alone, as in `Scan`.
  private output = '';
  /** Where detectors run. */
  private at = 0;

  /** Starts detectors at a trigger; returns the code of the output's character left of it, which selects them. */
  startAt(at: number): number {
    this.at = at;
    this.next = at + 1;
    return this.codeBefore(at);
  }

  /** Hides a range; adjacent ranges are merged. */
  hide(start: number, end: number, isValue: boolean): void {
    this.needsAnotherPass ||=
      start < this.dependsUntil || this.#joinsAt(end) || this.#joinsAfter(start);
    if (start > this.end || this.end === 0) {
      const kept = this.text.slice(this.end, start);
      const context = kept.length < LEFT_CONTEXT ? this.tail + kept : kept;
      this.tail = context.slice(-LEFT_CONTEXT) + REDACTED;
      this.output += kept + REDACTED;
    }
    this.end = end;
    this.isOpen = !isValue;
  }

  /** Hides everything from the word of the trigger on, since no detector can tell any more what is in it. */
  hideRest(): void {
    const floor = Math.max(this.end, this.at - MAX_WORD_LENGTH);
    let start = Math.max(this.end, this.at);
    while (start > floor && isInWord(this.text.charCodeAt(start - 1))) start -= 1;
    this.hide(start, this.text.length, true);
  }

  /** Includes `>`, after which a word may be the content of an element. */
  #joinsAfter(start: number): boolean {
    const code = this.codeBefore(start);
    return code === GREATER || isIn(code, JOINING);
  }

  /** Includes `/` and `=`, which can continue a base64 token. */
  #joinsAt(index: number): boolean {
    const code = this.codeAt(index);
    return code === SLASH || code === EQUALS || isIn(code, JOINING);
  }

  /** The redacted text. */
  finish(): string {
    return this.end === 0 ? this.text : this.output + this.text.slice(this.end);
  }
}

/** Half of a surrogate pair ends a word, so that no pair is divided. */
function isInWord(code: number): boolean {
  return code > BLANK && (code < 0xd800 || code > 0xdfff);
}
