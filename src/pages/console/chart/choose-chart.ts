import type { Column } from '../api/description.ts';
import { approximate, type ExactValue } from '../api/exact-json.ts';
import type { Row } from '../api/run.ts';

/** How rows are drawn. */
export type ChartKind = 'line' | 'area' | 'bars' | 'dots' | 'figures';

/** A chart of some columns, by their names. */
export interface Chart {
  readonly kind: ChartKind;
  /** The column of the horizontal axis; undefined for figures. */
  readonly x: string | undefined;
  /** Columns of numbers. */
  readonly y: readonly string[];
}

/** What a column can be in a chart. */
export type ColumnRole = 'time' | 'number' | 'category' | undefined;

const TIMES: readonly string[] = ['TIMESTAMP', 'DATETIME', 'DATE'];
const NUMBERS: readonly string[] = ['INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC'];
const CATEGORIES: readonly string[] = ['STRING', 'BOOL'];

/** What a column can be in a chart; nothing if its values are nested. */
export function roleOf({ mode, type }: Column): ColumnRole {
  if (mode === 'REPEATED') return undefined;
  if (TIMES.includes(type)) return 'time';
  if (NUMBERS.includes(type)) return 'number';
  return CATEGORIES.includes(type) ? 'category' : undefined;
}

/** Numbers that count steps of an axis: `bucket`, `hour_of_day`. */
const BUCKET = /(?:^|_)(?:bucket|second|minute|hour|day|week|month|quarter|year)(?:$|_)/i;
/** Numbers that name something: drawn only where there is nothing else. */
const IDENTIFIER = /(?:^|_)(?:id|key|code|zip|asn)$/i;
/** The most columns that are drawn at first. */
const MAX_SERIES = 5;

/** The chart that the columns suggest; undefined if there is nothing to draw. */
export function chooseChart(columns: readonly Column[], rows: readonly Row[]): Chart | undefined {
  const named = (role: ColumnRole) =>
    columns.filter((column) => roleOf(column) === role && hasValues(column, rows));
  const [time] = named('time');
  const [category] = named('category');
  const numbers = measuresOf(named('number'));
  const [first, second] = numbers;
  if (!first) return undefined;
  if (rows.length === 1) return { kind: 'figures', x: undefined, y: names(numbers) };
  if (time) return { kind: 'line', x: time.name, y: comparable(numbers, rows) };
  const bucket = named('number').find(({ name }) => BUCKET.test(name));
  if (bucket && bucket !== first && isDistinct(bucket, rows)) {
    return { kind: 'line', x: bucket.name, y: comparable(numbers, rows) };
  }
  if (category) return { kind: 'bars', x: category.name, y: comparable(numbers, rows).slice(0, 3) };
  return second ? { kind: 'dots', x: first.name, y: [second.name] } : undefined;
}

function names(columns: readonly Column[]): readonly string[] {
  return columns.slice(0, 2 * MAX_SERIES).map(({ name }) => name);
}

function hasValues({ name }: Column, rows: readonly Row[]): boolean {
  return rows.some((row) => (row[name] ?? null) !== null);
}

function measuresOf(numbers: readonly Column[]): readonly Column[] {
  const measures = numbers.filter(({ name }) => !IDENTIFIER.test(name) && !BUCKET.test(name));
  return measures.length > 0 ? measures : numbers;
}

function isDistinct({ name }: Column, rows: readonly Row[]): boolean {
  return new Set(rows.map((row) => String(row[name]))).size === rows.length;
}

/** Those of the columns whose numbers are of the size of the first one's: one axis shows them all. */
function comparable(numbers: readonly Column[], rows: readonly Row[]): readonly string[] {
  const sizes = numbers.map(({ name }) => sizeOf(name, rows));
  const [size = 0] = sizes;
  return numbers
    .filter((_, index) => {
      const ratio = (sizes[index] ?? 0) / (size || 1);
      return index === 0 || (ratio > 0.02 && ratio < 50);
    })
    .slice(0, MAX_SERIES)
    .map(({ name }) => name);
}

function sizeOf(name: string, rows: readonly Row[]): number {
  return rows.reduce((size, row) => Math.max(size, Math.abs(numberOf(row[name]) ?? 0)), 0);
}

function numberOf(value: ExactValue | undefined): number | undefined {
  return value === undefined ? undefined : approximate(value);
}
