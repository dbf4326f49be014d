import type { Detector, Span } from './detector.ts';
import { Pass } from './pass.ts';
import { OUT_OF_BUDGET, REDACTED } from './scan.ts';
import { ENCODED, END, TriggerTable } from './trigger-table.ts';

/** Shorter and longer texts are read by characters: a copy of a short one costs more than it saves. */
const MIN_BUFFERED = 48;
const BUFFER_SIZE = 16_384;
/** The most bytes that one character takes up, so that a text that does not fit into the buffer fills more than its size. */
const MAX_BYTES = 4;

/** Few texts need a second pass, and very few a third: those where hidden ranges touch unusual words. */
const MAX_PASSES = 8;

/** The number of characters that all detectors may read in all passes, for each character of a text. */
const BUDGET = 250;
/** Short texts have the budget of a text of this length: what a detector examines around a trigger may exceed them. */
const MIN_LENGTH = 64;

/** Runs detectors over texts; one table lookup per character and the next one selects the detectors to run. */
export class Scanner {
  readonly #isAlwaysRepeated: boolean;
  readonly #table: TriggerTable;
  /** The text of a pass, if it is ASCII and not long, and `END` behind it. */
  readonly #bytes = Buffer.alloc(BUFFER_SIZE + MAX_BYTES);

  /** `isAlwaysRepeated` repeats passes until nothing changes, even if no range touches a word. */
  constructor(detectors: readonly Detector[], isAlwaysRepeated: boolean) {
    this.#isAlwaysRepeated = isAlwaysRepeated;
    this.#table = new TriggerTable(detectors);
  }

  /** The number of characters that detectors have read in all texts so far. */
  charactersRead = 0;

  /**
   * Replaces what the detectors find in a text; `name` is that of the member that holds it, if any. Where the detectors
   * use up their budget, the rest of the text is hidden; what is before it is redacted anew, as a text of its own, and
   * hidden as well if that uses up the budget again.
   */
  redact(text: string, name: string): string {
    return this.#redact(text, name, false);
  }

  #redact(text: string, name: string, isAgain: boolean): string {
    let redacted = text;
    let budget = BUDGET * Math.max(text.length, MIN_LENGTH);
    for (let passes = 0; passes < MAX_PASSES; passes += 1) {
      const scan = this.#pass(redacted, name, budget);
      if (!scan) return redacted;
      const next = scan.finish();
      this.charactersRead += budget - scan.budget;
      budget = scan.budget;
      if (budget < 0) return this.#redactAgain(next, name, isAgain);
      if (next === redacted) return next;
      if (!this.#isAlwaysRepeated && !scan.needsAnotherPass) return next;
      redacted = next;
    }
    return redacted;
  }

  /** Redacts what is before a cut, but only once. */
  #redactAgain(text: string, name: string, isAgain: boolean): string {
    return isAgain ? REDACTED : this.#redact(text, name, true);
  }

  /** Undefined if nothing triggers a detector, which is so for most short texts. */
  #pass(text: string, name: string, budget: number): Pass | undefined {
    const isBuffered = this.#readBytes(text);
    const first = this.#next(text, 0, isBuffered);
    if (first === text.length) return undefined;
    const scan = new Pass(text, name, budget);
    try {
      this.#runAll(scan, text, first, isBuffered);
    } catch (error) {
      if (error !== OUT_OF_BUDGET) throw error;
      scan.hideRest();
    }
    return scan;
  }

  /** A method of its own, since loops within `try` take twice the time. */
  #runAll(scan: Pass, text: string, first: number, isBuffered: boolean): void {
    let at = first;
    while (at < text.length) {
      const kind = this.#table.kindAt(text, at);
      const next = kind === ENCODED ? this.#runEncoded(scan, at) : this.#run(kind, scan, at, 1);
      at = this.#next(text, next, isBuffered);
    }
  }

  /** The first index from `start` on whose character triggers detectors; the text's length without one. */
  #next(text: string, start: number, isBuffered: boolean): number {
    if (start >= text.length) return text.length;
    return isBuffered
      ? this.#table.searchBytes(this.#bytes, start)
      : this.#table.searchText(text, start);
  }

  /** Reads a text into the buffer; false if it is too long for it or not ASCII. Bytes are read in half the time. */
  #readBytes(text: string): boolean {
    if (text.length < MIN_BUFFERED || text.length > BUFFER_SIZE) return false;
    const isAscii = this.#bytes.write(text) === text.length;
    this.#bytes[text.length] = END;
    return isAscii;
  }

  #runEncoded(scan: Pass, at: number): number {
    const digits = at + (scan.startsWith('25', at + 1) ? 3 : 1);
    const end = digits + 2;
    const kind = this.#table.encodedKind(scan.slice(digits, end).toLowerCase(), scan.code(end));
    return kind ? this.#run(kind, scan, at, end - at) : at + 1;
  }

  /** Runs detectors until one finds something; returns where the scan continues. */
  #run(kind: number, scan: Pass, at: number, length: number): number {
    for (const detector of this.#table.detectorsFor(kind, scan.startAt(at))) {
      const spans = detector.find(scan, at, length);
      if (spans.length > 0) return hideAll(spans, detector, scan);
    }
    return scan.next;
  }
}

function hideAll(spans: readonly Span[], { isValue }: Detector, scan: Pass): number {
  for (const { start, end } of spans) scan.hide(start, end, isValue === true);
  return Math.max(scan.end, scan.next);
}
