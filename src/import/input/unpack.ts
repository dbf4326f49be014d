import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { unpackFrames } from '../../engines/duckdb/files/text/unpack-frames.ts';
import { InputError } from '../input-error.ts';

const EMPTY = Buffer.alloc(0);

/** The first bytes of packed data, and what unpacks it. */
const PACKINGS = [
  { magic: Buffer.from([0x1f, 0x8b]), open: createGunzip },
  { magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), open: createZstdDecompress },
];

/** The same of what is not unpacked, with the command that does it. */
const OTHER_PACKINGS = [
  { magic: Buffer.from('BZh'), name: 'bzip2', command: 'bzcat' },
  { magic: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), name: 'xz', command: 'xzcat' },
  { magic: Buffer.from([0x50, 0x4b, 3, 4]), name: 'zip', command: 'unzip -p' },
];

const MAGIC_BYTES = 6;

/** Bytes, and the first of them. */
export interface Headed {
  /** At least `count` bytes, unless there are fewer. */
  readonly head: Buffer;
  /** All bytes, the head included. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * The bytes of the input, unpacked if they start with the magic number of gzip or zstd; rejects with an `InputError` for
 * another packing that it can name.
 */
export async function unpack(input: Readable): Promise<AsyncIterable<Buffer>> {
  const { chunks, head } = await peek(input, MAGIC_BYTES);
  const isPacked = ({ magic }: { readonly magic: Buffer }) =>
    head.subarray(0, magic.length).equals(magic);
  const other = OTHER_PACKINGS.find(isPacked);
  if (other) {
    throw new InputError(
      `The input is packed with ${other.name}; gzip and zstd are unpacked. Import what "${other.command}" writes, with - as the file`,
    );
  }
  const packing = PACKINGS.find(isPacked);
  return packing ? unpackFrames(chunks, () => packing.open()) : chunks;
}

/** Reads the first bytes without taking them away. */
export async function peek(input: AsyncIterable<Buffer>, count: number): Promise<Headed> {
  const chunks: AsyncIterator<Buffer> = input[Symbol.asyncIterator]();
  let head = EMPTY;
  while (head.length < count) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, chunks: resume(head, chunks) };
}

async function* resume(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
