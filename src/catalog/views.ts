import {
  type Prelude,
  parseQuery,
  printIdentifier,
  type ResolvedStatement,
  type Row,
  SCALARS,
  type Statement,
  type Type,
  tablesIn,
  typeName,
} from '#googlesql';
import type { ViewSpec } from '../endpoint/endpoint-spec.ts';
import { analyzeOverViews } from './barrier/guarded-views.ts';
import { checkedStatement } from './checked-statement.ts';

/** A view of an endpoint, compiled and checked. */
export interface PreparedView {
  readonly columns: Statement['columns'];
  /** The index of its table's time. */
  readonly timestampIndex: number;
  readonly idIndex: number;
  readonly open: PageStatements;
  /** The same with a pinned tenant's filter on every scan. */
  readonly pinned: PageStatements;
}

/** The statements of a page, by where it begins. */
export interface PageStatements {
  /** With the rows of a time, such as the first page; it compares no ids, which need not be read for that. */
  readonly atTime: Statement;
  /** Behind an id among those with the same time, or behind all of them. */
  readonly behindId: Statement;
}

/** The parameters of a page besides those of the endpoint; callers cannot use names that begin with `_`. */
export const PAGE_PARAMETERS: ReadonlyMap<string, Type> = new Map([
  ['_limit', SCALARS.INT64],
  ['_after_timestamp', SCALARS.TIMESTAMP],
  ['_after_id', SCALARS.STRING],
]);

/** Compiles a view over the stored CTEs, open and pinned; throws an `Error` that names what is missing. */
export function prepareView(spec: ViewSpec, open: Prelude, pinned: Prelude): PreparedView {
  const isThere = open.with.ctes.some(({ name }) => name.name === spec.cte);
  if (!isThere) throw new Error(`its query has no CTE "${spec.cte}"`);
  // Columns are listed by name: if the engine's table has more than ours, `*` would expose them.
  const { columns, resolved } = compile(`SELECT * FROM \`${spec.cte}\``, open);
  const time = timeOf(resolved, spec.cte);
  const index = (name: string, type: Type) => requireColumn(columns, name, type, spec.cte);
  const timestampIndex = index(time, SCALARS.TIMESTAMP);
  const idIndex = index('id', SCALARS.STRING);
  const names = columns.map(({ name }) => name);
  const pages = (stored: Prelude): PageStatements => ({
    atTime: compile(pageText(spec.cte, time, names), stored),
    behindId: compile(pageText(spec.cte, time, names, behindId(time)), stored),
  });
  return { columns, timestampIndex, idIndex, open: pages(open), pinned: pages(pinned) };
}

/** The time of the tables that a CTE reads, by which its rows are ordered. */
function timeOf({ scan }: ResolvedStatement, cte: string): string {
  const [time, ...others] = new Set(tablesIn(scan).map((table) => table.time));
  if (time !== undefined && others.length === 0) return time;
  throw new Error(
    `its view "${cte}" does not read tables with one time, by which pages are ordered`,
  );
}

function requireColumn(
  columns: Statement['columns'],
  name: string,
  type: Type,
  cte: string,
): number {
  const index = columns.findIndex((column) => column.name === name);
  if (columns[index]?.type.kind === type.kind) return index;
  throw new Error(`its view "${cte}" has no column "${name}" of type ${typeName(type)}`);
}

/** The SQL of a page, newest first; descending order puts NULL ids last. */
function pageText(cte: string, time: string, columns: readonly string[], more = ''): string {
  const moment = momentOf(time);
  const list = columns.map((name) => `entry.\`${name}\``).join(', ');
  return `
    SELECT ${list}
    FROM \`${cte}\` AS entry
    WHERE ${moment} <= @_after_timestamp${more}
    ORDER BY ${moment} DESC, entry.id DESC
    LIMIT @_limit`;
}

/** By itself the condition on the time, which follows from this one, lets an engine skip whole files and partitions. */
function behindId(time: string): string {
  return ` AND (
    ${momentOf(time)} < @_after_timestamp
    OR entry.id < @_after_id
    OR (entry.id IS NULL AND @_after_id IS NOT NULL)
  )`;
}

function momentOf(time: string): string {
  return `entry.${printIdentifier(time)}`;
}

function compile(text: string, stored: Prelude): Statement {
  const query = parseQuery(text);
  const over = analyzeOverViews(query, stored, PAGE_PARAMETERS);
  return checkedStatement({ ...query, with: over.with }, over.resolved);
}

/** The sort keys of a view's rows. */
export interface RowKeys {
  timestamp(row: Row): bigint;
  id(row: Row): string | null;
  /** Whether two rows have the same timestamp and id. */
  same(left: Row, right: Row): boolean;
}

/** The sort keys of a view's rows, read from its columns. */
export function rowKeys({
  timestampIndex,
  idIndex,
}: Pick<PreparedView, 'timestampIndex' | 'idIndex'>): RowKeys {
  // The columns' types are checked when the endpoint is prepared; the time window excludes NULL timestamps.
  const timestamp = (row: Row) => BigInt(row[timestampIndex] as number | bigint);
  const id = (row: Row) => (row[idIndex] ?? null) as string | null;
  return {
    timestamp,
    id,
    same: (left, right) => timestamp(left) === timestamp(right) && id(left) === id(right),
  };
}

/** Orders rows with equal keys by their content, since engines return them in any order. */
export function orderTies(rows: readonly Row[], keys: RowKeys): readonly Row[] {
  const ordered: Row[] = [];
  let start = 0;
  while (start < rows.length) {
    const first = rows[start] ?? [];
    let end = start + 1;
    while (end < rows.length && keys.same(first, rows[end] ?? [])) end += 1;
    ordered.push(...orderByContent(rows.slice(start, end)));
    start = end;
  }
  return ordered;
}

function orderByContent(rows: readonly Row[]): readonly Row[] {
  if (rows.length < 2) return rows;
  return rows
    .map((row) => ({ row, text: contentOf(row) }))
    .sort((left, right) => (left.text < right.text ? -1 : Number(left.text > right.text)))
    .map(({ row }) => row);
}

function contentOf(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
