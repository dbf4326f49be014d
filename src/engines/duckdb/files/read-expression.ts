import {
  type Digits,
  quoteName,
  TABLE_SUFFIX,
  type Table,
  type TableColumn,
} from '#googlesql/runtime';
import type { SingleRecords } from '../records/record-shape.ts';
import {
  filledValue,
  jsonExpression,
  memberOf,
  type NullChecks,
  type Place,
} from './expressions/json-expression.ts';
import { absentValue, asDecimal, storedDecimal } from './expressions/scalar-expression.ts';
import { presentValue, type Reading, storedExpression } from './expressions/stored-expression.ts';
import { textExpression } from './expressions/text-expression.ts';
import type {
  CsvDescription,
  FileDescription,
  ParquetDescription,
  SuffixPlace,
} from './file-description.ts';
import { requiredPaths } from './required-fields.ts';
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
  /** The digits of columns to read as a DECIMAL of these: `digitsOf` gives what the files have. @default none */
  readonly digits?: ReadonlyMap<string, Digits>;
  /** Where the suffix of a wildcard table is in the paths. @default it is empty */
  readonly suffix?: SuffixPlace | undefined;
  /** What all files of the group have in common of `DescribedFile`. @default none */
  readonly filled?: readonly string[] | undefined;
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
 * column's type fails the statement, with a message that `parseDataFault` reads; so does NULL in a REQUIRED column or field
 * that is not known to hold none. An engine needs `FILES_PRELUDE` for it.
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
  const reading = { isImported: true, single };
  return printPlan(planStored(source, stored, columns, { nulls: NO_CHECKS, reading }));
}

function printPlan({ source, columns, isSame }: ReadPlan): string {
  if (isSame) return source;
  const list = columns.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`);
  return select(list, source);
}

const NO_DIGITS: ReadonlyMap<string, Digits> = new Map();

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
  { digits, filled = [], paths, single = NO_SINGLE_RECORDS }: FileGroup,
  description: ParquetDescription,
  columns: readonly TableColumn[],
  options: string,
): ReadPlan {
  // An import refuses rows without a REQUIRED column.
  const known = description.isImported ? [...filled, ...columns.map(({ name }) => name)] : filled;
  const nulls = nullChecks(columns, known);
  const source = `read_parquet(${paths}, hive_partitioning = false${options})`;
  const reading = { isImported: description.isImported, single };
  return planStored(source, description.columns, columns, { digits, nulls, reading });
}

/** Has every NULL in a REQUIRED column or field fail, but for those known to hold none. */
function nullChecks(columns: readonly TableColumn[], filled: readonly string[] = []): NullChecks {
  return {
    required: new Set(requiredPaths(columns)),
    filled: new Set(filled.map((path) => path.toLowerCase())),
  };
}

const NO_CHECKS: NullChecks = { required: new Set(), filled: new Set() };

/** How the columns of a source are read. */
interface StoredPlan {
  /** As `FileGroup` has them. */
  readonly digits?: ReadonlyMap<string, Digits> | undefined;
  readonly nulls: NullChecks;
  readonly reading: Reading;
}

function planStored(
  source: string,
  stored: readonly StoredField[],
  columns: readonly TableColumn[],
  { digits = NO_DIGITS, nulls, reading }: StoredPlan,
): ReadPlan {
  let isSame = true;
  const read = columns.map((column) => {
    const { name, type } = column;
    const own = digits.get(name);
    const from = fieldNamed(stored, name);
    if (!from) {
      isSame = false;
      const value = absentColumn(column, nulls);
      return { name, expression: own ? asDecimal(value, own) : value };
    }
    const value = quoteName(from.name);
    const place = placeOf(column, nulls);
    const read = own
      ? storedDecimal(value, from.type, own)
      : storedExpression(value, from.type, type, place, reading);
    const expression = presentValue(value, read, place);
    if (expression !== value) isSame = false;
    return { name, expression };
  });
  return { source, columns: read, isSame };
}

function placeOf({ name }: TableColumn, nulls: NullChecks): Place {
  return { path: name, depth: 0, nulls };
}

/** A column that a file lacks. */
function absentColumn(column: TableColumn, nulls: NullChecks): string {
  const place = placeOf(column, nulls);
  return filledValue(absentValue(column.type), place, 'is REQUIRED, and the file lacks it');
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
  const nulls = nullChecks(columns);
  const read = columns.map((column) => {
    const field = fieldNamed(fields, column.name);
    const place = placeOf(column, nulls);
    const expression = field
      ? filledValue(textExpression(field.text, column.type, place), place)
      : absentColumn(column, nulls);
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
  const nulls = nullChecks(columns);
  const read = columns.map((column, i) => {
    const place = placeOf(column, nulls);
    const expression = filledValue(jsonExpression(`c${i}`, column.type, place), place);
    return { name: column.name, expression };
  });
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
