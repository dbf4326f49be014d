import type { Scan } from './scan.ts';

/** A range of a text that is personal or a secret. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `certain` by its own form, or `likely` by what stands around it. */
export type Confidence = 'certain' | 'likely';

/** A sign that a detector looks around. */
export interface Trigger {
  readonly sign: string;
  /** The characters of which one must follow; any may without it. */
  readonly next?: string;
  /** The characters of which one must stand before it; any may without it. */
  readonly before?: string;
  /** Whether the sign counts percent-encoded too, once or twice. */
  readonly isEncoded?: boolean;
}

/**
 * Finds the spans of one kind.
 *
 * It must decide by what the output holds to the left (`Scan.left`), so that a second pass decides alike, and look at a
 * bounded part of the text or skip what it has read (`Scan.skipTo`), so that the time stays linear.
 */
export interface Detector {
  readonly name: string;
  readonly confidence: Confidence;
  readonly triggers: readonly Trigger[];
  /** Whether what stands before a span decides where it ends, so that no e-mail address goes on behind it. */
  readonly isValue?: boolean;
  /** The spans around a trigger of this length, from left to right, all behind `scan.end`. */
  find(scan: Scan, at: number, length: number): readonly Span[];
}

/** No span. */
export const NONE: readonly Span[] = [];

/** One span, as a detector answers it. */
export function span(start: number, end: number): readonly Span[] {
  return [{ start, end }];
}
