import { expect, test } from 'vitest';
import { searchJson } from '../../../../src/engines/duckdb/functions/search-json.ts';

const find = (text: string, pointer: string) => searchJson(Buffer.from(text), pointer);

test('every value of JSON is found in the text that ends with it', () => {
  const value = { a: [1, { 'b/~': 'two"' }, null, [true, -1.5]], c: {} };
  const text = JSON.stringify(value);
  for (const [pointer, found] of [
    ['/a/0', '1'],
    ['/a/1/b~1~0', '"two\\""'],
    ['/a/2', 'null'],
    ['/a/3/1', '-1.5'],
    ['/a', JSON.stringify(value.a)],
    ['/c', '{}'],
    ['$', text],
  ] as const) {
    const end = text.indexOf(found, pointer === '/a/2' ? text.indexOf('null') : 0) + found.length;

    expect(find(text.slice(0, end), pointer)).toBe(found);
    expect(find(text.slice(0, end - 1), pointer === '/a/0' ? '/a' : pointer)).not.toBe(found);
  }
});

/** As long as what is passed on of a longer text. */
const cut = (begin: string) => `${begin}${'x'.repeat(32_768 - begin.length)}`;

test('of a text of more than 32 KB, only the beginning counts', () => {
  expect(find(cut('{"a":1,"b":"'), '/a')).toBe('1');
  expect(find(cut('[2026-07-01] "'), '/a')).toBeNull();
  expect(() => find(cut('{"a":1,"b":"'), '/c')).toThrow('GoogleSQL: JSON functions');
  expect(() => find(`${' '.repeat(32_767)}1`, '$')).toThrow('GoogleSQL: JSON functions');
});
