import { beginsWord } from '../text/boundary.ts';
import { LOWER_E, LOWER_I, LOWER_R } from '../text/char-codes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';

const SCHEME = new Pattern(/(?:bearer|basic)(?:[ \t]{1,16}|\+|%20|:[ \t]{0,16})/i);
const BEARER_END = new Pattern(/[^\w.~+/-]/);
const BASIC_END = new Pattern(/[^0-9A-Za-z+/]/);
const PADDING = new Pattern(/={0,4}/);
/** A bounded sample decides; otherwise `basic+basic+…` would be re-read after every `basic`. */
const SAMPLE = new Pattern(/([\w.~+/-]{6,200}={0,4})/);
const MIN_BEARER_LENGTH = 8;
const MIN_BASIC_LENGTH = 6;
const LONG = 24;

/** Credentials after the name of their scheme: `Bearer …`, `Basic …`. */
export const credentials: Detector = {
  name: 'credentials',
  confidence: 'likely',
  triggers: Array.from('Bb', (char) => ({ char, next: 'AaEe' })),
  leads: ['Bearer ', 'basic+', 'Basic dXNlcjpwYXNz', 'bearer aB', 'basic: '],
  find: findCredentials,
};

function findCredentials(scan: Scan, at: number): readonly Span[] {
  const isBearer = (scan.code(at + 1) | 32) === LOWER_E;
  const start = endOfScheme(scan, at, isBearer);
  if (start < 0) return NONE;
  const sample = scan.capture(SAMPLE, start) ?? '';
  if (!(isBearer ? isBearerToken(sample) : isUserAndPassword(sample))) return NONE;
  const end = scan.find(isBearer ? BEARER_END : BASIC_END, start);
  const isToken = end - start >= (isBearer ? MIN_BEARER_LENGTH : MIN_BASIC_LENGTH);
  return isToken ? span(start, scan.match(PADDING, end)) : NONE;
}

function endOfScheme(scan: Scan, start: number, isBearer: boolean): number {
  // The fourth letter rules out most words.
  if ((scan.code(start + 3) | 32) !== (isBearer ? LOWER_R : LOWER_I)) return -1;
  const end = scan.match(SCHEME, start);
  return end >= 0 && beginsWord(scan, start) ? end : -1;
}

/** Excludes English text after the word: `Bearer authentication failed`. */
function isBearerToken(token: string): boolean {
  if (token.length >= LONG || /[a-z][A-Z]/.test(token)) return true;
  return /\d/.test(token) && !/^[a-z]+-?\d?$/i.test(token);
}

function isUserAndPassword(token: string): boolean {
  return Buffer.from(token, 'base64').includes(':') && !/^[A-Z]?[a-z]+$/.test(token);
}
