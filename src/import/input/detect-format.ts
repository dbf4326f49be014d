import type { Table } from '#googlesql';
import { attempt } from '../../values/attempt.ts';
import { InputError } from '../input-error.ts';
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

/** Throws an `InputError` for a header whose names are not separated by commas. */
export function refuseSeparator(header: string, table: Table): void {
  for (const [separator, name] of OTHER_SEPARATORS) {
    if (!header.includes(separator) || !isHeader(header, table, separator)) continue;
    throw new InputError(`The fields of a CSV file are separated by commas, not by ${name}`);
  }
}

/** Whether a line names a column of the table, and all that a row cannot do without. */
function isHeader(line: string, table: Table, separator: string): boolean {
  const names = namesIn(line, separator);
  const isNamed = table.columns.some(({ name }) =>
    names.some(
      (given) => given === name.toLowerCase() || given.startsWith(`${name.toLowerCase()}.`),
    ),
  );
  return isNamed && missingOf(names, table).length === 0;
}

/** The columns that a row cannot do without and a header does not name, whatever separates its names. */
export function missingColumns(header: string, table: Table): readonly string[] {
  const missing = SEPARATORS.map((separator) => missingOf(namesIn(header, separator), table));
  return missing.reduce((least, other) => (other.length < least.length ? other : least));
}

function missingOf(names: readonly string[], { columns }: Table): readonly string[] {
  return columns
    .filter(({ mode, name }) => mode === 'REQUIRED' && !names.includes(name.toLowerCase()))
    .map(({ name }) => name);
}

/** Names are case-insensitive. */
function namesIn(header: string, separator: string): readonly string[] {
  const names = attempt(() => parseCsvRecord(header.toLowerCase(), separator)) ?? [];
  return names.map((name) => String(name ?? '').trim());
}
