import type { StoredField } from '../../engines/duckdb/files/stored-type.ts';
import { storedExpression } from '../../engines/duckdb/files/expressions/stored-expression.ts';
import { NO_SINGLE_RECORDS } from '../../engines/duckdb/files/stored-columns.ts';
import { absentValue } from '../../engines/duckdb/files/expressions/scalar-expression.ts';
import { fault } from '../../engines/duckdb/files/expressions/scalar-forms.ts';
import {
  filledTenant,
  namesTenant,
  tenantExpression,
} from '../../engines/duckdb/records/tenant-expression.ts';
import { quoteName, type Table, type TableColumn } from '../../googlesql/index.ts';
import type { TimeBounds, Unit } from '../rows/moments.ts';
import { inputColumns } from './input-columns.ts';
import { isInUnit, isNumber, lenientValue, UNIT_MICROS } from './lenient-values.ts';

/** A Parquet file as rows of a table. */
export interface TypedRows {
  /**
   * A relation of all rows: `n`, their number; the table's columns; `bad`, whether one of them cannot be read; `t`, their
   * time in microseconds, and `k`, their tenant; `outside`, whether their time is out of bounds; `has_tenant`.
   */
  readonly relation: string;
  /** A relation of the file's rows: `n`; `p0`, `p1` …, what it has for the columns; `u0` …, counts of unknown values. */
  readonly given: string;
  /** Expressions over `given`, in the order of the table's columns, that fail where a value is none of its column's type. */
  readonly checked: readonly string[];
  /** The paths that the counts are of. */
  readonly unknown: readonly string[];
  /** By the units of times that are numbers, DuckDB texts over `given` that count them in a row. */
  readonly units: ReadonlyMap<Unit, string>;
}

/** How the rows of a Parquet file are to be read. */
export interface TypedOptions {
  readonly table: Table;
  readonly stored: readonly StoredField[];
  /** The FROM item of the file's rows, with `file_row_number`. */
  readonly source: string;
  readonly tenant: string | undefined;
  readonly bounds: TimeBounds | undefined;
}

/** Reads rows of a file as a table's, each value checked. */
export function typedRows(options: TypedOptions): TypedRows {
  const { bounds, source, stored, table, tenant } = options;
  const { unknown, values } = inputColumns(table, stored);
  const columns = table.columns.map((column, i) => {
    const given = values.get(column.name);
    const read = given && lenientValue({ ...given, value: `p${i}` }, column.type, bounds);
    const place = { path: column.name, depth: 0 };
    const reading = { isImported: false, single: NO_SINGLE_RECORDS };
    const value = read && storedExpression(read.value, read.type, column.type, place, reading);
    return { column, given, read: value ?? absentValue(column.type) };
  });
  const given = columns.flatMap((one, i) => (one.given ? [`${one.given.value} AS p${i}`] : []));
  const counts = [...unknown.values()].map((count, i) => `${count} AS u${i}`);
  const rows = `(SELECT ${['file_row_number + 1 AS n', ...given, ...counts].join(', ')} FROM ${source})`;
  const tried = columns.map(({ read }, i) => `TRY(${read}) AS v${i}`);
  const tries = `(SELECT *, ${tried.join(', ')} FROM ${rows})`;
  const tenantColumn = table.columns.findIndex(({ name }) => name === table.tenant?.[0]);
  const isFilled = (i: number) => tenant !== undefined && i === tenantColumn;
  const stores = columns.map(({ column }, i) => {
    const value = isFilled(i) ? filledTenant(table, `v${i}`, tenant ?? '') : `v${i}`;
    return `${value} AS ${quoteName(column.name)}`;
  });
  const bad = columns.map((one, i) => isBad(one.column, i, { isGiven: !!one.given, isFilled: isFilled(i) }));
  const named = `(SELECT *, ${stores.join(', ')}, ${bad.filter((text) => text !== 'false').join(' OR ') || 'false'} AS bad FROM ${tries})`;
  const micros = `(SELECT *, ${timeMicros(table)} AS t, ${tenantExpression(table)} AS k, ${namesTenant(table)} AS has_tenant FROM ${named})`;
  return {
    relation: `(SELECT * REPLACE (bad OR outside AS bad) FROM (SELECT *, ${outside(table, bounds)} AS outside FROM ${micros}))`,
    given: rows,
    checked: columns.map(({ column, read }, i) =>
      column.mode === 'REQUIRED' && !isFilled(i)
        ? `coalesce(${read}, ${fault(column.name, 'is missing')})`
        : read,
    ),
    unknown: [...unknown.keys()],
    units: unitCounts(options, columns),
  };
}

interface Source {
  readonly isGiven: boolean;
  readonly isFilled: boolean;
}

/** Whether a column's value could not be read; an array is never NULL. */
function isBad({ mode, type }: TableColumn, i: number, { isFilled, isGiven }: Source): string {
  if (mode === 'REQUIRED' && !isFilled) return `v${i} IS NULL`;
  if (!isGiven) return 'false';
  return type.kind === 'ARRAY' ? `v${i} IS NULL` : `(v${i} IS NULL AND p${i} IS NOT NULL)`;
}

function timeMicros({ columns, time }: Table): string {
  const kind = columns.find(({ name }) => name === time)?.type.kind;
  if (time === undefined || kind === undefined) return 'CAST(NULL AS BIGINT)';
  const value = quoteName(time);
  return kind === 'DATE' ? `epoch_us(CAST(${value} AS TIMESTAMP))` : `epoch_us(${value})`;
}

function outside({ columns, time }: Table, bounds: TimeBounds | undefined): string {
  const kind = columns.find(({ name }) => name === time)?.type.kind;
  if (!bounds || kind !== 'TIMESTAMP') return 'false';
  const { earliest, latest } = bounds;
  return `coalesce(t NOT BETWEEN ${Math.ceil(earliest)} AND ${Math.floor(latest)}, false)`;
}

function unitCounts(
  { bounds }: TypedOptions,
  columns: readonly { readonly column: TableColumn; readonly given: { readonly type: StoredField['type'] } | undefined }[],
): ReadonlyMap<Unit, string> {
  if (!bounds) return new Map();
  const numbers = columns.flatMap(({ column, given }, i) => {
    const isTime = column.type.kind === 'TIMESTAMP' && given?.type.kind === 'scalar';
    return isTime && isNumber(given.type.name) ? [`p${i}`] : [];
  });
  if (numbers.length === 0) return new Map();
  return new Map(
    UNIT_MICROS.map(([unit, micros]) => [
      unit,
      numbers
        .map((value) => `CASE WHEN ${isInUnit(value, micros, bounds)} THEN 1 ELSE 0 END`)
        .join(' + '),
    ]),
  );
}
