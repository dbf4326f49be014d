import { bytesAsTexts, holdsBytes } from '../../engines/duckdb/records/bytes-columns.ts';
import { FirstElements } from '../../engines/duckdb/records/first-elements.ts';
import { selectList } from '../../engines/duckdb/records/row-expression.ts';
import { duckdbType, quoteName, structOf, type Table } from '../../googlesql/index.ts';
import { EDGE_COLUMNS, edgeExpressions, type LogOwner } from '../rows/edge-row.ts';
import { tenantType } from '../rows/tenant-value.ts';
import { shiftedTime } from './shifted-time.ts';

/** Names of columns and their DuckDB types. */
export type ColumnTypes = Readonly<Record<string, string>>;

/** How rows are staged, and how the table's rows are made of them. */
export interface StagedForm {
  /** The columns by which rows are sorted, and those that are sorted, with their DuckDB types. */
  readonly columns: ColumnTypes;
  /** The order in which rows are stored. */
  readonly order: string;
  /** A value that has the same order. */
  readonly key: string;
  /** The columns that are kept of sorted rows, with the types as which they are read again from JSON; undefined keeps all as they are. */
  readonly sorted: ColumnTypes | undefined;
  /** A SELECT of the rows as they are stored, from a relation of sorted rows. */
  readonly select: (relation: string) => string;
}

/** Rows as JSON in the table's shape (`r`), with their time in microseconds (`t`) and their tenant (`k`). */
export function jsonForm(table: Table, single: readonly string[], shift: bigint): StagedForm {
  const { columns } = table;
  const isWhole = tenantType(table)?.kind === 'INT64';
  const row = structOf(columns.map(({ name, type }) => ({ name, type: bytesAsTexts(type) })));
  const elements = new FirstElements(single);
  // DuckDB reads escaped bytes (`\xFF`) in a cast, and not in JSON.
  const typed = columns.map(({ name, type }) => {
    const value = `r.${quoteName(name)}`;
    const cast = holdsBytes(type) ? `CAST(${value} AS ${duckdbType(type)})` : value;
    return `${shiftedTime(table, name, cast, shift)} AS ${quoteName(name)}`;
  });
  const stored = columns.map(
    ({ name, type }) => `${elements.column(name, type)} AS ${quoteName(name)}`,
  );
  return {
    columns: { t: 'BIGINT', k: isWhole ? 'BIGINT' : 'VARCHAR', r: 'JSON' },
    order: 'k, t DESC NULLS LAST',
    key: '{k: k, t: -t}',
    sorted: { r: duckdbType(row) },
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
    columns: EDGE_COLUMNS,
    sorted: undefined,
    order: 't DESC',
    key: '-t',
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
