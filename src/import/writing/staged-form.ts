import { duckdbType, quoteName, type Table } from '#googlesql';
import { bytesAsTexts, holdsBytes } from '../../engines/duckdb/records/bytes-columns.ts';
import { FirstElements } from '../../engines/duckdb/records/first-elements.ts';
import { selectList } from '../../engines/duckdb/records/row-expression.ts';
import { EDGE_COLUMNS, edgeExpressions, type LogOwner } from '../rows/edge-row.ts';
import { tenantType } from '../rows/tenant-value.ts';
import { shiftedTime } from './shifted-time.ts';
import { jsonLines, listOf, PLAIN_LINES, separatedLines } from './staged-lines.ts';

/** How rows are staged, and how the table's rows are made of them. */
export interface StagedForm {
  /** A DuckDB FROM item with staged rows. */
  readonly staged: (path: string, longest: number) => string;
  /** The columns of sorted rows that are written. */
  readonly columns: readonly string[];
  /** The order in which rows are stored, and a value that has the same order. */
  readonly order: string;
  readonly key: string;
  /** How sorted rows are written, and a FROM item with them. */
  readonly copyOptions: readonly string[];
  readonly sorted: (paths: readonly string[], longest: number) => string;
  /** A SELECT of the rows as they are stored, from such a FROM item. */
  readonly select: (relation: string) => string;
}

/** Rows as JSON in the table's shape (`r`), with their time in microseconds (`t`) and their tenant (`k`). */
export function jsonForm(table: Table, single: readonly string[], shift: bigint): StagedForm {
  const { columns } = table;
  const keyType = tenantType(table)?.kind === 'INT64' ? 'BIGINT' : 'VARCHAR';
  const types = Object.fromEntries(
    columns.map(({ name, type }) => [name, duckdbType(bytesAsTexts(type))]),
  );
  const elements = new FirstElements(single);
  // DuckDB reads escaped bytes (`\xFF`) in a cast, and not in JSON.
  const typed = columns.map(({ name, type }) => {
    const value = quoteName(name);
    const cast = holdsBytes(type) ? `CAST(${value} AS ${duckdbType(type)})` : value;
    return `${shiftedTime(table, name, cast, shift)} AS ${value}`;
  });
  const stored = columns.map(
    ({ name, type }) => `${elements.column(name, type)} AS ${quoteName(name)}`,
  );
  return {
    staged: (path, longest) =>
      separatedLines(path, { t: 'BIGINT', k: keyType, r: 'VARCHAR' }, longest),
    columns: ['r'],
    order: 'k, t DESC NULLS LAST',
    key: '{k: k, t: -t}',
    copyOptions: PLAIN_LINES,
    sorted: (paths, longest) => jsonLines(paths, types, longest),
    select: (relation) => {
      const rows = `(SELECT ${typed.join(', ')} FROM ${relation})`;
      return `SELECT ${stored.join(', ')} FROM ${elements.relation(rows)}`;
    },
  };
}

/** Lines of an access log in parts, all of one tenant. */
export function edgeForm({ columns }: Table, owner: LogOwner, shift: bigint): StagedForm {
  const list = selectList(columns, edgeExpressions(owner, shift));
  return {
    staged: (path, longest) => jsonLines([path], EDGE_COLUMNS, longest),
    columns: Object.keys(EDGE_COLUMNS),
    order: 't DESC',
    key: '-t',
    copyOptions: ['FORMAT parquet', 'ROW_GROUP_SIZE 30720'],
    sorted: (paths) => `read_parquet(${listOf(paths)}, hive_partitioning = false)`,
    select: (relation) => `SELECT ${list} FROM ${relation}`,
  };
}

/** The repeated records with one element in every row, where these do not have one. */
export function singleRecords(
  paths: readonly string[],
  several: ReadonlySet<string>,
): readonly string[] {
  const single = new Set<string>();
  for (const path of paths) {
    const around = paths.filter((outer) => path.startsWith(`${outer}.`));
    if (!several.has(path) && around.every((outer) => single.has(outer))) single.add(path);
  }
  return [...single];
}
