import { isIn } from './character-classes.ts';
import type { Pattern } from './pattern.ts';

/** The replacement for hidden text. */
export const REDACTED = 'REDACTED';

/** The maximum number of characters to the left that a detector may examine. */
export const LEFT_CONTEXT = 48;

/** Thrown to end a detector that reads more than the scan's budget. */
export const OUT_OF_BUDGET: Error = new Error('More characters read than the text is long');

/** A function of its own, so that what remains of a charge is small where it is inlined. */
function endScan(): never {
  throw OUT_OF_BUDGET;
}

/** No match of a pattern begins between two indexes. */
interface Gap {
  from: number;
  end: number;
}

/**
 * What detectors see of a text in one pass. They never hold the text: each method that reads is charged to a budget by
 * the number of characters that it examines at most, and throws when the budget is used up. To the left, detectors see
 * the output rather than the input, so that a second pass makes the same decisions: this makes redaction idempotent.
 */
export class Scan {
  /** The index after the last hidden range; nothing before it can be hidden any more. */
  end = 0;
  /** Where the scan continues when nothing is found. */
  next = 0;
  /** Whether a hidden range touches a character that could continue another kind of word, which needs another pass. */
  needsAnotherPass = false;
  protected readonly text: string;
  /** The end of the output, up to the last hidden range. */
  protected tail = '';
  protected isOpen = false;
  protected dependsUntil = 0;
  // Private by type alone: private names cost a tenth of the time of a whole redaction. A number from the start: V8 checks
  // the type of each load of a field that held something else.
  private unread = 0;
  private gaps: Map<Pattern, Gap> | undefined;

  /** `name` is that of the member that holds the text; detectors see it left of the text. */
  constructor(text: string, name: string, budget: number) {
    this.text = text;
    this.unread = budget;
    if (name !== '') this.tail = `${name.slice(-LEFT_CONTEXT)}": "`;
  }

  /** The number of characters that detectors may still read; negative once it is used up. */
  get budget(): number {
    return this.unread;
  }

  /** The number of characters of the text. */
  get length(): number {
    return this.text.length;
  }

  private charge(characters: number): void {
    this.unread -= characters;
    if (this.unread < 0) endScan();
  }

  /** The character code at an index; 0 outside the text. */
  code(index: number): number {
    this.charge(1);
    return this.codeAt(index);
  }

  /** A part of the text. */
  slice(start: number, end: number): string {
    const part = this.text.slice(start, end);
    this.charge(part.length);
    return part;
  }

  /** Whether a word stands at an index. */
  startsWith(word: string, index: number): boolean {
    this.charge(word.length);
    return this.text.startsWith(word, index);
  }

  /** The first index from `start` on, and up to `limit`, whose character is in none of the classes. */
  skip(start: number, classes: number, limit = this.text.length): number {
    const { text } = this;
    const last = limit < text.length ? limit : text.length;
    let index = start;
    while (index < last && isIn(text.charCodeAt(index), classes)) index += 1;
    this.charge(index - start + 1);
    return index;
  }

  /** The lowest index from `floor` on such that all characters from it up to `end` are in one of the classes. */
  skipBack(end: number, classes: number, floor: number): number {
    const { text } = this;
    let index = end;
    while (index > floor && isIn(text.charCodeAt(index - 1), classes)) index -= 1;
    this.charge(end - index + 1);
    return index;
  }

  /** The end of the match that begins at an index; -1 if there is none. */
  match({ here, reach }: Pattern, index: number): number {
    this.charge(Math.max(0, Math.min(reach, this.text.length - index)));
    here.lastIndex = index;
    return here.test(this.text) ? here.lastIndex : -1;
  }

  /** The first group of the match that begins at an index. */
  capture({ here, reach }: Pattern, index: number): string | undefined {
    this.charge(Math.max(0, Math.min(reach, this.text.length - index)));
    here.lastIndex = index;
    return here.exec(this.text)?.[1];
  }

  /**
   * The index of the first match from `start` on; the text's length if there is none. However many detectors search
   * from however many places within one stretch without a match, the stretch is read once.
   */
  find(pattern: Pattern, start: number): number {
    const gap = this.gaps?.get(pattern);
    if (gap && gap.from <= start && start <= gap.end) {
      this.charge(1);
      return gap.end;
    }
    pattern.anywhere.lastIndex = start;
    const end = pattern.anywhere.exec(this.text)?.index ?? this.text.length;
    this.charge((Math.max(0, end - start) + 1) * pattern.reach);
    // The longer gap is remembered, since the shorter one costs less to read again.
    if (!gap || gap.end < this.next || gap.end - gap.from < end - start) {
      this.gaps ??= new Map();
      this.gaps.set(pattern, { from: start, end });
    }
    return end;
  }

  /** Up to `length` characters of the output left of an index; `length` is at most `LEFT_CONTEXT`. */
  left(index: number, length: number): string {
    this.charge(length);
    const from = index - length;
    if (from >= this.end) return this.text.slice(from, index);
    return (this.tail + this.text.slice(this.end, index)).slice(-length);
  }

  /** The code of the output's character left of an index; 0 at the start. */
  leftCode(index: number): number {
    this.charge(1);
    return this.codeBefore(index);
  }

  /** The same as `code`, for other than detectors. */
  protected codeAt(index: number): number {
    return index >= 0 && index < this.text.length ? this.text.charCodeAt(index) : 0;
  }

  /** The same as `leftCode`, for other than detectors. */
  protected codeBefore(index: number): number {
    if (index > this.end) return this.text.charCodeAt(index - 1);
    return this.tail === '' ? 0 : this.tail.charCodeAt(this.tail.length - 1);
  }

  /** Continues the scan at an index, after text that a detector has read without a result. */
  skipTo(index: number): void {
    if (index > this.next) this.next = index;
  }

  /** Records that text up to an index has influenced a decision; hiding any of it requires another pass. */
  dependOn(end: number): void {
    if (end > this.dependsUntil) this.dependsUntil = end;
  }

  /** Whether a hidden range that an e-mail address may continue ends at an index. */
  isOpenAt(index: number): boolean {
    return this.isOpen && index === this.end;
  }
}
