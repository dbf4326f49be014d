import { getOrInsertComputed } from '../../../get-or-insert.ts';
import {
  duckdbType,
  quoteName,
  quoteText,
  type SingleRecords,
  type Table,
} from '../../../googlesql/index.ts';
import { globbed, type StoredFile } from '../store/parquet-store.ts';
import {
  commonRecords,
  NO_SINGLE_RECORDS,
  readColumns,
  type StoredColumns,
} from '../store/stored-columns.ts';

/** The rows of a table in some files, with the records that are single in all of them stored as one. */
export interface TableSource {
  readonly table: Table;
  readonly files: readonly StoredFile[];
  readonly single: SingleRecords;
}

/** The source of a scan's rows; records are single in it that are single in every file. */
export function sourceOf(table: Table, files: readonly StoredFile[]): TableSource {
  const [only, ...others] = new Set(files.map(({ single }) => single));
  const single = only && others.length === 0 ? only : commonRecords([only, ...others]);
  return { table, files, single };
}

/** Prints a list of files' paths for DuckDB. */
type PrintPaths = (paths: readonly string[]) => string;

/**
 * Files that are read alike, by how they are read: two sources with the same keys and single records have texts that
 * differ in paths only.
 */
export type FileGroups = ReadonlyMap<string, readonly StoredFile[]>;

/** A DuckDB FROM item with the named columns; without files, an empty relation with the table's columns. */
export function tableSource(
  source: TableSource,
  names: readonly string[],
  printPaths: PrintPaths,
): string {
  const { table } = source;
  if (source.files.length === 0) return emptyRelation(table);
  const target = { columns: table.columns, single: source.single };
  const groups = [...fileGroups(source).values()].map((group) => {
    const paths = printPaths(pathsOf(group));
    return readFiles(group, { target, names, paths });
  });
  const [only, ...others] = groups;
  if (only && others.length === 0) return only;
  const list = listOf(names.map(quoteName));
  return `(${groups.map((group) => `SELECT ${list} FROM ${group}`).join(' UNION ALL ')})`;
}

/** The rows of a table's files as GoogleSQL sees them: all repeated records are lists. */
export function logicalSource(table: Table, files: readonly StoredFile[]): string {
  const names = table.columns.map(({ name }) => name);
  const list = (paths: readonly string[]) => `[${paths.map(quoteText).join(', ')}]`;
  return tableSource({ table, files, single: NO_SINGLE_RECORDS }, names, list);
}

/**
 * The files without their conditions on the tenant if the statement's own reaches the file, as it does where the tenant
 * is a field of a single record. Through a UNION of differently filtered files DuckDB would read all fields of a record.
 */
function withUsefulConditions({ table, files, single }: TableSource): readonly StoredFile[] {
  const [record, field] = table.tenant ?? [];
  if (record === undefined || field === undefined || !single.has(record)) return files;
  return files.map((file) => ({ ...file, tenantCondition: undefined }));
}

/** The paths of files, as DuckDB takes them. */
export function pathsOf(files: readonly StoredFile[]): readonly string[] {
  return files.map(({ path }) => globbed(path));
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(value: object): number {
  return getOrInsertComputed(numbers, value, () => ++lastNumber);
}

/** Groups the files of a source that are read alike. */
export function fileGroups(source: TableSource): FileGroups {
  return Map.groupBy(withUsefulConditions(source), ({ columns, single, tenantCondition = '' }) => {
    const read = [source.table.columns, columns, single].map(numberOf).join(' ');
    return `${read} ${tenantCondition}`;
  });
}

interface Reading {
  readonly target: StoredColumns;
  readonly names: readonly string[];
  /** The files' paths, as SQL. */
  readonly paths: string;
}

function readFiles(files: readonly StoredFile[], { target, names, paths }: Reading): string {
  const read = `read_parquet(${paths}, hive_partitioning = false)`;
  const [first] = files;
  if (!first) return read;
  const { tenantCondition } = first;
  const columns = readColumns(first, target, names);
  const isUnconverted = columns.every((text) => names.some((name) => text === quoteName(name)));
  if (tenantCondition === undefined && isUnconverted) return read;
  const where = tenantCondition === undefined ? '' : ` WHERE ${tenantCondition}`;
  return `(SELECT ${listOf(columns)} FROM ${read}${where})`;
}

/** A select list must not be empty. */
function listOf(columns: readonly string[]): string {
  return columns.join(', ') || 'true AS one';
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
