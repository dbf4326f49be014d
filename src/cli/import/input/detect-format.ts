import type { Table } from '../../../googlesql/index.ts';
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

/** The format of a text by its first line that is not blank. */
export function formatOf(line: string, table: Table): Exclude<Format, 'parquet'> {
  if (line.trimStart().startsWith('{')) return 'ndjson';
  if (isHeader(line, table)) return 'csv';
  return table.name === ACCESS_LOG_TABLE ? 'combined' : 'ndjson';
}

/** Whether a line names all columns that a row cannot do without. */
function isHeader(line: string, table: Table): boolean {
  const required = table.columns.filter(({ mode }) => mode === 'REQUIRED');
  if (required.some(({ name }) => !line.includes(name))) return false;
  try {
    const names = parseCsvRecord(line);
    return required.every(({ name }) => names.includes(name));
  } catch {
    return false;
  }
}
