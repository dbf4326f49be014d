import { getOrInsertComputed } from '../../../get-or-insert.ts';
import { duckdbType, quoteName, type Table } from '../../../googlesql/index.ts';
import type { DemoRows } from '../demo/demo-rows.ts';
import type { FileDescription } from '../files/file-description.ts';
import { readFiles } from '../files/read-files.ts';
import { commonRecords, singleRecordsOf } from '../files/stored-columns.ts';
import type { SingleRecords } from '../records/record-shape.ts';
import { globbed } from './globbed.ts';

/** A file whose columns are known. */
export interface DescribedFile {
  readonly path: string;
  readonly description: FileDescription;
}

/** Demo rows of a half-open range of time. */
export interface DemoSource {
  readonly rows: DemoRows;
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
  const [only, ...others] = new Set(parts);
  const single = only && others.length === 0 ? only : commonRecords([only, ...others]);
  return { table, files, demo, single };
}

/** Values that the text of a source leaves to parameters. */
export type SourceParameters = readonly (readonly string[] | bigint)[];

/**
 * Identifies how a source is read: two sources with the same key and single records have texts that differ in values
 * of parameters only.
 */
export function readingKey({ table, files, demo }: TableSource): string {
  const descriptions = new Set(files.map(({ description }) => numberOf(description)));
  return [numberOf(table.columns), ...descriptions, demo ? numberOf(demo.rows) : ''].join(' ');
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(value: object): number {
  return getOrInsertComputed(numbers, value, () => ++lastNumber);
}

/** The values of a source's parameters, in the order in which `tableSource` prints them. */
export function sourceParameters(source: TableSource): SourceParameters {
  const lists = fileGroups(source).map((files) => files.map(({ path }) => globbed(path)));
  return source.demo ? [...lists, source.demo.start, source.demo.end] : lists;
}

/** A DuckDB FROM item with the named columns; without rows, an empty relation with the table's columns. */
export function tableSource(
  source: TableSource,
  names: readonly string[],
  nextParameter: () => string,
): string {
  const { demo, single, table } = source;
  const parts = fileGroups(source).map(([{ description }]) =>
    readFiles({ table, single, names, description, paths: nextParameter() }),
  );
  if (demo) parts.push(`(${demo.rows.sql(nextParameter(), nextParameter())})`);
  const [only, ...others] = parts;
  if (only === undefined) return emptyRelation(table);
  if (others.length === 0) return only;
  const list = names.map(quoteName).join(', ') || 'true AS one';
  return `(${parts.map((part) => `SELECT ${list} FROM ${part}`).join(' UNION ALL ')})`;
}

type FileGroup = readonly [DescribedFile, ...DescribedFile[]];

/** The files that are read alike. */
function fileGroups({ files }: TableSource): readonly FileGroup[] {
  const groups = Map.groupBy(files, ({ description }) => description);
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []));
}

/**
 * An empty relation that the planner does not recognise as empty: otherwise it would prune parts of a statement, and
 * whether an error in them occurs would reveal whether other tenants have rows.
 */
function emptyRelation({ columns }: Table): string {
  const list = columns.map(
    ({ name, type }) =>
      `list_extract(CAST([] AS ${duckdbType(type)}[]), r.i) AS ${quoteName(name)}`,
  );
  return `(SELECT ${list.join(', ')} FROM range(0) AS r(i))`;
}
