import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { createDocumentCache, createParseErrorCache } from '../../../src/graphql/operation/yoga.ts';

/** How many of these texts are kept when all of them were set. */
function kept(cache: { get(text: string): unknown }, texts: readonly string[]): number {
  return texts.filter((text) => cache.get(text) !== undefined).length;
}

test('createDocumentCache keeps documents within its bytes: their texts count, and so do their tokens', () => {
  const cache = createDocumentCache(1_000_000);
  const long = Array.from({ length: 20 }, (_, i) => `{ a${i} } # ${'x'.repeat(100_000)}`);
  const dense = Array.from({ length: 20 }, (_, i) => `{ b${i} ${'a '.repeat(500)}}`);

  for (const text of long) cache.set(text, parse(text));
  const longKept = kept(cache, long);
  for (const text of dense) cache.set(text, parse(text));

  expect(longKept).toBe(4);
  expect(kept(cache, long)).toBe(0);
  expect(kept(cache, dense)).toBe(4);
});

test('createParseErrorCache keeps errors within its bytes', () => {
  const cache = createParseErrorCache(1_000_000);
  const texts = Array.from({ length: 20 }, (_, i) => `{ ${i} ${'x'.repeat(100_000)}`);

  for (const text of texts) cache.set(text, new Error(text));

  expect(kept(cache, texts)).toBe(4);
});
