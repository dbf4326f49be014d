import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, type BlockLimits, cutBlocks } from '../../../src/import/input/blocks.ts';
import { csvRecords } from '../../../src/import/input/csv-records.ts';
import { CsvScanner, LineScanner } from '../../../src/import/input/record-scanner.ts';
import { textLines } from '../../../src/import/input/text-lines.ts';
import { unpack } from '../../../src/import/input/unpack.ts';

const SMALL: BlockLimits = { blockBytes: 16, lineBytes: 1024 };

async function blocksOf(
  chunks: readonly Uint8Array[],
  scanner: LineScanner | CsvScanner,
  limits = SMALL,
) {
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const blocks: Block[] = [];
  for await (const block of cutBlocks(await unpack(input), scanner, limits)) {
    blocks.push(block);
  }
  return blocks;
}

async function linesOf(chunks: readonly Uint8Array[], limits = SMALL) {
  const blocks = await blocksOf(chunks, new LineScanner(), limits);
  return blocks.flatMap((block) =>
    [...textLines(block)].map(({ content, line }) => [line, content]),
  );
}

/** Cuts bytes into pieces of the given lengths, used in turn. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const length = lengths[i % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

const CUTS = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const PACK = { none: Buffer.from, gzip: gzipSync, zstd: zstdCompressSync };

test('cutBlocks gives the same numbered lines however the bytes are cut and packed', async () => {
  const text = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r') }))
    .map((parts) => parts.join(''));
  const packing = fc.constantFrom('none', 'gzip', 'zstd');
  await fc.assert(
    fc.asyncProperty(text, CUTS, packing, async (content, cuts, packed) => {
      const bytes = Buffer.from(PACK[packed](Buffer.from(content)));
      const expected = content
        .split('\n')
        .map((line, i) => [i + 1, line.replace(/\r$/, '')] as const)
        .filter(([, line]) => line.trim() !== '');

      expect(await linesOf(cut(bytes, cuts))).toEqual(expected);
    }),
  );
});

test('cutBlocks gives the same CSV records, with the lines at which they begin, however the bytes are cut', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '"', ',') });
  const records = fc.array(fc.tuple(field, field), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(records, CUTS, async (rows, cuts) => {
      let line = 1;
      const expected = rows.map(([a, b]) => {
        const entry = [line, [a, b]];
        line += `${a}${b}`.split('\n').length;
        return entry;
      });
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
      const blocks = await blocksOf(cut(Buffer.from(text), cuts), new CsvScanner());

      const found = blocks.flatMap((block) => [...csvRecords(block)]);
      expect(found.map(({ content, line: number }) => [number, content])).toEqual(expected);
    }),
  );
});

test('cutBlocks does not keep a line that is too long and goes on after it', async () => {
  const limits = { blockBytes: 16, lineBytes: 4 };
  const chunks = ['abc\nabcd\nabc', 'defgh', 'i\nab'].map((text) => Buffer.from(text));

  expect(await linesOf(chunks, limits)).toEqual([
    [1, 'abc'],
    [2, 'abcd'],
    [3, undefined],
    [4, 'ab'],
  ]);
});

test('cutBlocks goes on at the next line after a quote that is never closed', async () => {
  const chunks = ['a,b\n1,"open\n', '2,x\n', '3,y\n', '4,z\n'].map((text) => Buffer.from(text));
  const blocks = await blocksOf(chunks, new CsvScanner(), { blockBytes: 16, lineBytes: 10 });

  expect(
    blocks.flatMap((block) => [...csvRecords(block)]).map(({ line, content }) => [line, content]),
  ).toEqual([
    [1, ['a', 'b']],
    [2, undefined],
    [5, ['4', 'z']],
  ]);
});

test('csvRecords gives the readable records beside those that are not', () => {
  const bytes = Buffer.concat([
    Buffer.from('1,"x\ny"\n2,'),
    Buffer.from([0xff]),
    Buffer.from('\n3,a"b\n4,"a"b\n5,"",\n6,"open'),
  ]);
  const block: Block = { firstLine: 10, bytes: new Uint8Array(bytes) };

  expect(
    [...csvRecords(block)].map(({ content, line, problem }) => [line, content ?? problem]),
  ).toEqual([
    [10, ['1', 'x\ny']],
    [12, 'The line is not valid UTF-8'],
    [13, ['3', 'a"b']],
    [14, 'The record is not CSV: text follows the closing quote of a field'],
    [15, ['5', '', null]],
    [16, 'The record is not CSV: a quote is not closed'],
  ]);
});

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('unpack reads files of %s that were joined', async (_name, pack) => {
  expect(await linesOf([pack(Buffer.from('a\n')), pack(Buffer.from('b\n'))])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('unpack fails on an input of %s that is cut short', async (_name, pack) => {
  const bytes = pack(Buffer.from(Array.from({ length: 1_000 }, (_, i) => `${i}\n`).join('')));

  await expect(linesOf([bytes.subarray(0, bytes.length - 6)])).rejects.toThrow(
    'unexpected end of file',
  );
});
