import { expect, test } from 'vitest';
import { neededCtes } from '../../src/catalog/ctes.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';

function needed(stored: string, query: string): readonly string[] {
  const { with: views } = parseQuery(stored);
  if (!views) throw new Error('The query has no CTE');
  return neededCtes(views, parseQuery(query)).map(({ name }) => name.name);
}

const CHAIN =
  'WITH a AS (SELECT 1 AS x), b AS (SELECT * FROM a), c AS (SELECT * FROM t), d AS (SELECT * FROM B) SELECT 1';

test.each([
  ['SELECT * FROM a', ['a']],
  ['SELECT * FROM D', ['a', 'b', 'd']],
  ['SELECT * FROM `c` JOIN (SELECT * FROM a) USING (x)', ['a', 'c']],
  ['SELECT (SELECT MAX(x) FROM c)', ['c']],
  [
    'WITH own AS (SELECT * FROM c) SELECT * FROM own WHERE EXISTS (SELECT 1 FROM b)',
    ['a', 'b', 'c'],
  ],
  ['SELECT * FROM c AS v, v.items', ['c']],
  ['SELECT 1', []],
])('neededCtes keeps what is read, in its order: %s', (query, names) => {
  expect(needed(CHAIN, query)).toEqual(names);
});

test('neededCtes keeps all where CTEs may read later ones', () => {
  expect(
    needed('WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1) SELECT 1', 'SELECT * FROM a'),
  ).toEqual(['a', 'b']);
});
