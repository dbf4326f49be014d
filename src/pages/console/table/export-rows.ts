import type { Column } from '../api/description.ts';
import { type ExactValue, printExact } from '../api/exact-json.ts';
import type { Row } from '../api/run.ts';
import { isNested } from './format-value.ts';

/** Rows as REST's CSV: RFC 4180, the names of the columns first, nested values as JSON, null as nothing. */
export function toCsv(columns: readonly Column[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => quoted(name)),
    ...rows.map((row) => columns.map(({ name }) => csvValue(row[name] ?? null))),
  ];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

function csvValue(value: ExactValue): string {
  if (value === null) return '';
  if (value === '') return '""';
  return quoted(isNested(value) ? printExact(value) : String(value));
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as REST's NDJSON: an object a line. */
export function toNdjson(rows: readonly Row[]): string {
  return rows.map((row) => `${printExact(row)}\n`).join('');
}
