import { quoteName, type Table, type TableColumn, type Type } from '#googlesql';
import type { NullChecks, Place } from '../../engines/duckdb/files/expressions/json-expression.ts';
import { absentValue } from '../../engines/duckdb/files/expressions/scalar-expression.ts';
import { fault } from '../../engines/duckdb/files/expressions/scalar-forms.ts';
import { storedExpression } from '../../engines/duckdb/files/expressions/stored-expression.ts';
import { requiredPaths } from '../../engines/duckdb/files/required-fields.ts';
import { NO_SINGLE_RECORDS } from '../../engines/duckdb/files/stored-columns.ts';
import type { StoredField } from '../../engines/duckdb/files/stored-type.ts';
import {
  filledTenant,
  namesTenant,
  tenantExpression,
} from '../../engines/duckdb/records/tenant-expression.ts';
import type { TimeBounds, Unit } from '../rows/moments.ts';
import { inputColumns } from './input-columns.ts';
import {
  isInUnit,
  isNumber,
  lenientValue,
  type StoredValue,
  UNIT_MICROS,
} from './lenient-values.ts';
import { checkedValue, given, ROW, unknownCount } from './row-names.ts';

/** A Parquet file as rows of a table. */
export interface TypedRows {
  /** A relation of all rows: the table's columns, and those of `ROW`. */
  readonly relation: string;
  /** A relation of the file's rows: their numbers, what it has for the columns, and counts of unknown values. */
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

/** A column of the table, and how it is read. */
interface ReadColumn {
  readonly column: TableColumn;
  /** What the file has for it. */
  readonly stored: StoredValue | undefined;
  /** DuckDB text over what the file has, which fails for a value of another type. */
  readonly read: string;
  /** Whether the tenant is filled in where it is absent. */
  readonly isFilled: boolean;
}

/** Reads rows of a file as a table's, each value checked. */
export function typedRows(options: TypedOptions): TypedRows {
  const { bounds, table, tenant } = options;
  const { unknown, values } = inputColumns(table, options.stored);
  const nulls = nestedChecks(options);
  const columns = table.columns.map((column, i): ReadColumn => {
    const stored = values.get(column.name);
    const isFilled = tenant !== undefined && column.name === table.tenant?.[0];
    const place = { path: column.name, depth: 0, nulls };
    return { column, stored, isFilled, read: readColumn(column, i, stored, { bounds, place }) };
  });
  const rows = givenRows(options.source, columns, [...unknown.values()]);
  const tried = columns.map(({ read }, i) => `TRY(${read}) AS ${checkedValue(i)}`);
  const tries = `(SELECT *, ${tried.join(', ')} FROM ${rows})`;
  const named = columns.map(({ column, isFilled }, i) => {
    const value = checkedValue(i);
    const filled = isFilled ? filledTenant(table, value, tenant ?? '') : value;
    return `${filled} AS ${quoteName(column.name)}`;
  });
  const bad = columns.flatMap((column, i) => isBad(column, i) ?? []);
  const typed = `(SELECT *, ${named.join(', ')}, ${bad.join(' OR ') || 'false'} AS ${ROW.isBad} FROM ${tries})`;
  const timed = `(SELECT *, ${timeMicros(table)} AS ${ROW.micros}, ${tenantExpression(table)} AS ${ROW.tenant},
    ${namesTenant(table)} AS ${ROW.hasTenant} FROM ${typed})`;
  const bounded = `(SELECT *, ${isOutside(table, bounds)} AS ${ROW.isOutside} FROM ${timed})`;
  return {
    relation: `(SELECT * REPLACE (${ROW.isBad} OR ${ROW.isOutside} AS ${ROW.isBad}) FROM ${bounded})`,
    given: rows,
    checked: columns.map(({ column, isFilled, read }) =>
      column.mode === 'REQUIRED' && !isFilled
        ? `coalesce(${read}, ${fault(column.name, 'is missing')})`
        : read,
    ),
    unknown: [...unknown.keys()],
    units: unitCounts(columns, bounds),
  };
}

/** REQUIRED columns are checked once a tenant is filled in, and a nested tenant that is filled in is not checked. */
function nestedChecks({ table, tenant }: TypedOptions): NullChecks {
  const filled = tenant === undefined ? undefined : table.tenant?.join('.');
  const nested = requiredPaths(table.columns).filter((path) => path.includes('.'));
  return { required: new Set(nested.filter((path) => path !== filled)), filled: new Set() };
}

/** Where a column is, and the times that it may have. */
interface ColumnReading {
  readonly place: Place;
  readonly bounds: TimeBounds | undefined;
}

function readColumn(
  { type }: TableColumn,
  i: number,
  stored: StoredValue | undefined,
  { bounds, place }: ColumnReading,
): string {
  refuseUnstored(type, place.path);
  if (!stored) return absentValue(type);
  const lenient = lenientValue({ ...stored, value: given(i) }, type, bounds);
  const reading = { isImported: false, single: NO_SINGLE_RECORDS };
  return storedExpression(lenient.value, lenient.type, type, place, reading);
}

/** Parquet has no integers of any size, as which BIGNUMERIC is read. */
function refuseUnstored(type: Type, path: string): void {
  if (type.kind === 'ARRAY') refuseUnstored(type.element, path);
  if (type.kind === 'STRUCT') {
    for (const field of type.fields) refuseUnstored(field.type, `${path}.${field.name}`);
  }
  if (type.kind === 'BIGNUMERIC') {
    throw new Error(`Cannot import column "${path}" of type BIGNUMERIC`);
  }
}

function givenRows(
  source: string,
  columns: readonly ReadColumn[],
  unknown: readonly string[],
): string {
  const list = [
    `file_row_number + 1 AS ${ROW.number}`,
    ...columns.flatMap(({ stored }, i) => (stored ? [`${stored.value} AS ${given(i)}`] : [])),
    ...unknown.map((count, i) => `${count} AS ${unknownCount(i)}`),
  ];
  return `(SELECT ${list.join(', ')} FROM ${source})`;
}

/** DuckDB text of whether a column's value could not be read, which makes an array NULL; undefined if all can. */
function isBad({ column, isFilled, stored }: ReadColumn, i: number): string | undefined {
  const isNull = `${checkedValue(i)} IS NULL`;
  if (column.mode === 'REQUIRED' && !isFilled) return isNull;
  if (!stored) return undefined;
  return column.type.kind === 'ARRAY' ? isNull : `(${isNull} AND ${given(i)} IS NOT NULL)`;
}

function timeMicros({ columns, time }: Table): string {
  const kind = columns.find(({ name }) => name === time)?.type.kind;
  if (time === undefined || kind === undefined) return 'CAST(NULL AS BIGINT)';
  const value = quoteName(time);
  return kind === 'DATE' ? `epoch_us(CAST(${value} AS TIMESTAMP))` : `epoch_us(${value})`;
}

function isOutside({ columns, time }: Table, bounds: TimeBounds | undefined): string {
  const kind = columns.find(({ name }) => name === time)?.type.kind;
  if (!bounds || kind !== 'TIMESTAMP') return 'false';
  const { earliest, latest } = bounds;
  return `coalesce(${ROW.micros} NOT BETWEEN ${Math.ceil(earliest)} AND ${Math.floor(latest)}, false)`;
}

function unitCounts(
  columns: readonly ReadColumn[],
  bounds: TimeBounds | undefined,
): ReadonlyMap<Unit, string> {
  const numbers = columns.flatMap(({ column, stored }, i) => {
    const isTime = column.type.kind === 'TIMESTAMP' && stored?.type.kind === 'scalar';
    return isTime && isNumber(stored.type.name) ? [given(i)] : [];
  });
  if (!bounds || numbers.length === 0) return new Map();
  return new Map(
    UNIT_MICROS.map(([unit, micros]) => {
      const counts = numbers.map(
        (value) => `CASE WHEN ${isInUnit(value, micros, bounds)} THEN 1 ELSE 0 END`,
      );
      return [unit, counts.join(' + ')];
    }),
  );
}
