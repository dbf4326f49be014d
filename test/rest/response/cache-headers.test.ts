import { expect, test } from 'vitest';
import { readIfNoneMatch, tagBase } from '../../../src/rest/response/cache-headers.ts';

test.each([
  ['"a"', ['"a"']],
  ['W/"a"', ['"a"']],
  ['"a", W/"b" , "c,d"', ['"a"', '"b"', '"c,d"']],
  ['""', ['""']],
  ['', []],
  ['a', []],
  ['"a', []],
])('readIfNoneMatch finds the tags in %s', (header, tags) => {
  expect(readIfNoneMatch(header)).toEqual(new Set(tags));
});

test('readIfNoneMatch tells the star from a tag that is called so', () => {
  expect(readIfNoneMatch('*')).toBe('*');
  expect(readIfNoneMatch('"*"')).toEqual(new Set(['"*"']));
});

test('tagBase depends on the bytes and on the facts', async () => {
  const bytes = Buffer.from('rows');

  const tags = [
    await tagBase(bytes, ['json', false]),
    await tagBase(bytes, ['json', true]),
    await tagBase(bytes, ['csv', false]),
    await tagBase(Buffer.from('Rows'), ['json', false]),
  ];

  expect(new Set(tags).size).toBe(4);
  expect(await tagBase(Buffer.from('rows'), ['json', false])).toBe(tags[0]);
});
