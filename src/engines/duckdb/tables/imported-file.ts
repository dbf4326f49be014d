import { join } from 'node:path';

/** The rows of one import, as the name of its file says. */
export interface ImportedFile {
  readonly id: string;
  /** The times of the oldest and the newest row, in microseconds; undefined in a table without a `time`. */
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
}

/** The end of the names of files that are not complete; no table has them. */
export const UNFINISHED = '.tmp';

/** The file in the folder of all tables that an import, and the removal of one, replaces when it is done. */
export const CHANGED_MARKER = 'changed';

const EXTENSION = '.parquet';
const TIME = String.raw`\d{8}T\d{12}Z`;
const NAME = new RegExp(`^(?:(${TIME})-(${TIME})-)?([0-9a-f]{12})\\${EXTENSION}$`);

/** The folder with the imported files of a table below the data folder; other letters of its name are percent-encoded. */
export function importsFolder(dataDir: string, table: string): string {
  const name = table.replace(/[^A-Za-z0-9._-]/gu, encodeURIComponent).replace(/^\./, '%2E');
  return join(tablesFolder(dataDir), name);
}

/** The folder with the imported files of all tables. */
export function tablesFolder(dataDir: string): string {
  return join(dataDir, 'tables');
}

/**
 * The name of an import's file: `20260701T100000000000Z-20260702T235959999999Z-0123456789ab.parquet`, with the times of
 * its oldest and newest row, or `0123456789ab.parquet` in a table without a `time`.
 */
export function importedFileName({ id, oldest, newest }: ImportedFile): string {
  if (oldest === undefined || newest === undefined) return `${id}${EXTENSION}`;
  return `${timeText(oldest)}-${timeText(newest)}-${id}${EXTENSION}`;
}

/** What the name of an import's file says; undefined for another name. */
export function parseImportedFileName(name: string): ImportedFile | undefined {
  const [, oldest, newest, id] = NAME.exec(name) ?? [];
  if (id === undefined) return undefined;
  return { id, oldest: microsOf(oldest), newest: microsOf(newest) };
}

/** `20260701T100000123456Z` for a time in microseconds of the years 1 to 9999. */
function timeText(micros: bigint): string {
  const millis = micros / 1_000n - (micros % 1_000n < 0n ? 1n : 0n);
  const iso = new Date(Number(millis)).toISOString();
  const rest = String(micros - millis * 1_000n).padStart(3, '0');
  return `${iso.replace(/[-:.Z]/g, '')}${rest}Z`;
}

function microsOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  // Slices, as a table may have thousands of files: a replacement takes twice as long.
  const [day, hour] = [text.slice(0, 8), text.slice(9, 11)];
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const time = `${hour}:${text.slice(11, 13)}:${text.slice(13, 15)}.${text.slice(15, 18)}Z`;
  return BigInt(Date.parse(`${date}T${time}`)) * 1_000n + BigInt(text.slice(18, 21));
}
