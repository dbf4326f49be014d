import { beginsWord } from '../text/boundary.ts';
import { LOWER_E, LOWER_I, LOWER_R } from '../text/char-codes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

const SCHEME = /(?:bearer|basic)(?:[ \t]+|\+|%20|:[ \t]*)/iy;
const BEARER = /[\w.~+/-]{8,}=*/y;
const BASIC = /[0-9A-Za-z+/]{6,}={0,2}/y;
/** A bounded sample decides; otherwise `basic+basic+…` would be re-read after every `basic`. */
const SAMPLE = /[\w.~+/-]{6,200}=*/y;
const LONG = 24;

/** Credentials after the name of their scheme: `Bearer …`, `Basic …`. */
export const credentials: Detector = {
  name: 'credentials',
  confidence: 'likely',
  triggers: Array.from('Bb', (char) => ({ char, next: 'AaEe' })),
  find: findCredentials,
};

function findCredentials(scan: Scan, at: number): readonly Span[] {
  const isBearer = (scan.code(at + 1) | 32) === LOWER_E;
  const start = endOfScheme(scan, at, isBearer);
  if (start < 0) return NONE;
  SAMPLE.lastIndex = start;
  const sample = SAMPLE.exec(scan.text)?.[0] ?? '';
  if (!(isBearer ? isBearerToken(sample) : isUserAndPassword(sample))) return NONE;
  const pattern = isBearer ? BEARER : BASIC;
  pattern.lastIndex = start;
  return pattern.test(scan.text) ? span(start, pattern.lastIndex) : NONE;
}

function endOfScheme(scan: Scan, start: number, isBearer: boolean): number {
  // The fourth letter rules out most words.
  if ((scan.code(start + 3) | 32) !== (isBearer ? LOWER_R : LOWER_I)) return -1;
  SCHEME.lastIndex = start;
  return SCHEME.test(scan.text) && beginsWord(scan, start) ? SCHEME.lastIndex : -1;
}

/** Excludes English text after the word: `Bearer authentication failed`. */
function isBearerToken(token: string): boolean {
  if (token.length >= LONG || /[a-z][A-Z]/.test(token)) return true;
  return /\d/.test(token) && !/^[a-z]+-?\d?$/i.test(token);
}

function isUserAndPassword(token: string): boolean {
  return Buffer.from(token, 'base64').includes(':') && !/^[A-Z]?[a-z]+$/.test(token);
}
