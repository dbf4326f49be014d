import { quoteName, quoteText, type Table, type TableColumn } from '../../../googlesql/index.ts';
import type { SingleRecords } from '../records/record-shape.ts';
import type { CsvDescription, FileDescription, ParquetDescription } from './file-description.ts';
import { jsonExpression, memberOf } from './json-expression.ts';
import { absentValue } from './scalar-expression.ts';
import { fault } from './scalar-forms.ts';
import { NO_SINGLE_RECORDS } from './stored-columns.ts';
import { storedExpression } from './stored-expression.ts';
import { fieldNamed } from './stored-type.ts';
import { textExpression } from './text-expression.ts';

/** A group of files to read as rows of a table. */
export interface FileGroup {
  /** What all files of the group store. */
  readonly description: FileDescription;
  readonly table: Pick<Table, 'columns'>;
  /** The names of the columns to read, as the table has them. */
  readonly names: readonly string[];
  /** DuckDB text of a list of paths, with escaped wildcards: a literal or a parameter of type VARCHAR[]. */
  readonly paths: string;
  /** The repeated records to read as one record: of those that `singleRecordsOf` gives for the description. */
  readonly single?: SingleRecords;
}

/**
 * A DuckDB FROM item with the named columns of a group of files, in the table's types. A value that is none of its
 * column's type fails the statement, with a message that `parseDataFault` reads. An engine needs `FILES_PRELUDE` for it.
 */
export function readFiles(group: FileGroup): string {
  const { description, table, names } = group;
  const columns = table.columns.filter(({ name }) => names.includes(name));
  switch (description.format) {
    case 'parquet':
      return readParquet(group, description, columns);
    case 'csv':
      return readCsv(group, description, columns);
    case 'ndjson':
      return readNdjson(group, columns);
  }
}

/** A select list from a source; a list must not be empty. */
function select(list: readonly string[], source: string): string {
  return `(SELECT ${list.join(', ') || 'true AS one'} FROM ${source})`;
}

function readParquet(
  { paths, single }: FileGroup,
  description: ParquetDescription,
  columns: readonly TableColumn[],
): string {
  const source = `read_parquet(${paths}, hive_partitioning = false)`;
  return readStored(source, description, columns, single);
}

/** A DuckDB FROM item with some columns of a source that stores them as described; the source itself if it has them as they are. */
export function readStored(
  source: string,
  { columns: stored, isImported }: Pick<ParquetDescription, 'columns' | 'isImported'>,
  columns: readonly TableColumn[],
  single: SingleRecords = NO_SINGLE_RECORDS,
): string {
  let isSame = true;
  const list = columns.map((column) => {
    const own = quoteName(column.name);
    const from = fieldNamed(stored, column.name);
    if (!from) {
      isSame = false;
      return `${absentColumn(column)} AS ${own}`;
    }
    const value = quoteName(from.name);
    const place = { path: column.name, depth: 0 };
    const read = storedExpression(value, from.type, column.type, place, { isImported, single });
    if (read === value) return from.name === column.name ? own : `${value} AS ${own}`;
    isSame = false;
    return `${required(column, read)} AS ${own}`;
  });
  return isSame ? source : select(list, source);
}

/** A column that a file lacks. */
function absentColumn({ name, type, mode }: TableColumn): string {
  if (mode !== 'REQUIRED') return absentValue(type);
  return required({ name, type, mode }, absentValue(type), 'is REQUIRED, and the file lacks it');
}

/** A column's value that fails where it is NULL and must not be. */
function required(
  { name, mode }: TableColumn,
  value: string,
  problem = 'is REQUIRED, and there is no value',
): string {
  return mode === 'REQUIRED' ? `coalesce(${value}, ${fault(name, problem)})` : value;
}

/** How all CSV files are read: nothing of them is guessed. */
const CSV_OPTIONS = [
  'auto_detect = false',
  'header = true',
  `delim = ','`,
  `quote = '"'`,
  `escape = '"'`,
  `nullstr = ''`,
  'allow_quoted_nulls = false',
  'hive_partitioning = false',
  // In parallel, DuckDB takes lines in quotes for records. What it drops without is found by `CsvQuotes`.
  'parallel = false',
].join(', ');

function readCsv(
  { paths }: FileGroup,
  { names }: CsvDescription,
  columns: readonly TableColumn[],
): string {
  const texts = names.map((_, i) => `c${i}: 'VARCHAR'`).join(', ');
  const source = `read_csv(${paths}, columns = {${texts}}, ${CSV_OPTIONS})`;
  const fields = names.map((name, i) => ({ name, text: `c${i}` }));
  const list = columns.map((column) => {
    const field = fieldNamed(fields, column.name);
    const place = { path: column.name, depth: 0 };
    const read = field
      ? required(column, textExpression(field.text, column.type, place))
      : absentColumn(column);
    return `${read} AS ${quoteName(column.name)}`;
  });
  return select(list, source);
}

/** Each step has a row of its own: DuckDB would evaluate again what an expression repeats. */
function readNdjson({ paths }: FileGroup, columns: readonly TableColumn[]): string {
  const lines = `(SELECT file_exact_json(CAST(json AS VARCHAR)) AS line FROM read_ndjson_objects(${paths}, hive_partitioning = false))`;
  const objects = `(SELECT file_object(line, ${quoteText('')}) AS object FROM ${lines})`;
  const members = columns.map(({ name }, i) => `${memberOf('object', name)} AS c${i}`);
  const list = columns.map((column, i) => {
    const place = { path: column.name, depth: 0 };
    const read = required(column, jsonExpression(`c${i}`, column.type, place));
    return `${read} AS ${quoteName(column.name)}`;
  });
  return select(list, select(members, objects));
}
