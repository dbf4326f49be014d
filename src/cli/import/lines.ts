import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Longer lines are skipped without being buffered. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);

/** A line of the input, without its newline. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Undefined for a line longer than `MAX_LINE_BYTES`. */
  readonly bytes: Buffer | undefined;
}

/** The bytes of the input, decompressed if they start with gzip's magic number. */
export async function* readUnpacked(input: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = input[Symbol.asyncIterator]();
  let head = EMPTY;
  while (head.length < 2) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = resume(head, chunks);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole;
    return;
  }
  // The callback is required, but redundant: an error on either side also ends the iteration.
  yield* pipeline(whole, createGunzip(), () => undefined);
}

async function* resume(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Splits bytes into lines, a list per chunk; a non-empty rest after the last newline is a line too. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  longest: number = MAX_LINE_BYTES,
): AsyncGenerator<readonly Line[]> {
  let number = 0;
  let pieces: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer) => {
    length += piece.length;
    if (length <= longest) pieces.push(piece);
    else pieces = [];
  };
  const end = (): Line => {
    const bytes = length > longest ? undefined : joined(pieces);
    pieces = [];
    length = 0;
    number += 1;
    return { number, bytes };
  };
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let start = 0;
    for (let i = chunk.indexOf(NEWLINE); i >= 0; i = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, i));
      lines.push(end());
      start = i + 1;
    }
    take(chunk.subarray(start));
    yield lines;
  }
  if (length > 0) yield [end()];
}

function joined(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 ? (pieces[0] ?? EMPTY) : Buffer.concat(pieces);
}
