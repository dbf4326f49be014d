import { quoteName, TABLE_SUFFIX, type Table, type TableColumn } from '#googlesql';
import type { SingleRecords } from '../records/record-shape.ts';
import { jsonExpression, memberOf, type Place } from './expressions/json-expression.ts';
import { absentValue } from './expressions/scalar-expression.ts';
import { fault } from './expressions/scalar-forms.ts';
import { storedExpression } from './expressions/stored-expression.ts';
import { textExpression } from './expressions/text-expression.ts';
import type {
  CsvDescription,
  FileDescription,
  ParquetDescription,
  SuffixPlace,
} from './file-description.ts';
import { NO_SINGLE_RECORDS } from './stored-columns.ts';
import { fieldNamed, type StoredField } from './stored-type.ts';

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
  /** Where the suffix of a wildcard table is in the paths. @default it is empty */
  readonly suffix?: SuffixPlace | undefined;
}

/** How the named columns are read from a DuckDB FROM item. */
export interface ReadPlan {
  readonly source: string;
  readonly columns: readonly { readonly name: string; readonly expression: string }[];
  /** Whether the source has the columns by the table's names, as they are. */
  readonly isSame: boolean;
}

/**
 * A DuckDB FROM item with the named columns of a group of files, in the table's types. A value that is none of its
 * column's type fails the statement, with a message that `parseDataFault` reads; so does NULL in a REQUIRED column that is
 * not read as it is stored. An engine needs `FILES_PRELUDE` for it.
 */
export function readFiles(group: FileGroup): string {
  return printPlan(planReading(group));
}

/**
 * A DuckDB FROM item with some columns of a table from a source that stores them as an import does, with some repeated
 * records as one; `single` are those of them to read as one record.
 */
export function readStored(
  source: string,
  stored: readonly StoredField[],
  columns: readonly TableColumn[],
  single: SingleRecords,
): string {
  return printPlan(planStored(source, { columns: stored, isImported: true }, columns, single));
}

function printPlan({ source, columns, isSame }: ReadPlan): string {
  if (isSame) return source;
  const list = columns.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`);
  return select(list, source);
}

/** The parts of `readFiles`. */
export function planReading(group: FileGroup): ReadPlan {
  const { table, names } = group;
  const columns = table.columns.filter(({ name }) => names.includes(name));
  if (!names.includes(TABLE_SUFFIX)) return planColumns(group, columns, '');
  const plan = planColumns(group, columns, `, filename = '${PATH}'`);
  const suffix = { name: TABLE_SUFFIX, expression: suffixText(group.suffix) };
  return { ...plan, columns: [...plan.columns, suffix], isSame: false };
}

/** The column of a source that has the path of each row's file. */
const PATH = '_path_of_file';

function suffixText(place: SuffixPlace | undefined): string {
  if (!place) return "''";
  const { after, before } = place;
  return `substring(${PATH}, ${before + 1}, length(${PATH}) - ${before + after})`;
}

/** `options` are for DuckDB's reader of the format. */
function planColumns(group: FileGroup, columns: readonly TableColumn[], options: string): ReadPlan {
  const { description } = group;
  switch (description.format) {
    case 'parquet':
      return planParquet(group, description, columns, options);
    case 'csv':
      return planCsv(group, description, columns, options);
    case 'ndjson':
      return planNdjson(group, columns, options);
  }
}

/** A select list from a source; a list must not be empty. */
function select(list: readonly string[], source: string): string {
  return `(SELECT ${list.join(', ') || 'true AS one'} FROM ${source})`;
}

function planParquet(
  { paths, single = NO_SINGLE_RECORDS }: FileGroup,
  description: ParquetDescription,
  columns: readonly TableColumn[],
  options: string,
): ReadPlan {
  const source = `read_parquet(${paths}, hive_partitioning = false${options})`;
  return planStored(source, description, columns, single);
}

function planStored(
  source: string,
  { columns: stored, isImported }: Pick<ParquetDescription, 'columns' | 'isImported'>,
  columns: readonly TableColumn[],
  single: SingleRecords,
): ReadPlan {
  let isSame = true;
  const read = columns.map((column) => {
    const { name, type } = column;
    const from = fieldNamed(stored, name);
    if (!from) {
      isSame = false;
      return { name, expression: absentColumn(column) };
    }
    const value = quoteName(from.name);
    const expression = storedExpression(value, from.type, type, placeOf(column), {
      isImported,
      single,
    });
    if (expression === value) return { name, expression };
    isSame = false;
    return { name, expression: required(column, expression) };
  });
  return { source, columns: read, isSame };
}

function placeOf({ name }: TableColumn): Place {
  return { path: name, depth: 0 };
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

function planCsv(
  { paths }: FileGroup,
  { names }: CsvDescription,
  columns: readonly TableColumn[],
  options: string,
): ReadPlan {
  const texts = names.map((_, i) => `c${i}: 'VARCHAR'`).join(', ');
  const fields = names.map((name, i) => ({ name, text: `c${i}` }));
  const read = columns.map((column) => {
    const field = fieldNamed(fields, column.name);
    const expression = field
      ? required(column, textExpression(field.text, column.type, placeOf(column)))
      : absentColumn(column);
    return { name: column.name, expression };
  });
  const source = `read_csv(${paths}, columns = {${texts}}, ${CSV_OPTIONS}${options})`;
  return { source, columns: read, isSame: false };
}

/** Each step has a row of its own: DuckDB would evaluate again what an expression repeats. */
function planNdjson(
  { paths }: FileGroup,
  columns: readonly TableColumn[],
  options: string,
): ReadPlan {
  const path = options === '' ? '' : `, ${PATH}`;
  const parsed = `(SELECT file_object(line, '') AS object${path} FROM ${exactLines(paths, options, path)})`;
  const objects = `(SELECT file_unique(object, '') AS object${path} FROM ${parsed})`;
  const members = columns.map(({ name }, i) => `${memberOf('object', name)} AS c${i}`);
  const read = columns.map((column, i) => ({
    name: column.name,
    expression: required(column, jsonExpression(`c${i}`, column.type, placeOf(column))),
  }));
  return {
    source: select(path === '' ? members : [...members, PATH], objects),
    columns: read,
    isSame: false,
  };
}

/** A DuckDB FROM item with the lines of NDJSON files, and what `options` of the reader give as `more` columns. */
export function exactLines(paths: string, options = '', more = ''): string {
  return `(SELECT file_exact_json(CAST(json AS VARCHAR)) AS line${more} FROM read_ndjson_objects(${paths}, hive_partitioning = false${options}))`;
}
