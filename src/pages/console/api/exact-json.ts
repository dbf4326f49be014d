import { LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value whose numbers have all the digits of its text. */
export type ExactValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | LosslessNumber
  | readonly ExactValue[]
  | { readonly [name: string]: ExactValue };

/** Parses JSON: an integer beyond 2^53 becomes a bigint, another number that a double cannot hold keeps its text. */
export function parseExact(text: string): ExactValue {
  return parse(text, undefined, readNumber) as ExactValue;
}

/** The JSON text of a value, with all digits. */
export function printExact(value: ExactValue, indentation?: number): string {
  return stringify(value, undefined, indentation) ?? 'null';
}

function readNumber(text: string): number | bigint | LosslessNumber {
  const number = Number(text);
  if (String(number) === text) return number;
  return /^-?[1-9]\d*$/.test(text) ? BigInt(text) : new LosslessNumber(text);
}

/** Whether a value is an object of named members, and no number. */
export function isRecord(value: ExactValue): value is { readonly [name: string]: ExactValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value);
}

/** Whether a value is a number in any of its forms. */
export function isNumber(value: ExactValue): value is number | bigint | LosslessNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof LosslessNumber;
}

/** A number as near as a double comes to it; undefined for a value that is none. NUMERIC values are texts. */
export function approximate(value: ExactValue): number | undefined {
  if (value === null || value === '' || typeof value === 'boolean') return undefined;
  if (!isNumber(value) && typeof value !== 'string') return undefined;
  const number = Number(String(value));
  return Number.isFinite(number) ? number : undefined;
}
