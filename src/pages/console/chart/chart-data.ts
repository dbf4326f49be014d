import type { Column } from '../api/description.ts';
import { approximate, type ExactValue } from '../api/exact-json.ts';
import type { Row } from '../api/run.ts';
import { formatValue } from '../table/format-value.ts';
import { type Chart, roleOf } from './choose-chart.ts';

/** Numbers to draw: a list for the horizontal axis, in ascending order, and one of the same length for each series. */
export interface ChartData {
  readonly x: readonly number[];
  readonly series: readonly Series[];
  /** `time`: seconds since the epoch; `category`: places in `labels`. */
  readonly scale: 'time' | 'number' | 'category';
  readonly labels: readonly string[];
  /** The column that tells the series apart, where it is one; they are all of one number then. */
  readonly splitBy?: string;
  /** How many categories or series were left out. */
  readonly leftOut: number;
}

/** A line, or bars of a colour. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** The most categories on an axis. */
const MAX_CATEGORIES = 60;
/** The most series of a column that tells lines apart. */
const MAX_SPLIT = 8;

/** The numbers of a chart. */
export function chartData(
  chart: Chart,
  columns: readonly Column[],
  rows: readonly Row[],
): ChartData {
  const x = columns.find(({ name }) => name === chart.x);
  if (!x) return { x: [], series: [], scale: 'number', labels: [], leftOut: 0 };
  if (chart.kind === 'bars' || roleOf(x) === 'category') return barData(chart, x, rows);
  const places = pointsOf(x, rows);
  const scale = roleOf(x) === 'time' ? 'time' : 'number';
  const split = chart.kind === 'dots' ? undefined : splitColumn(chart, columns, places);
  if (split) return { ...splitData(chart, split, places), scale, labels: [], splitBy: split.name };
  return {
    x: places.map(([at]) => at),
    series: chart.y.map((name) => ({ name, values: places.map(([, row]) => numberIn(row, name)) })),
    scale,
    labels: [],
    leftOut: 0,
  };
}

function barData(chart: Chart, x: Column, rows: readonly Row[]): ChartData {
  const drawn = rows.slice(0, MAX_CATEGORIES);
  return {
    x: drawn.map((_, index) => index),
    series: chart.y.map((name) => ({ name, values: drawn.map((row) => numberIn(row, name)) })),
    scale: 'category',
    labels: drawn.map((row) => formatValue(row[x.name] ?? null, x)),
    leftOut: rows.length - drawn.length,
  };
}

/** Rows with their places on the axis, in ascending order. */
type Points = readonly (readonly [at: number, row: Row])[];

function pointsOf(x: Column, rows: readonly Row[]): Points {
  return rows
    .flatMap((row) => {
      const at = placeOf(x, row[x.name] ?? null);
      return at === undefined ? [] : [[at, row] as const];
    })
    .sort(([left], [right]) => left - right);
}

function placeOf({ type }: Column, value: ExactValue): number | undefined {
  if (value === null) return undefined;
  if (type === 'TIMESTAMP') return Number(String(value)) / 1e6;
  if (type === 'DATE') return secondsOf(`${String(value)}T00:00:00Z`);
  if (type === 'DATETIME') return secondsOf(`${String(value)}Z`);
  return approximate(value);
}

function secondsOf(text: string): number | undefined {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1_000;
}

/** The column that tells lines apart, where several rows have one place: the first category, else a small number. */
function splitColumn(
  { x, y }: Chart,
  columns: readonly Column[],
  points: Points,
): Column | undefined {
  if (points.every(([at], index) => at !== points[index - 1]?.[0])) return undefined;
  const others = columns.filter(({ name }) => name !== x && !y.includes(name));
  const isFew = ({ name }: Column) => {
    const values = new Set(points.map(([, row]) => String(row[name])));
    return values.size > 1 && values.size <= Math.max(MAX_SPLIT * 2, points.length / 3);
  };
  const few = others.filter((column) => roleOf(column) !== undefined && isFew(column));
  return few.find((column) => roleOf(column) === 'category') ?? few[0];
}

function splitData({ y }: Chart, split: Column, points: Points) {
  const measure = y[0] ?? '';
  const places = [...new Set(points.map(([at]) => at))];
  const index = new Map(places.map((at, place) => [at, place]));
  const values = new Map<string, (number | null)[]>();
  for (const [at, row] of points) {
    const name = formatValue(row[split.name] ?? null, split);
    const line = values.get(name) ?? places.map(() => null);
    line[index.get(at) ?? 0] = numberIn(row, measure);
    values.set(name, line);
  }
  const lines = [...values].map(([name, line]) => ({ name, values: line }));
  return {
    x: places,
    series: lines.slice(0, MAX_SPLIT),
    leftOut: Math.max(0, lines.length - MAX_SPLIT),
  };
}

function numberIn(row: Row, name: string): number | null {
  return approximate(row[name] ?? null) ?? null;
}
