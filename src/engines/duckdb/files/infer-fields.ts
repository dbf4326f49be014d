import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText, type SchemaField } from '#googlesql/runtime';
import { messageOf } from '../../../errors.ts';
import { problemIn } from './data-fault.ts';
import { type DescribedFile, descriptionKey } from './file-description.ts';
import { escapeWildcards, type FileFormat } from './file-format.ts';
import { faultText, findFault } from './find-fault.ts';
import { type FileFields, mergeFields, withKnownTypes } from './inference/merge-fields.ts';
import { observeCsv, textsOf } from './inference/observe-csv.ts';
import { observeJson } from './inference/observe-json.ts';
import { fieldsOf, Observed, type TextSource } from './inference/observed.ts';
import { parquetFields } from './inference/parquet-fields.ts';

/**
 * The fields of a table with the rows of some files, as BigQuery would load them: the types that Parquet says, and those
 * that take all values of text files, of which every row is read. Throws an `Error` that names a file whose rows have no
 * such fields, or two files that have none in common.
 */
export async function inferFields(
  connection: DuckDBConnection,
  files: readonly DescribedFile[],
): Promise<readonly SchemaField[]> {
  const sources = [
    ...parquetSources(files),
    ...(await csvSources(connection, files)),
    ...(await ndjsonSources(files)),
  ];
  return withKnownTypes(mergeFields(sources));
}

/** Files that are described alike, by their first. */
function groupsOf(files: readonly DescribedFile[], format: FileFormat) {
  const own = files.filter(({ description }) => description.format === format);
  return [...Map.groupBy(own, (file) => descriptionKey(file.description)).values()];
}

function parquetSources(files: readonly DescribedFile[]): readonly FileFields[] {
  return groupsOf(files, 'parquet').flatMap(([file]) => {
    if (file?.description.format !== 'parquet') return [];
    try {
      return [{ file: file.path, fields: parquetFields(file.description.columns) }];
    } catch (error) {
      throw unknownTypes(file.path, error);
    }
  });
}

async function csvSources(
  connection: DuckDBConnection,
  files: readonly DescribedFile[],
): Promise<readonly FileFields[]> {
  const rows = new Observed('');
  const groups = groupsOf(files, 'csv');
  for (const group of groups) await observeCsvGroup(connection, group, rows);
  return sourcesOf(groups, rows, 'csv');
}

async function observeCsvGroup(
  connection: DuckDBConnection,
  group: readonly DescribedFile[],
  rows: Observed,
): Promise<void> {
  const [first] = group;
  if (first?.description.format !== 'csv') return;
  const { path, description } = first;
  const paths = group.map((file) => quoteText(escapeWildcards(file.path))).join(', ');
  try {
    await observeCsv(connection, `[${paths}]`, description, rows);
  } catch (error) {
    const fault = await findFault(connection, group, textsOf(description));
    if (!fault) throw unknownTypes(path, error);
    throw new Error(`Cannot tell the types of ${faultText(fault)}`, { cause: error });
  }
}

async function ndjsonSources(files: readonly DescribedFile[]): Promise<readonly FileFields[]> {
  const rows = new Observed('');
  const groups = groupsOf(files, 'ndjson');
  for (const { path } of groups.flat()) {
    try {
      await observeJson(path, rows);
    } catch (error) {
      throw unknownTypes(path, error);
    }
  }
  return sourcesOf(groups, rows, 'ndjson');
}

/** What was seen in all files of a text format, as fields of the first. */
function sourcesOf(
  groups: readonly (readonly DescribedFile[])[],
  rows: Observed,
  format: TextSource,
): readonly FileFields[] {
  const file = groups[0]?.[0]?.path;
  return file === undefined ? [] : [{ file, fields: fieldsOf(rows, format) }];
}

function unknownTypes(path: string, cause: unknown): Error {
  return new Error(`Cannot tell the types of "${path}": ${problemIn(messageOf(cause))}`, { cause });
}
