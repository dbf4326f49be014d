import type { Readable } from 'node:stream';
import type { StagedRows } from '../../engines/duckdb/store/staged-rows.ts';
import type { Table } from '../../googlesql/index.ts';
import { BadLine } from './bad-line.ts';
import { LineNumbers } from './line-numbers.ts';
import {
  combinedParser,
  type Format,
  ndjsonParser,
  type ParsedLine,
  type ParseLine,
} from './line-parser.ts';
import { type Line, readLines, readUnpacked } from './lines.ts';
import { UsageError } from './usage-error.ts';

/** Options of `importRows`. */
export interface ImportOptions {
  readonly table: Table;
  readonly staged: StagedRows;
  readonly input: Readable;
  /** Undefined: detected from the first line that is not blank. */
  readonly format: Format | undefined;
  readonly project: string | undefined;
  /** The name of the input file. */
  readonly source?: string;
  /** The host of an access log's requests. @default `<project>.example.com` */
  readonly host: string | undefined;
  /** Shifts all rows so that the newest is at this time, in microseconds. */
  readonly shiftTo: bigint | undefined;
  /** Called now and then with the progress. */
  readonly onProgress?: (progress: { readonly lines: number; readonly rows: number }) => void;
}

/** The result of an import. */
export interface ImportReport {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly rows: number;
  readonly bad: LineNumbers;
  /** The first bad lines with their reasons. */
  readonly details: readonly { readonly line: number; readonly reason: string }[];
  readonly unterminated: LineNumbers;
  readonly days: readonly string[];
  /** Timestamps of the oldest and newest row, as stored, in microseconds. */
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
}

const MAX_DETAILS = 20;
const BATCH_CHARACTERS = 8 * 1024 * 1024;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Stages the input line by line, and publishes all rows at the end. */
export async function importRows(options: ImportOptions): Promise<ImportReport> {
  const { staged, shiftTo } = options;
  const lines = new LineImport(options);
  for await (const chunk of readLines(readUnpacked(options.input))) {
    for (const line of chunk) lines.take(line);
    if (lines.batchCharacters >= BATCH_CHARACTERS) await lines.flush();
  }
  await lines.flush();
  const summary = await staged.summary();
  if (!summary) return { ...lines.counts, days: [], oldest: undefined, newest: undefined };
  const shift = shiftTo === undefined ? 0n : shiftTo - summary.newest;
  const source = { name: options.source ?? '-', sha256: '', badLines: lines.counts.bad.count };
  const days = await staged.publish(shift, source);
  return { ...lines.counts, days, oldest: summary.oldest + shift, newest: summary.newest + shift };
}

/** The state of one import: the current batch and the counts. */
class LineImport {
  readonly #options: ImportOptions;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #bad = new LineNumbers();
  readonly #unterminated = new LineNumbers();
  readonly #details: { line: number; reason: string }[] = [];
  #parse: ParseLine | undefined;
  #batch: string[] = [];
  #lines = 0;
  #rows = 0;
  batchCharacters = 0;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  get counts() {
    return {
      lines: this.#lines,
      rows: this.#rows,
      bad: this.#bad,
      details: this.#details,
      unterminated: this.#unterminated,
    };
  }

  take(line: Line): void {
    try {
      const text = this.#text(line);
      if (text.trim() === '') return;
      this.#lines += 1;
      this.#parse ??= parserFor(this.#options, text);
      this.#keep(this.#parse(text, line.number), line.number);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      this.#reject(line.number, error.message);
    }
  }

  async flush(): Promise<void> {
    if (this.#batch.length > 0) await this.#options.staged.add(this.#batch);
    this.#batch = [];
    this.batchCharacters = 0;
    this.#options.onProgress?.({ lines: this.#lines, rows: this.#rows });
  }

  #text({ bytes, number }: Line): string {
    if (!bytes) {
      this.#lines += 1;
      throw new BadLine('The line is longer than 16 MiB');
    }
    try {
      const text = this.#decoder.decode(bytes);
      const line = number === 1 ? text.replace(BYTE_ORDER_MARK, '') : text;
      return line.endsWith('\r') ? line.slice(0, -1) : line;
    } catch (error) {
      this.#lines += 1;
      throw new BadLine('The line is not valid UTF-8', { cause: error });
    }
  }

  #keep({ json, isUnterminated }: ParsedLine, number: number): void {
    this.#batch.push(json);
    this.batchCharacters += json.length;
    this.#rows += 1;
    if (isUnterminated) this.#unterminated.add(number);
  }

  #reject(number: number, reason: string): void {
    this.#bad.add(number);
    if (this.#details.length < MAX_DETAILS) this.#details.push({ line: number, reason });
  }
}

function parserFor({ table, format, project, host }: ImportOptions, first: string): ParseLine {
  if ((format ?? formatOf(first)) === 'ndjson') return ndjsonParser(table, project);
  if (project === undefined) {
    throw new UsageError('An access log does not say whose it is: add --project <name>');
  }
  return combinedParser(table, { project, host: host ?? `${project}.example.com` });
}

function formatOf(line: string): Format {
  return line.trimStart().startsWith('{') ? 'ndjson' : 'combined';
}
