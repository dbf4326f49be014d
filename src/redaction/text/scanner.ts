import { PERCENT } from './char-codes.ts';
import type { Detector, Span } from './detector.ts';
import { Pass } from './pass.ts';
import { OUT_OF_BUDGET, REDACTED } from './scan.ts';

/** One place for each ASCII character, and one for all others. */
const COLUMNS = 129;
const OTHER = 128;
/** The size of a row of the table, a power of two so that a place is computed by a shift. */
const ROW_BITS = 8;

/** Shorter and longer texts are read by characters: a copy of a short one costs more than it saves. */
const MIN_BUFFERED = 100;
const BUFFER_SIZE = 16_384;
const ENCODER = new TextEncoder();

/** Few texts need a second pass, and very few a third: those where hidden ranges touch unusual words. */
const MAX_PASSES = 8;

/** The number of characters that all detectors may read in all passes, for each character of a text. */
const BUDGET = 250;
/** Short texts have the budget of a text of this length: what a detector examines around a trigger may exceed them. */
const MIN_LENGTH = 64;

/** Runs detectors over texts; one table lookup per character and the next one selects the detectors to run. */
export class Scanner {
  readonly #isAlwaysRepeated: boolean;
  /**
   * By character and next character: the number of the list of detectors to run; 0 for none. Lists are numbered so that
   * a lookup loads a byte, not an object.
   */
  readonly #listOf = new Uint8Array(OTHER << ROW_BITS);
  readonly #lists: (readonly Candidate[])[] = [[]];
  /** The text of a pass, if it is ASCII and not long, and `OTHER` after it. */
  readonly #bytes = new Uint8Array(BUFFER_SIZE + 1);
  /** The same for percent-encoded triggers, by hexadecimal digits. */
  readonly #encoded = new Map<string, Uint8Array>();

  /** `isAlwaysRepeated` repeats passes until nothing changes, even if no range touches a word. */
  constructor(detectors: readonly Detector[], isAlwaysRepeated: boolean) {
    this.#isAlwaysRepeated = isAlwaysRepeated;
    const chars = [...new Set(detectors.flatMap(({ triggers }) => triggers.map((t) => t.char)))];
    for (const char of chars) {
      const code = char.charCodeAt(0);
      this.#listOf.set(this.#listsByNext(detectors, char, false), code << ROW_BITS);
      this.#encoded.set(code.toString(16), this.#listsByNext(detectors, char, true));
    }
    this.#listOf.fill(ENCODED, PERCENT << ROW_BITS, (PERCENT + 1) << ROW_BITS);
  }

  /** The list of detectors for a trigger before each next character; `certain` detectors come first. */
  #listsByNext(detectors: readonly Detector[], char: string, isEncoded: boolean): Uint8Array {
    const candidates = detectors
      .toSorted((a, b) => rank(a) - rank(b))
      .flatMap((detector) =>
        detector.triggers
          .filter((trigger) => trigger.char === char && (!isEncoded || trigger.isEncoded === true))
          .map(({ next, before }) => ({ detector, next, isBefore: charSet(before) })),
      );
    return Uint8Array.from({ length: COLUMNS }, (_, code) => {
      const char = code < OTHER ? String.fromCharCode(code) : '';
      const list = candidates.filter(
        ({ next }) => next === undefined || (char !== '' && next.includes(char)),
      );
      return this.#listNumber(list);
    });
  }

  #listNumber(list: readonly Candidate[]): number {
    const same = this.#lists.findIndex(
      (known) => known.length === list.length && known.every((one, i) => one === list[i]),
    );
    return same >= 0 ? same : this.#lists.push(list) - 1;
  }

  /** Whether the detectors have used up the budget of the text that was read last. */
  #isCutShort = false;
  /** The number of characters that detectors have read in all texts so far. */
  charactersRead = 0;

  /**
   * Replaces what the detectors find in a text; `name` is that of the member that holds it, if any. Where the detectors
   * use up their budget, the rest of the text is hidden; what is before it is redacted anew, as a text of its own, and
   * hidden as well if that uses up the budget again.
   */
  redact(text: string, name: string): string {
    const redacted = this.#redact(text, name);
    if (!this.#isCutShort) return redacted;
    const again = this.#redact(redacted, name);
    return this.#isCutShort ? REDACTED : again;
  }

  #redact(text: string, name: string): string {
    let redacted = text;
    let budget = BUDGET * Math.max(text.length, MIN_LENGTH);
    this.#isCutShort = false;
    for (let passes = 0; passes < MAX_PASSES; passes += 1) {
      const scan = this.#pass(redacted, name, budget);
      if (!scan) return redacted;
      this.charactersRead += budget - scan.budget;
      budget = scan.budget;
      this.#isCutShort = budget < 0;
      const next = scan.finish();
      if (budget < 0 || next === redacted) return next;
      if (!this.#isAlwaysRepeated && !scan.needsAnotherPass) return next;
      redacted = next;
    }
    return redacted;
  }

  /** Undefined if nothing triggers a detector, which is so for most short texts. */
  #pass(text: string, name: string, budget: number): Pass | undefined {
    const isBuffered = this.#readBytes(text);
    let at = this.#next(text, 0, isBuffered);
    if (at === text.length) return undefined;
    const scan = new Pass(text, name, budget);
    try {
      while (at < text.length) {
        const list = this.#listOf[placeOf(text.charCodeAt(at), text.charCodeAt(at + 1))] ?? 0;
        at = this.#next(text, this.#runList(scan, at, list), isBuffered);
      }
    } catch (error) {
      if (error !== OUT_OF_BUDGET) throw error;
      scan.hideRest(at);
    }
    return scan;
  }

  /** The first index from `start` on whose character triggers detectors; the text's length without one. */
  #next(text: string, start: number, isBuffered: boolean): number {
    return isBuffered ? this.#nextByte(start, text.length) : this.#nextTrigger(text, start);
  }

  /** Reads a text into the buffer; false if it is too long for it or not ASCII. */
  #readBytes(text: string): boolean {
    if (text.length < MIN_BUFFERED || text.length > BUFFER_SIZE) return false;
    const { read, written } = ENCODER.encodeInto(text, this.#bytes);
    this.#bytes[text.length] = OTHER;
    return read === text.length && written === read;
  }

  /** For a text in the buffer: bytes are read in half the time of characters. */
  #nextByte(start: number, length: number): number {
    const bytes = this.#bytes;
    const listOf = this.#listOf;
    let code = bytes[start] ?? 0;
    for (let at = start; at < length; at += 1) {
      const next = bytes[at + 1] ?? 0;
      if (listOf[(code << ROW_BITS) | next]) return at;
      code = next;
    }
    return length;
  }

  #nextTrigger(text: string, start: number): number {
    const listOf = this.#listOf;
    const last = text.length - 1;
    if (start > last) return text.length;
    let code = text.charCodeAt(start);
    for (let at = start; at < last; at += 1) {
      const next = text.charCodeAt(at + 1);
      if (code < OTHER && listOf[placeOf(code, next)]) return at;
      code = next;
    }
    return code < OTHER && listOf[placeOf(code, OTHER)] ? last : text.length;
  }

  #runList(scan: Pass, at: number, list: number): number {
    if (list === ENCODED) return this.#runEncoded(scan, at);
    return run(this.#lists[list] ?? [], scan, at, 1);
  }

  #runEncoded(scan: Pass, at: number): number {
    const digits = at + (scan.startsWith('25', at + 1) ? 3 : 1);
    const end = digits + 2;
    const lists = this.#encoded.get(scan.slice(digits, end).toLowerCase());
    const list = lists?.[columnOf(scan.code(end))];
    return list ? run(this.#lists[list] ?? [], scan, at, end - at) : at + 1;
  }
}

/** Marks the rows of percent-encoded triggers. */
const ENCODED = 255;

/** The place in the table of a character, which is ASCII, and the next one. */
function placeOf(code: number, next: number): number {
  return (code << ROW_BITS) | columnOf(next);
}

function columnOf(code: number): number {
  return code < OTHER ? code : OTHER;
}

/** A detector with one of its triggers. */
interface Candidate {
  readonly detector: Detector;
  /** 1 for each character that may precede the trigger. */
  readonly isBefore: Uint8Array;
}

/** Runs detectors until one finds something; returns where the scan continues. */
function run(candidates: readonly Candidate[], scan: Pass, at: number, length: number): number {
  scan.next = at + 1;
  const place = columnOf(scan.leftCode(at));
  for (const { detector, isBefore } of candidates) {
    if (isBefore[place] === 0) continue;
    const spans = detector.find(scan, at, length);
    if (spans.length > 0) return hideAll(spans, detector, scan);
  }
  return scan.next;
}

function hideAll(spans: readonly Span[], { isValue }: Detector, scan: Pass): number {
  for (const { start, end } of spans) scan.hide(start, end, isValue === true);
  return Math.max(scan.end, scan.next);
}

function charSet(chars: string | undefined): Uint8Array {
  if (chars === undefined) return new Uint8Array(COLUMNS).fill(1);
  const set = new Uint8Array(COLUMNS);
  for (const char of chars) set[char.charCodeAt(0)] = 1;
  return set;
}

function rank({ confidence }: Detector): number {
  return confidence === 'certain' ? 0 : 1;
}
