import {
  type Digits,
  duckdbType,
  quoteName,
  readableColumns,
  TABLE_SUFFIX,
  type Table,
} from '#googlesql';
import { getOrInsertComputed } from '../../../values/memory.ts';
import type { DemoRows, FieldsRead } from '../demo/demo-rows.ts';
import type { DescribedFile, SuffixPlace } from '../files/file-description.ts';
import { escapeWildcards } from '../files/file-format.ts';
import { readFiles, readStored } from '../files/read-expression.ts';
import {
  commonRecords,
  NO_SINGLE_RECORDS,
  singleRecordsOf,
  storedColumns,
} from '../files/stored-columns.ts';
import { rowsSource } from '../given/rows-source.ts';
import type { SingleRecords } from '../records/record-shape.ts';

/** Demo rows of a half-open range of time. */
export interface DemoSource {
  readonly rows: DemoRows;
  /** Those of the table that the rows are made for. */
  readonly columns: Table['columns'];
  /** In microseconds. */
  readonly start: bigint;
  readonly end: bigint;
}

/** The rows of a table: those of some files, and demo rows; with the records that are single in all of them. */
export interface TableSource {
  readonly table: Table;
  readonly files: readonly DescribedFile[];
  readonly demo: DemoSource | undefined;
  readonly single: SingleRecords;
  /** The rows themselves, as the JSON of `rowsJson`, in place of files and demo rows. */
  readonly json?: string | undefined;
}

/** Rows of a table, as the JSON of `rowsJson`; undefined for none. */
export function givenSource(table: Table, json: string | undefined): TableSource {
  return { table, files: [], demo: undefined, single: NO_SINGLE_RECORDS, json };
}

/** The source of a scan's rows; records are single in it that are single in every part of it. */
export function sourceOf(
  table: Table,
  files: readonly DescribedFile[],
  demo: DemoSource | undefined,
): TableSource {
  const descriptions = new Set(files.map(({ description }) => description));
  const parts = [...descriptions].map((description) => singleRecordsOf(table, description));
  if (demo) parts.push(demo.rows.single);
  return { table, files, demo, single: commonRecords(parts) };
}

/** Values that the text of a source leaves to parameters. */
export type SourceParameters = readonly (readonly string[] | string | bigint)[];

/**
 * Identifies how a source is read: two sources with the same key and single records have texts that differ in values
 * of parameters only.
 */
export function readingKey({ table, files, demo, json }: TableSource): string {
  const descriptions = new Set(files.map(groupKey));
  const own = demo ? numberOf(demo.rows) : json === undefined ? '' : 'json';
  return [numberOf(table.columns), ...descriptions, own].join(' ');
}

/** Files with equal keys are read alike. */
function groupKey({ description, filled = [], suffix }: DescribedFile): string {
  return `${numberOf(description)} ${placeText(suffix)} ${JSON.stringify(filled)}`;
}

function placeText(suffix: SuffixPlace | undefined): string {
  return suffix ? `${suffix.before}-${suffix.after}` : '';
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(value: object): number {
  return getOrInsertComputed(numbers, value, () => ++lastNumber);
}

/** The values of a source's parameters, in the order in which `tableSource` prints them. */
export function sourceParameters(source: TableSource): SourceParameters {
  if (source.json !== undefined) return [source.json];
  const lists = fileGroups(source).map((files) => files.map(({ path }) => escapeWildcards(path)));
  return source.demo ? [...lists, source.demo.start, source.demo.end] : lists;
}

/** What a statement reads of a source. */
export interface SourceUse {
  /** The names of the columns. */
  readonly names: readonly string[];
  /** The fields of each. */
  readonly fieldsRead: FieldsRead;
  /** The digits of columns to read as a DECIMAL of these. */
  readonly digits: ReadonlyMap<string, Digits>;
}

/** A DuckDB FROM item with the columns that are used; without rows, an empty relation with the table's columns. */
export function tableSource(
  source: TableSource,
  { names, fieldsRead, digits }: SourceUse,
  nextParameter: () => string,
): string {
  const { demo, json, single, table } = source;
  if (json !== undefined) {
    const columns = readableColumns(table).filter(({ name }) => names.includes(name));
    return rowsSource(columns, nextParameter());
  }
  const parts = fileGroups(source).map(([{ description, filled, suffix }]) => {
    const paths = nextParameter();
    return readFiles({ table, single, digits, names, description, filled, suffix, paths });
  });
  if (demo) {
    const rows = `(${demo.rows.sql(nextParameter(), nextParameter(), fieldsRead)})`;
    const columns = table.columns.filter(({ name }) => names.includes(name));
    const stored = storedColumns(demo.columns, demo.rows.single);
    const read = readStored(rows, stored, columns, single);
    const isWithSuffix = names.includes(TABLE_SUFFIX);
    parts.push(isWithSuffix ? `(SELECT *, '' AS ${TABLE_SUFFIX} FROM ${read})` : read);
  }
  const [only, ...others] = parts;
  if (only === undefined) return emptyRelation(table);
  if (others.length === 0) return only;
  const list = names.map(quoteName).join(', ') || 'true AS one';
  return `(${parts.map((part) => `SELECT ${list} FROM ${part}`).join(' UNION ALL ')})`;
}

type FileGroup = readonly [DescribedFile, ...DescribedFile[]];

/** The files that are read alike. */
function fileGroups({ files }: TableSource): readonly FileGroup[] {
  const groups = Map.groupBy(files, groupKey);
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []));
}

/**
 * An empty relation that the planner does not recognise as empty: otherwise it would prune parts of a statement, and
 * whether an error in them occurs would reveal whether other tenants have rows.
 */
function emptyRelation(table: Table): string {
  const list = readableColumns(table).map(
    ({ name, type }) =>
      `list_extract(CAST([] AS ${duckdbType(type)}[]), r.i) AS ${quoteName(name)}`,
  );
  return `(SELECT ${list.join(', ')} FROM range(0) AS r(i))`;
}
