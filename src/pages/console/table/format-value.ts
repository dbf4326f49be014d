import type { Column } from '../api/description.ts';
import { type ExactValue, isNumber, printExact } from '../api/exact-json.ts';

/** The most characters of a nested value in a cell. */
const PREVIEW = 120;

/** A value of a column as text: moments as ISO 8601, nested values as the beginning of their JSON. */
export function formatValue(value: ExactValue, column: Pick<Column, 'type' | 'mode'>): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object' && !isNumber(value)) return preview(value);
  if (column.type === 'TIMESTAMP' && column.mode !== 'REPEATED') return formatTimestamp(value);
  return String(value);
}

/** Whether a value is displayed as a tree. */
export function isNested(value: ExactValue): boolean {
  return typeof value === 'object' && value !== null && !isNumber(value);
}

function preview(value: ExactValue): string {
  const text = printExact(value);
  return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
}

/** Microseconds since the epoch as ISO 8601 in UTC, with all six digits where they are not 0. */
export function formatTimestamp(value: ExactValue): string {
  const text = String(value);
  if (!/^-?\d+$/.test(text)) return text;
  const micros = BigInt(text);
  const seconds = micros / 1_000_000n - (micros % 1_000_000n < 0n ? 1n : 0n);
  const fraction = String(micros - seconds * 1_000_000n).padStart(6, '0');
  const moment = new Date(Number(seconds) * 1_000).toISOString().slice(0, -5).replace('T', ' ');
  return fraction === '000000' ? `${moment}Z` : `${moment}.${fraction}Z`;
}
