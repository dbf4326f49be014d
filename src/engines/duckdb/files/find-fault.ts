import type { DuckDBConnection } from '@duckdb/node-api';
import { excerpt, quoteText, type Table } from '#googlesql/runtime';
import { messageOf } from '../../../errors.ts';
import { type DataFault, parseDataFault, problemIn } from './data-fault.ts';
import type { DescribedFile, FileDescription } from './file-description.ts';
import { escapeWildcards } from './file-format.ts';
import { exactLines, planReading, type ReadPlan } from './read-expression.ts';
import { type NumberedRecord, numberedRecords } from './text/line-numbers.ts';

/** What is wrong in a file, and where: for the operator's log. */
export interface FileFault extends DataFault {
  readonly file: string;
  /** The number of the line in a text file at which the record begins; undefined for Parquet and where it is not known. */
  readonly line: number | undefined;
  /** The number of the row in a Parquet file, from 1. */
  readonly row: number | undefined;
}

/** What is read of the files. */
interface Read {
  readonly table: Pick<Table, 'columns'>;
  readonly names: readonly string[];
}

/** The first fault in the named columns of some files, by reading them once more; undefined if there is none. */
export async function findFault(
  connection: DuckDBConnection,
  files: readonly DescribedFile[],
  read: Read,
): Promise<FileFault | undefined> {
  for (const file of files) {
    const fault = await findInFile(connection, file, read);
    if (fault) return fault;
  }
  return undefined;
}

/** A fault as one line of text. */
export function faultText({ file, line, row, column, problem, value }: FileFault): string {
  const number = line === undefined ? (row ?? '') : line;
  const place = number === '' ? '' : ` ${line === undefined ? 'row' : 'line'} ${number}`;
  const subject = column === '' ? '' : ` column "${column}"`;
  const separator = problem.startsWith('must ') ? ', not' : ':';
  const written = value === null ? '' : `${separator} ${JSON.stringify(value)}`;
  return `"${file}"${place}:${subject} ${problem}${written}`;
}

async function findInFile(
  connection: DuckDBConnection,
  { path, description }: DescribedFile,
  read: Read,
): Promise<FileFault | undefined> {
  const paths = `[${quoteText(escapeWildcards(path))}]`;
  const plan = planReading({ ...read, description, paths });
  const plans = description.format === 'ndjson' ? [objectPlan(paths), plan] : [plan];
  try {
    for (const one of plans) {
      const row = await firstFault(connection, one);
      if (row === undefined) continue;
      const fault = await faultOf(connection, one, row);
      return { file: path, ...(await placeOf(path, description, row)), ...fault };
    }
    return undefined;
  } catch (error) {
    return unreadable(connection, { path, description }, messageOf(error));
  }
}

/** The lines of NDJSON as objects. */
function objectPlan(paths: string): ReadPlan {
  const columns = [{ name: 'object', expression: "file_unique(file_object(line, ''), '')" }];
  return { source: exactLines(paths), columns, isSame: false };
}

/** The number of the first row in which a column fails. */
async function firstFault(
  connection: DuckDBConnection,
  { source, columns }: ReadPlan,
): Promise<number | undefined> {
  if (columns.length === 0) return undefined;
  const values = columns.map(({ expression }) => expression).join(', ');
  const rows = await connection.runAndReadAll(
    `SELECT min(number) FROM (SELECT row_number() OVER () AS number, TRY(row(${values})) IS NULL AS fails FROM ${source}) WHERE fails`,
  );
  const [number] = rows.getRows()[0] ?? [];
  return typeof number === 'bigint' ? Number(number) : undefined;
}

/** The fault of a row. */
async function faultOf(
  connection: DuckDBConnection,
  { source, columns }: ReadPlan,
  row: number,
): Promise<DataFault> {
  const values = columns.map(({ expression }) => expression).join(', ');
  try {
    await connection.run(
      `SELECT ${values} FROM (SELECT *, row_number() OVER () AS number FROM ${source}) WHERE number = ${row}`,
    );
  } catch (error) {
    const fault = parseDataFault(messageOf(error));
    if (fault) return fault;
    throw error;
  }
  throw new Error(`Row ${row} fails in one read and not in another`);
}

type Place = Pick<FileFault, 'line' | 'row'>;

async function placeOf(path: string, description: FileDescription, row: number): Promise<Place> {
  if (description.format === 'parquet') return { line: undefined, row };
  const names = description.format === 'csv' ? description.names : undefined;
  let number = 0;
  for await (const { line } of numberedRecords(path, names)) {
    number += 1;
    if (number === row) return { line, row: undefined };
  }
  return { line: undefined, row: undefined };
}

/** The fault of a file that DuckDB cannot read. */
async function unreadable(
  connection: DuckDBConnection,
  { path, description }: DescribedFile,
  message: string,
): Promise<FileFault> {
  const { format } = description;
  const names = format === 'csv' ? description.names : undefined;
  const records = format === 'parquet' ? [] : numberedRecords(path, names);
  for await (const record of records) {
    const problem = await problemOf(connection, record, names);
    if (problem) return { file: path, line: record.line, row: undefined, column: '', ...problem };
  }
  const problem = excerpt(problemIn(message));
  return { file: path, line: undefined, row: undefined, column: '', problem, value: null };
}

/** Why a record is none. */
async function problemOf(
  connection: DuckDBConnection,
  { fields, text }: NumberedRecord,
  names: readonly string[] | undefined,
): Promise<Pick<FileFault, 'problem' | 'value'> | undefined> {
  if (!names) {
    const isValid = await isJson(connection, text);
    return isValid ? undefined : { problem: 'is no JSON', value: excerpt(text, 100) };
  }
  if (fields === names.length) return undefined;
  return {
    problem: `must have as many fields as its header, ${names.length}, not ${fields}`,
    value: null,
  };
}

async function isJson(connection: DuckDBConnection, text: string): Promise<boolean> {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // DuckDB takes NaN too.
    const result = await connection.runAndReadAll('SELECT json_valid($text)', { text });
    return result.getRows()[0]?.[0] === true;
  }
}
