import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpack } from '../../../src/import/input/unpack.ts';

const PARTS = ['a\n', 'b\n'.repeat(300_000), '', 'c\n'];

async function unpacked(packed: Buffer, length: number): Promise<string> {
  const pieces = Array.from({ length: Math.ceil(packed.length / length) }, (_, i) =>
    packed.subarray(i * length, (i + 1) * length),
  );
  return (await buffer(await unpack(Readable.from(pieces)))).toString();
}

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('unpack reads all parts that were packed with %s and joined', async (_, pack) => {
  const packed = Buffer.concat(PARTS.map((part) => pack(part)));

  for (const length of [1, 7, 64, packed.length]) {
    expect(await unpacked(packed, length)).toBe(PARTS.join(''));
  }
  const padding = Buffer.alloc(100);
  const padded = Buffer.concat([packed, padding, packed, padding]);
  expect(await unpacked(padded, 64)).toBe(PARTS.join('').repeat(2));
  const damaged = Buffer.concat([packed, Buffer.from(packed).fill(0, 0, 1)]);
  await expect(unpacked(damaged, damaged.length)).rejects.toThrow();
  await expect(unpacked(packed.subarray(0, -1), 64)).rejects.toThrow('unexpected end of file');
  await expect(unpacked(Buffer.concat([packed, Buffer.from('junk')]), 64)).rejects.toThrow();
});

test('unpack passes over parts of zstd data that are to be skipped', async () => {
  const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
  const packed = Buffer.concat([zstdCompressSync('a'), skipped, zstdCompressSync('b')]);

  expect(await unpacked(packed, 5)).toBe('ab');
});
