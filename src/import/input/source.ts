import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Table } from '#googlesql';
import { InputError } from '../input-error.ts';
import { type Block, cutBlocks } from './blocks.ts';
import { parseCsvRecord } from './csv-records.ts';
import { type Format, formatOf, isParquet, refuseSeparator } from './detect-format.ts';
import { lookOfArray, lookOfOther } from './look-of-input.ts';
import { CsvScanner, LineScanner } from './record-scanner.ts';
import { peek, unpack } from './unpack.ts';

/** The input and how to read it. */
export interface SourceOptions {
  readonly input: Readable;
  /** Undefined: detected from the beginning of the input. */
  readonly format: Format | undefined;
  readonly table: Table;
  /** A folder for a copy of an input that cannot be read from front to back. */
  readonly folder: string;
}

/** An input of lines or records, and its format. */
export interface LineSource {
  readonly format: Exclude<Format, 'parquet'>;
  /** The names in the header of a CSV. */
  readonly columns: readonly string[];
  readonly blocks: AsyncIterable<Block>;
  /** SHA-256 of the unpacked bytes, complete when all were read. */
  readonly hash: Hash;
}

/** A Parquet input, which was copied. */
export interface ParquetSource {
  readonly format: 'parquet';
  readonly path: string;
  readonly hash: Hash;
}

/** An input and its format. */
export type Source = LineSource | ParquetSource;

/** Maximum bytes that are searched for a header or a first line. */
const HEAD_BYTES = 64 * 1024;

/** Opens an input: unpacks it, hashes it and finds out its format. */
export async function openSource(options: SourceOptions): Promise<Source> {
  const hash = createHash('sha256');
  const chunks = await unpack(options.input);
  const { chunks: whole, head } = await peek(hashed(chunks, hash), HEAD_BYTES);
  const format = options.format ?? guessFormat(head, options.table);
  if (format === 'parquet') {
    return { format, hash, path: await copyParquet(whole, options.folder) };
  }
  if (format === 'csv') return { format, hash, ...openCsv(head, whole, options.table) };
  return { format, hash, columns: [], blocks: cutBlocks(whole, new LineScanner()) };
}

/** Adds the bytes to a hash as they are read. */
async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Throws an `InputError` if the input looks like another format than the assumed one. */
function guessFormat(head: Buffer, table: Table): Format {
  if (isParquet(head)) return 'parquet';
  const text = head.toString().replace(/^\uFEFF/, '');
  refuseReturns(text);
  const format = formatOf(firstLineOf(text), table);
  const look =
    format === 'csv'
      ? undefined
      : (lookOfArray(text) ?? lookOfOther(wholeLinesOf(text, head), format, table));
  if (look === undefined) return format;
  throw new InputError(
    `The input looks like ${look}; --format names a format that is not detected`,
  );
}

/** Throws an `InputError` for text whose lines end as those of old spreadsheets do. */
function refuseReturns(text: string): void {
  if (text.includes('\n') || !/\r[^\r]/.test(text)) return;
  throw new InputError(
    "The lines of the input end in carriage returns (CR); they must end in LF or CRLF, as \"tr '\\r' '\\n'\" writes them",
  );
}

/** The head without its last line, if that may be incomplete. */
function wholeLinesOf(text: string, head: Buffer): string {
  return head.length < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

function firstLineOf(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}

function openCsv(head: Buffer, chunks: AsyncIterable<Buffer>, table: Table) {
  const scanner = new CsvScanner();
  let end = 0;
  scanner.scan(head, (at) => {
    if (end === 0 && head.toString('utf8', 0, at).trim() !== '') end = at;
  });
  const length = end > 0 ? end : head.length;
  const text = head.toString('utf8', 0, length).replace(/^\uFEFF/, '');
  refuseReturns(text);
  refuseSeparator(text, table);
  const names = parseCsvRecord(text);
  if (names.length === 0) throw new InputError('A CSV file begins with the names of its columns');
  const columns = names.map((name) => String(name ?? ''));
  const unnamed = columns.indexOf('') + 1;
  if (unnamed > 0) throw new InputError(`Column ${unnamed} of the CSV file has no name`);
  const lines = text.split('\n').length - 1;
  return {
    columns,
    blocks: numberedFrom(lines, cutBlocks(skip(chunks, length), new CsvScanner())),
  };
}

async function* skip(chunks: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    const rest = chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
    if (rest.length > 0) yield rest;
  }
}

async function* numberedFrom(before: number, blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  for await (const { bytes, firstLine } of blocks) yield { bytes, firstLine: firstLine + before };
}

/** Parquet has its index at the end, so that the whole input must be there before its first row. */
async function copyParquet(chunks: AsyncIterable<Buffer>, folder: string): Promise<string> {
  const path = join(folder, 'input.parquet');
  await pipeline(chunks, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return path;
}
