import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines, readUnpacked } from '../../../src/cli/import/lines.ts';

async function linesOf(chunks: readonly Uint8Array[], longest?: number) {
  const lines: (string | undefined)[] = [];
  const input = readUnpacked(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
  for await (const list of readLines(input, longest)) {
    for (const { number, bytes } of list) {
      lines.push(bytes?.toString());
      expect(number).toBe(lines.length);
    }
  }
  return lines;
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

test('readLines gives the same lines however the bytes are cut, packed or not', async () => {
  const text = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r') }))
    .map((parts) => parts.join(''));
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(text, lengths, fc.boolean(), async (content, cuts, isPacked) => {
      const bytes = isPacked ? gzipSync(content) : Buffer.from(content);
      const expected = content.split('\n');
      if (expected.at(-1) === '') expected.pop();

      expect(await linesOf(cut(bytes, cuts))).toEqual(expected);
    }),
  );
});

test('readLines does not keep a line that is too long and goes on after it', async () => {
  expect(await linesOf([Buffer.from('abc\nabcd\nabcdef'), Buffer.from('gh\nab')], 4)).toEqual([
    'abc',
    'abcd',
    undefined,
    'ab',
  ]);
});

test('readUnpacked reads gzip files that were joined', async () => {
  expect(await linesOf([gzipSync('a\n'), gzipSync('b\n')])).toEqual(['a', 'b']);
});

test('readUnpacked fails on a packed input that is cut short', async () => {
  const bytes = gzipSync('a\n'.repeat(1_000));

  await expect(linesOf([bytes.subarray(0, bytes.length - 6)])).rejects.toThrow(
    'unexpected end of file',
  );
});
