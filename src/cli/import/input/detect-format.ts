import type { Table } from '../../../googlesql/index.ts';
import { UsageError } from '../../command-error.ts';
import { parseCsvRecord } from './csv-records.ts';

/** The input formats. */
export const FORMATS = ['ndjson', 'combined', 'csv', 'parquet'] as const;

/** The format of an input. */
export type Format = (typeof FORMATS)[number];

/** The only table that access logs can be imported into. */
export const ACCESS_LOG_TABLE = 'cloudflare.logs.prod';

const PARQUET = Buffer.from('PAR1');

/** Whether bytes begin as Parquet files do. */
export function isParquet(head: Buffer): boolean {
  return head.subarray(0, PARQUET.length).equals(PARQUET);
}

/** The separators of what is called CSV too. */
const OTHER_SEPARATORS = new Map([
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
]);

/** All separators of what is called CSV. */
export const SEPARATORS: readonly string[] = [',', ...OTHER_SEPARATORS.keys()];

/** The format of a text by its first line that is not blank. */
export function formatOf(line: string, table: Table): Exclude<Format, 'parquet'> {
  if (line.trimStart().startsWith('{')) return 'ndjson';
  if (SEPARATORS.some((separator) => isHeader(line, table, separator))) return 'csv';
  return table.name === ACCESS_LOG_TABLE ? 'combined' : 'ndjson';
}

/** Throws a `UsageError` for a header whose names are not separated by commas. */
export function refuseSeparator(header: string, table: Table): void {
  for (const [separator, name] of OTHER_SEPARATORS) {
    if (!header.includes(separator) || !isHeader(header, table, separator)) continue;
    throw new UsageError(`The fields of a CSV file are separated by commas, not by ${name}`);
  }
}

/** Whether a line names all columns that a row cannot do without, in whatever case. */
function isHeader(line: string, table: Table, separator: string): boolean {
  const required = table.columns.filter(({ mode }) => mode === 'REQUIRED');
  const names = required.map(({ name }) => name.toLowerCase());
  const text = line.toLowerCase();
  if (names.some((name) => !text.includes(name))) return false;
  try {
    const given = parseCsvRecord(text, separator);
    return names.every((name) => given.includes(name));
  } catch {
    return false;
  }
}
