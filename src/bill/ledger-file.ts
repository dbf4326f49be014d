import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  accountName,
  type Batch,
  type LedgerLine,
  LineSums,
  readLedgerLine,
  sumValues,
} from './ledger.ts';

/** What a file of the ledger holds. */
export interface LedgerFile {
  /** Of the last batch. */
  readonly lastNumber: number;
  /** One for each account. */
  readonly lines: readonly LedgerLine[];
}

/** A batch as a line of a file. It begins with a line break, which ends a line that was left torn. */
export function recordText({ lines, number }: Batch): string {
  const cells = lines.map((line) => [accountName(line), ...sumValues(line)]);
  return `\n${JSON.stringify([number, cells])}\n`;
}

/**
 * Reads a file. Lines that are torn, and batches that were written again because their first writing was not known to
 * have succeeded, are skipped. A file that is not there is empty: its writer may just have removed it.
 */
export async function readLedgerFile(path: string): Promise<LedgerFile> {
  const sums = new LineSums();
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
