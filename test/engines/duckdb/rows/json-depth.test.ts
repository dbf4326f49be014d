import { expect, test } from 'vitest';
import { shallowJson } from '../../../../src/engines/duckdb/rows/json-depth.ts';

const TOO_DEEP = {
  code: 'SQL_INVALID',
  message: 'The result has a JSON value that is nested more than 500 levels deep',
};

test('shallowJson takes 500 levels of arrays and objects, and brackets in strings', () => {
  const texts = [
    `${'['.repeat(500)}${']'.repeat(500)}`,
    `${'{"a":['.repeat(250)}1${']}'.repeat(250)}`,
    `["${'['.repeat(5_000)}", "\\"${'{'.repeat(5_000)}"]`,
    `[${'[],'.repeat(5_000)}{}]`,
  ];

  expect(texts.map(shallowJson)).toEqual(texts);
});

test.each([
  ['arrays', `${'['.repeat(501)}${']'.repeat(501)}`],
  ['objects', `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`],
  ['arrays behind a string', `["\\\\",${'['.repeat(500)}${']'.repeat(500)}]`],
])('shallowJson refuses more levels of %s', (_, text) => {
  expect(() => shallowJson(text)).toThrow(expect.objectContaining(TOO_DEEP));
});
