import { EQUALS, GREATER, SLASH } from './char-codes.ts';
import { isIn, JOINING } from './character-classes.ts';

/** The replacement for hidden text. */
export const REDACTED = 'REDACTED';

/** The maximum number of characters to the left that a detector may examine. */
export const LEFT_CONTEXT = 48;

/**
 * One pass over one text. To the left, detectors see the output rather than the input, so that a second pass makes the
 * same decisions: this makes redaction idempotent.
 */
export class Scan {
  readonly text: string;
  /** The index after the last hidden range; nothing before it can be hidden any more. */
  end = 0;
  /** Where the scan continues when nothing is found. */
  next = 0;
  /** Whether a hidden range touches a character that could continue another kind of word, which needs another pass. */
  needsAnotherPass = false;
  #output = '';
  #isOpen = false;
  #dependsUntil = 0;
  #tail: string;

  /** `name` is that of the member that holds the text; detectors see it left of the text. */
  constructor(text: string, name: string) {
    this.text = text;
    this.#tail = name === '' ? '' : `${name}": "`;
  }

  /** The character code at an index; 0 outside the text. */
  code(index: number): number {
    return index >= 0 && index < this.text.length ? this.text.charCodeAt(index) : 0;
  }

  /** Up to `length` characters of the output left of an index; `length` is at most `LEFT_CONTEXT`. */
  left(index: number, length: number): string {
    const from = index - length;
    if (from >= this.end) return this.text.slice(from, index);
    return (this.#tail + this.text.slice(this.end, index)).slice(-length);
  }

  /** The code of the output's character left of an index; 0 at the start. */
  leftCode(index: number): number {
    if (index > this.end) return this.text.charCodeAt(index - 1);
    return this.#tail === '' ? 0 : this.#tail.charCodeAt(this.#tail.length - 1);
  }

  /** Continues the scan at an index, after text that a detector has read without a result. */
  skipTo(index: number): void {
    if (index > this.next) this.next = index;
  }

  /** Records that text up to an index has influenced a decision; hiding any of it requires another pass. */
  dependOn(end: number): void {
    if (end > this.#dependsUntil) this.#dependsUntil = end;
  }

  /** Whether a hidden range that an e-mail address may continue ends at an index. */
  isOpenAt(index: number): boolean {
    return this.#isOpen && index === this.end;
  }

  /** Hides a range; adjacent ranges are merged. */
  hide(start: number, end: number, isValue: boolean): void {
    this.needsAnotherPass ||=
      start < this.#dependsUntil || this.#joinsAt(end) || this.#joinsAfter(this.leftCode(start));
    if (start > this.end || this.end === 0) {
      const kept = this.text.slice(this.end, start);
      const context = kept.length < LEFT_CONTEXT ? this.#tail + kept : kept;
      this.#tail = context.slice(-LEFT_CONTEXT) + REDACTED;
      this.#output += kept + REDACTED;
    }
    this.end = end;
    this.#isOpen = !isValue;
  }

  /** Includes `>`, after which a word may be the content of an element. */
  #joinsAfter(code: number): boolean {
    return code === GREATER || isIn(code, JOINING);
  }

  /** Includes `/` and `=`, which can continue a base64 token. */
  #joinsAt(index: number): boolean {
    const code = this.code(index);
    return code === SLASH || code === EQUALS || isIn(code, JOINING);
  }

  /** The redacted text. */
  finish(): string {
    return this.end === 0 ? this.text : this.#output + this.text.slice(this.end);
  }
}
