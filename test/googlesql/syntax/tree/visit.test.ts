import { expect, test } from 'vitest';
import { parseQuery } from '../../../../src/googlesql/syntax/parser/parser.ts';
import { pinClock } from '../../../../src/googlesql/syntax/parser/pin-clock.ts';
import { printQuery } from '../../../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../../../src/googlesql/syntax/tree/equal-trees.ts';
import { mapExpressions, nodesIn } from '../../../../src/googlesql/syntax/tree/visit.ts';

test('nodesIn has every node before what is inside it, in the order of the text', () => {
  const tree = parseQuery('with a as (select 1) select b from a where c in (select @d)');

  const kinds = nodesIn(tree).map((node) =>
    'kind' in node ? node.kind : 'name' in node ? String(node.at) : 'with',
  );

  expect(kinds.filter((kind) => kind === 'query')).toHaveLength(3);
  expect(kinds.indexOf('in')).toBeLessThan(kinds.indexOf('parameter'));
  expect(kinds.indexOf('table_path')).toBeLessThan(kinds.indexOf('in'));
});

test('mapExpressions rewrites inner expressions first, also in subqueries and clauses', () => {
  const tree = parseQuery(
    'with a as (select x) select x + x, (select x) from b join c on x where f(x) order by x limit 1',
  );

  const renamed = mapExpressions(tree, (node) =>
    node.kind === 'path' ? { ...node, names: [{ at: node.at, name: 'y' }] } : node,
  );

  expect(printQuery(renamed)).toBe(
    'WITH a AS (SELECT y) SELECT y + y, (SELECT y) FROM b JOIN c ON y WHERE f(y) ORDER BY y LIMIT 1',
  );
});

test('mapExpressions shares what stays the same', () => {
  const tree = parseQuery('select a + b, c from t where d');

  expect(mapExpressions(tree, (node) => node)).toBe(tree);
});

test.each([
  ['current_timestamp', '@_now'],
  ['current_timestamp()', '@_now'],
  ['current_date', 'DATE(@_now)'],
  ["current_date('Asia/Tokyo')", "DATE(@_now, 'Asia/Tokyo')"],
  ['CURRENT_DATETIME()', 'DATETIME(@_now)'],
  ['current_time(@zone)', 'TIME(@_now, @zone)'],
  ['f((select max(current_timestamp())))', 'f((SELECT max(@_now)))'],
  ['`current_date`', '`current_date`'],
  ['x.current_date()', 'x.`current_date`()'],
  ['current_timestamp(1)', 'current_timestamp(1)'],
])('pinClock makes %s into %s', (sql, text) => {
  expect(printQuery(pinClock(parseQuery(`select ${sql}`)))).toBe(`SELECT ${text}`);
});

test('equalTrees ignores places and nothing else', () => {
  const equal = (a: string, b: string): boolean => equalTrees(parseQuery(a), parseQuery(b));

  expect(equal('select a+b', 'SELECT  a /* plus */ + (b)')).toBe(true);
  expect(equal('((select 1))', 'select 1')).toBe(true);
  expect(equal('select a', 'select A')).toBe(false);
  expect(equal('select 1', 'select 1.0')).toBe(false);
  expect(equal('select a, b', 'select a')).toBe(false);
  expect(equal('select a', 'select a as a')).toBe(false);
  expect(equal('select a - b - c', 'select a - (b - c)')).toBe(false);
  expect(equal('(select 1 limit 1) limit 2', 'select 1 limit 2')).toBe(false);
});
