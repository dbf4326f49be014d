import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeParquetLines } from '../../../engines/duckdb/staging/parquet-lines.ts';
import type { Table } from '../../../googlesql/index.ts';
import { UsageError } from '../../command-error.ts';
import { type Block, cutBlocks } from './blocks.ts';
import { parseCsvRecord } from './csv-records.ts';
import { type Format, formatOf, isParquet, refuseSeparator } from './detect-format.ts';
import { lookOfOther } from './look-of-input.ts';
import { CsvScanner, LineScanner } from './record-scanner.ts';
import { peek, unpack } from './unpack.ts';

/** The input and how to read it. */
export interface SourceOptions {
  readonly input: Readable;
  /** Undefined: found out from the beginning of the input. */
  readonly format: Format | undefined;
  readonly table: Table;
  /** A folder for a copy of an input that cannot be read from front to back. */
  readonly folder: string;
}

/** An input whose format is known. */
export interface Source {
  readonly format: Format;
  /** The names in the header of a CSV. */
  readonly columns: readonly string[];
  readonly blocks: AsyncIterable<Block>;
  /** The number of rows, where the input says it. */
  readonly rows?: number;
  /** SHA-256 of the unpacked bytes, complete when all were read. */
  readonly hash: Hash;
}

/** Maximum bytes that are searched for a header or a first line. */
const HEAD_BYTES = 64 * 1024;

/** Opens an input: unpacks it, hashes it and finds out its format. */
export async function openSource(options: SourceOptions): Promise<Source> {
  const hash = createHash('sha256');
  const chunks = await unpack(options.input);
  const { chunks: whole, head } = await peek(hashed(chunks, hash), HEAD_BYTES);
  const format = options.format ?? guessFormat(head, options.table);
  const common = { format, hash, columns: [] };
  if (format === 'parquet') return { ...common, ...(await openParquet(whole, options)) };
  if (format === 'csv') return { ...common, ...openCsv(head, whole, options.table) };
  return { ...common, blocks: cutBlocks(whole, new LineScanner()) };
}

/** Adds the bytes to a hash as they are read. */
async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Throws a `UsageError` if the input looks like another format than the assumed one. */
function guessFormat(head: Buffer, table: Table): Format {
  if (isParquet(head)) return 'parquet';
  const text = head.toString().replace(/^\uFEFF/, '');
  const format = formatOf(firstLineOf(text), table);
  const look = format === 'csv' ? undefined : lookOfOther(wholeLinesOf(text, head), format, table);
  if (look === undefined) return format;
  throw new UsageError(
    `The input looks like ${look}; --format names a format that is not found out`,
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
  refuseSeparator(text, table);
  const names = parseCsvRecord(text);
  if (names.length === 0) throw new UsageError('A CSV file begins with the names of its columns');
  const columns = names.map((name) => String(name ?? ''));
  const unnamed = columns.indexOf('') + 1;
  if (unnamed > 0) throw new UsageError(`Column ${unnamed} of the CSV file has no name`);
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
async function openParquet(chunks: AsyncIterable<Buffer>, { folder, table }: SourceOptions) {
  const path = join(folder, 'input.parquet');
  await pipeline(chunks, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const lines = join(folder, 'input.ndjson.zst');
  const rows = await writeParquetLines({ path, table, lines, folder });
  await rm(path);
  return { rows, blocks: cutBlocks(await unpack(createReadStream(lines)), new LineScanner()) };
}
