import { createReadStream } from 'node:fs';
import { appendFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makePrivateFolder } from '../files/private-folder.ts';
import {
  accountName,
  type Batch,
  type Ledger,
  type LedgerLine,
  LedgerTotals,
  MS_PER_HOUR,
  readLedgerLine,
  sumValues,
} from './ledger.ts';

/** Where a `FileLedger` is, and how long it keeps. */
export interface FileLedgerOptions {
  /** Made when something is written. */
  readonly folder: string;
  readonly keepDays: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A file is rewritten when it has grown by this much, and to twice its size. @default 1 MiB */
  readonly compactBytes?: number;
}

const HOURS_PER_DAY = 24;
const COMPACT_BYTES = 1_048_576;

/** `DAY.WRITER.ndjson`; `.tmp` behind it while it is rewritten. */
const FILE_NAME = /^(\d{4}-\d\d-\d\d)\.([\w-]+)\.ndjson$/;

/**
 * A ledger in a folder: a file a day and writer, to which batches are appended.
 *
 * Each file has one writer, so that processes that share a folder need no lock. A file holds what was written on its
 * day, which may belong to the hour before. What was being written when the process or the machine died is a torn last
 * line, which readers skip; the batch was never acknowledged.
 */
export class FileLedger implements Ledger {
  readonly #options: FileLedgerOptions;
  #day = '';
  #lastNumber = 0;
  /** Size of the current file, and when it was last rewritten. */
  #bytes = 0;
  #compactedBytes = 0;

  constructor(options: FileLedgerOptions) {
    this.#options = options;
  }

  async add(batch: Batch): Promise<void> {
    const { compactBytes = COMPACT_BYTES, folder } = this.#options;
    const day = dayOf(this.#options.now() / MS_PER_HOUR);
    // A batch that is tried again goes where it may be already.
    if (day !== this.#day && batch.number !== this.#lastNumber) {
      await this.#beginDay(day, batch.writer);
    }
    this.#lastNumber = batch.number;
    const path = this.#path(this.#day, batch.writer);
    const text = recordText(batch);
    await appendDurably(path, text);
    this.#bytes += text.length;
    if (this.#bytes < this.#compactedBytes + Math.max(compactBytes, this.#compactedBytes)) return;
    // A file that cannot be rewritten is longer than it need be, and correct.
    await compact(folder, path, batch.writer).catch(() => {});
    this.#compactedBytes = this.#bytes = await sizeOf(path);
  }

  async read(sinceHour: number): Promise<readonly LedgerLine[]> {
    const sums = new LedgerTotals();
    const since = dayOf(sinceHour);
    for (const [name, day] of await this.#files()) {
      if (day < since) continue;
      const { lines } = await readLedgerFile(join(this.#options.folder, name));
      for (const line of lines) if (line.hour >= sinceHour) sums.add(line, line);
    }
    return sums.lines();
  }

  #path(day: string, writer: string): string {
    return join(this.#options.folder, `${day}.${writer}.ndjson`);
  }

  /** Rewrites the file of the day before, which grows no more, and removes what is too old. */
  async #beginDay(day: string, writer: string): Promise<void> {
    const { folder, keepDays, now } = this.#options;
    await makePrivateFolder(folder);
    if (this.#day) await compact(folder, this.#path(this.#day, writer), writer).catch(() => {});
    const oldest = dayOf(now() / MS_PER_HOUR - keepDays * HOURS_PER_DAY);
    for (const [name, written] of await this.#files()) {
      if (written < oldest) await rm(join(folder, name), { force: true });
    }
    this.#day = day;
    this.#bytes = this.#compactedBytes = await sizeOf(this.#path(day, writer));
  }

  /** Names of the files with their days, the oldest first. */
  async #files(): Promise<readonly (readonly [name: string, day: string])[]> {
    const names = await readdir(this.#options.folder).catch(noFiles);
    return names.sort().flatMap((name) => {
      const [, day] = FILE_NAME.exec(name) ?? [];
      return day === undefined ? [] : [[name, day] as const];
    });
  }
}

function noFiles(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function dayOf(hour: number): string {
  const ms = Math.max(0, hour) * MS_PER_HOUR;
  return new Date(ms).toISOString().slice(0, 10);
}

function appendDurably(path: string, text: string): Promise<void> {
  return appendFile(path, text, { mode: 0o600, flush: true });
}

/** Rewrites a file as one record: readers see the old one or the new one. */
async function compact(folder: string, path: string, writer: string): Promise<void> {
  const { lastNumber, lines } = await readLedgerFile(path);
  if (lines.length === 0) return;
  const temporary = `${path}.tmp`;
  await rm(temporary, { force: true });
  await appendDurably(temporary, recordText({ writer, number: lastNumber, lines }));
  await rename(temporary, path);
  await syncFolder(folder);
}

/** Makes a rename last; some systems cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder).catch(() => undefined);
  await opened?.sync().catch(() => undefined);
  await opened?.close();
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.size ?? 0;
}

/** What a file of the ledger holds. */
interface LedgerFile {
  /** Of the last batch. */
  readonly lastNumber: number;
  /** One for each account. */
  readonly lines: readonly LedgerLine[];
}

/** A batch as a line of a file. It begins with a line break, which ends a line that was left torn. */
function recordText({ lines, number }: Batch): string {
  const cells = lines.map((line) => [accountName(line), ...sumValues(line)]);
  return `\n${JSON.stringify([number, cells])}\n`;
}

/**
 * Reads a file. Lines that are torn, and batches that were written again because nothing said that
 * their first writing had succeeded, are skipped. A file that is not there is empty: its writer may just have removed it.
 */
async function readLedgerFile(path: string): Promise<LedgerFile> {
  const sums = new LedgerTotals();
  let lastNumber = 0;
  const input = createReadStream(path);
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = readRecord(text);
      if (!record || record.number <= lastNumber) continue;
      lastNumber = record.number;
      for (const line of record.lines) sums.add(line, line);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { lastNumber, lines: sums.lines() };
}

function readRecord(text: string): Omit<Batch, 'writer'> | undefined {
  const [number, cells] = parsed(text);
  if (!Number.isSafeInteger(number) || !Array.isArray(cells)) return undefined;
  return { number: Number(number), lines: cells.flatMap((cell) => readCell(cell) ?? []) };
}

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function readCell(cell: unknown): LedgerLine | undefined {
  if (!Array.isArray(cell)) return undefined;
  const [name, ...values] = cell;
  return readLedgerLine(String(name), values);
}
