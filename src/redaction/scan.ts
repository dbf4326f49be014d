import { isIn, JOINING } from './character-classes.ts';

/** What stands where something was hidden. */
export const REDACTED = 'REDACTED';

/** The most characters to the left that a detector may look at. */
export const LEFT_CONTEXT = 48;

/** Looks at the character at `at`; hides what it finds and answers where the scan goes on, always behind `at`. */
export type Detector = (scan: Scan, at: number) => number;

/**
 * One pass over one text. Detectors see to their left what the output will hold, not what the input held: a second
 * pass then decides as the first one did, which is what makes redaction idempotent.
 */
export class Scan {
  readonly text: string;
  /** Behind the last hidden range; nothing before it can be hidden any more. */
  end = 0;
  /** Whether the last hidden range may be the beginning of an e-mail address. */
  isOpen = false;
  /** Whether a hidden range touches what a word of another kind could go on with, so that another pass may find it. */
  isEntangled = false;
  #output = '';
  #tail: string;

  /** `before` is what stands left of the text, such as the name of the member that holds it. */
  constructor(text: string, before: string) {
    this.text = text;
    this.#tail = before;
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

  /** Hides a range and answers its end. */
  hide(start: number, end: number): number {
    this.isEntangled ||= isIn(this.leftCode(start), JOINING) || this.#joinsAt(end);
    const kept = this.text.slice(this.end, start);
    const context = kept.length < LEFT_CONTEXT ? this.#tail + kept : kept;
    this.#tail = context.slice(-LEFT_CONTEXT) + REDACTED;
    this.#output += kept + REDACTED;
    this.end = end;
    this.isOpen = true;
    return end;
  }

  /** Also `/` and `=`, which tokens in base64 go on with. */
  #joinsAt(index: number): boolean {
    const code = this.code(index);
    return code === 47 || code === 61 || isIn(code, JOINING);
  }

  /** Hides a range whose end what stands before it decides, as a name decides about its value; answers its end. */
  hideValue(start: number, end: number): number {
    this.hide(start, end);
    this.isOpen = false;
    return end;
  }

  /** Lets the last hidden range reach up to `end`. */
  extend(end: number): number {
    this.end = end;
    return end;
  }

  /** The redacted text. */
  finish(): string {
    return this.end === 0 ? this.text : this.#output + this.text.slice(this.end);
  }
}
