import type { Column, View } from '../api/description.ts';
import type { Row } from '../api/run.ts';
import { quotedName } from '../sql/quoted-name.ts';

/** How many rows a page has. */
export const PAGE_ROWS = 100;

const UNORDERED: readonly string[] = ['STRUCT', 'JSON', 'GEOGRAPHY', 'RANGE', 'INTERVAL'];

/**
 * The statement of the page of a view that follows the rows: newest first by its time, and by its other columns where
 * rows have the same. A view without a time has its first rows alone.
 */
export function pageStatement({ columns, name, time }: View, rows: readonly Row[]): string {
  const from = `SELECT *\nFROM ${quotedName(name)}`;
  const timed = columns.find((column) => column.name === time);
  if (!timed) return `${from}\nLIMIT ${PAGE_ROWS}`;
  const others = columns.filter(
    (column) => column !== timed && column.mode !== 'REPEATED' && !UNORDERED.includes(column.type),
  );
  const order = [`${quotedName(timed.name)} DESC`, ...others.map((one) => quotedName(one.name))];
  const last = rows.at(-1)?.[timed.name];
  if (last === undefined || last === null) {
    return `${from}\nORDER BY ${order.join(', ')}\nLIMIT ${PAGE_ROWS}`;
  }
  const moment = String(last);
  // Rows of the moment that are displayed already.
  const known = rows.filter((row) => String(row[timed.name]) === moment).length;
  return `${from}
WHERE ${quotedName(timed.name)} <= ${literalOf(timed, moment)}
ORDER BY ${order.join(', ')}
LIMIT ${PAGE_ROWS} OFFSET ${known}`;
}

function literalOf({ type }: Column, value: string): string {
  return type === 'TIMESTAMP' ? `TIMESTAMP_MICROS(${value})` : `${type} '${value}'`;
}
