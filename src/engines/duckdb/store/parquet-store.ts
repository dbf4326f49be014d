import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TimeBounds } from '../queries/time-range.ts';
import { filesToRead } from './data-file.ts';
import { dayFolder, folderDay, isDayWithin } from './day.ts';

const TEMPORARY = '.tmp';
const STAGING = '.import-';

/** Age beyond which unfinished files are no longer considered in progress. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/**
 * The Parquet files of all log tables: `<directory>/<table>/day=YYYY-MM-DD/<file>.parquet`.
 *
 * Rows are sorted newest first within files, and so are the files listed: most queries want the newest rows, and once
 * DuckDB has enough of them it skips older files. Unsorted, 8 days took five times as long.
 *
 * Folders are listed for every query, without a cache, so that files written by other processes are visible at once.
 * Listing is synchronous: a day costs about 20 µs, less than a hop through the thread pool that DuckDB keeps busy.
 */
export class ParquetStore {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = resolve(directory);
  }

  /** Paths of the files with rows of a table between the bounds, newest day first. */
  files(table: string, bounds: TimeBounds = {}): readonly string[] {
    return this.days(table)
      .filter((day) => isDayWithin(day, bounds))
      .reverse()
      .flatMap((day) =>
        filesToRead(this.names(table, day), bounds).map((name) => this.path(table, day, name)),
      );
  }

  /** The days with a folder, oldest first. */
  days(table: string): readonly string[] {
    return list(join(this.directory, table))
      .flatMap((name) => folderDay(name) ?? [])
      .sort();
  }

  /** All names in a day's folder. */
  names(table: string, day: string): readonly string[] {
    return list(join(this.directory, table, dayFolder(day)));
  }

  path(table: string, day: string, name: string): string {
    return join(this.directory, table, dayFolder(day), name);
  }

  /** A path for a file that is invisible to readers until it is published. */
  temporaryPath(table: string, day: string, name: string): string {
    mkdirSync(join(this.directory, table, dayFolder(day)), { recursive: true });
    return this.path(table, day, `${name}.${randomUUID()}${TEMPORARY}`);
  }

  /** Creates a folder for rows that are not in the store yet. */
  makeStagingFolder(): string {
    const folder = join(this.directory, STAGING + randomUUID());
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Atomically renames a finished temporary file. */
  publish(temporary: string, table: string, day: string, name: string): void {
    renameSync(temporary, this.path(table, day, name));
  }

  /** Deletes a file if it exists. */
  remove(table: string, day: string, name: string): void {
    rmSync(this.path(table, day, name), { force: true });
  }

  /** Deletes the leftovers of crashed writers. */
  sweep(now: number): void {
    const temporary = list(this.directory).flatMap((table) =>
      this.days(table).flatMap((day) =>
        this.names(table, day)
          .filter((name) => name.endsWith(TEMPORARY))
          .map((name) => this.path(table, day, name)),
      ),
    );
    const staging = list(this.directory)
      .filter((name) => name.startsWith(STAGING))
      .map((name) => join(this.directory, name));
    for (const path of [...temporary, ...staging]) {
      if (isAbandoned(path, now)) rmSync(path, { recursive: true, force: true });
    }
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isAbandoned(path: string, now: number): boolean {
  const written = statSync(path, { throwIfNoEntry: false });
  return written !== undefined && written.mtimeMs < now - ABANDONED_AFTER_MS;
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
