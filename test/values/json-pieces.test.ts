import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLongJson, jsonPieces } from '../../src/values/json-pieces.ts';

async function joined(value: unknown): Promise<string> {
  return Buffer.concat(await jsonPieces(value)).toString();
}

test('the pieces are the JSON of a value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await joined(value)).toBe(JSON.stringify(value));
    }),
  );
  expect(await joined({ a: undefined, b: [undefined], c: 1 })).toBe('{"b":[null],"c":1}');
});

test.each([249_999, 250_000, 250_001, 500_001])('a text of %d characters', async (length) => {
  for (const text of ['é"\n', '𝄞', `${'𝄞'.repeat(124_999)}a𝄞`, '\ud834']) {
    const value = { text: text.repeat(Math.ceil(length / text.length)).slice(0, length) };

    expect((await joined(value)) === JSON.stringify(value)).toBe(true);
  }
});

test('what has many items is long', () => {
  const rows = Array.from({ length: 51 }, () => 1);

  expect(isLongJson({ a: { rows } })).toBe(true);
  expect(isLongJson({ a: { rows: rows.slice(1) }, b: 'text' })).toBe(false);
});
