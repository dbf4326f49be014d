import type { Scan } from './scan.ts';

/** A range of a text that is personal data or a secret; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `certain`: identified by its own form; `likely`: identified by its context. */
export type Confidence = 'certain' | 'likely';

/** A character that starts a detector, with conditions on its neighbours. */
export interface Trigger {
  readonly char: string;
  /** The characters of which one must follow; default: any. */
  readonly next?: string;
  /** The characters of which one must precede; default: any. */
  readonly before?: string;
  /** Whether the character also triggers when percent-encoded, once or twice. */
  readonly isEncoded?: boolean;
}

/**
 * Finds the spans of one kind of personal data or secret.
 *
 * Two rules: context to the left is read from the output (`Scan.left`), so that a second pass decides the same; and what
 * is read is bounded (`Pattern`), skipped afterwards (`Scan.skipTo`) or read once for all (`Scan.find`), so that time
 * stays linear. A scan's budget enforces the second rule: the rest of a text on which it is used up is hidden.
 */
export interface Detector {
  readonly name: string;
  readonly confidence: Confidence;
  readonly triggers: readonly Trigger[];
  /** Texts that make the detector read on, such as names and prefixes. Tests repeat and nest them and count what is read. */
  readonly leads: readonly string[];
  /** Whether the text before a span determines its end; an e-mail address then cannot continue after it. */
  readonly isValue?: boolean;
  /** The spans around a trigger of this length, from left to right, all after `scan.end`. */
  find(scan: Scan, at: number, length: number): readonly Span[];
}

/** No spans. */
export const NONE: readonly Span[] = [];

/** A result with one span. */
export function span(start: number, end: number): readonly Span[] {
  return [{ start, end }];
}
