import { expect, test } from 'vitest';
import { type LeafUse, LeafUses } from '../../../../src/googlesql/analysis/properties/leaf-uses.ts';
import { parseTable, type SchemaField } from '../../../../src/googlesql/table.ts';
import { compileStatement } from '../../../engines/compile-query.ts';

const WHO: SchemaField = {
  name: 'who',
  type: 'RECORD',
  fields: [
    { name: 'name', type: 'STRING' },
    { name: 'age', type: 'INT64' },
  ],
};
const TABLE = parseTable('t', [
  { name: 'id', type: 'STRING' },
  { name: 'own', type: 'BOOL' },
  WHO,
  {
    name: 'items',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'sku', type: 'STRING' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      WHO,
    ],
  },
]);

/** `items{0 2{1}}`: of what a use reads the indices, `*` for all of it, `?` where it is tested, `!` where it is guarded. */
function textOf(use: LeafUse): string {
  const fields = [...use.fields].map(([index, own]) => `${index}${textOf(own)}`).toSorted();
  const marks = `${use.isWhole ? '*' : ''}${use.isTested ? '?' : ''}${use.isGuarded ? '!' : ''}`;
  return marks + (fields.length > 0 ? `{${fields.join(' ')}}` : '');
}

/** What each scan reads, in the order of the columns' names. */
function usesOf(sql: string, throughGuards = true): readonly string[] {
  const { resolved } = compileStatement(sql, {}, new Map([['t', TABLE]]));
  return [...new LeafUses(resolved, { throughGuards }).scans.values()]
    .map((uses) =>
      [...uses]
        .map(([name, use]) => name + textOf(use))
        .toSorted()
        .join(' '),
    )
    .toSorted();
}

test.each([
  ['SELECT who.name FROM t', 'who{0*}'],
  ['SELECT who FROM t', 'who*'],
  ['SELECT id FROM t WHERE who.age > 1', 'id* who{1*}'],
  ['SELECT who IS NULL AS n FROM t', 'who?'],
  ['SELECT who.age IS NULL AS n FROM t', 'who{1*}'],
  ['SELECT ARRAY_LENGTH(items) AS n FROM t', 'items?'],
  ['SELECT ARRAY_LENGTH(items[OFFSET(0)].tags) AS n FROM t', 'items?{1*}'],
  ['SELECT items[SAFE_OFFSET(0)].who.age FROM t', 'items?{2{1*}}'],
  ['SELECT i.sku FROM t CROSS JOIN UNNEST(items) AS i', 'items{0*}'],
  ['SELECT COUNT(*) AS n FROM t CROSS JOIN UNNEST(items) AS i', 'items'],
  [
    'SELECT i.sku FROM t LEFT JOIN UNNEST(items) AS i ON i.who.age = 1 AND id IS NULL',
    'id* items{0* 2{1*}}',
  ],
  ['SELECT TO_JSON_STRING(i.who) AS j FROM t, t.items AS i', 'items{2*}'],
  ['SELECT TO_JSON_STRING(t) AS j FROM t', 'id* items* own* who*'],
  ['SELECT IF(own, who, NULL).name FROM t', 'own* who*'],
  ['SELECT STRUCT(who AS w).w.name FROM t', 'who*'],
  ['SELECT x.w.name FROM (SELECT who AS w, items FROM t) AS x', 'who{0*}'],
  ['SELECT ARRAY(SELECT i FROM UNNEST(items) AS i)[OFFSET(0)].sku FROM t', 'items?{0*}'],
  ['SELECT (SELECT i.who FROM UNNEST(items) AS i LIMIT 1).age FROM t', 'items{2{1*}}'],
  [
    'SELECT id FROM t WHERE EXISTS (SELECT 1 FROM UNNEST(items) AS i WHERE i.sku = id)',
    'id* items{0*}',
  ],
  ["SELECT 'x' IN (SELECT i.sku FROM UNNEST(items) AS i) AS b FROM t", 'items{0*}'],
  ['SELECT COUNT(*) AS n, who.name FROM t GROUP BY who.name', 'who{0*}'],
  ['SELECT ANY_VALUE(who).name FROM t', 'who*'],
  ['SELECT LAG(who) OVER (ORDER BY id).name FROM t', 'id* who*'],
  [
    'SELECT l.who.name FROM t AS l JOIN t AS r ON l.id = r.id AND r.who.age = 1',
    'id* who{0*}|id* who{1*}',
  ],
  [
    'SELECT w.name FROM (SELECT who AS w FROM t UNION ALL SELECT i.who FROM t, t.items AS i)',
    'items{2{0*}}|who{0*}',
  ],
  ['SELECT x.name FROM (SELECT DISTINCT who.name, who.age FROM t) AS x', 'who{0* 1*}'],
  [
    'WITH a AS (SELECT id, who FROM t), b AS (SELECT items FROM t) SELECT a.who.name FROM a',
    'who{0*}',
  ],
  [
    'WITH a AS (SELECT who FROM t) SELECT l.who.name, r.who IS NULL AS n FROM a AS l, a AS r',
    'who?{0*}',
  ],
  [
    'WITH RECURSIVE a AS (SELECT id, who FROM t UNION ALL SELECT id, who FROM a WHERE id IS NULL) SELECT a.who.name FROM a',
    'id* who*{0*}',
  ],
  ['SELECT who.name FROM (SELECT CASE WHEN own THEN who END AS who FROM t)', 'own* who!{0*}'],
])('LeafUses finds what is read of records: %s', (sql, uses) => {
  expect(usesOf(sql)).toEqual(uses.split('|'));
});

test('LeafUses reads all behind CASE where a barrier counts as one', () => {
  const sql = 'SELECT who.name FROM (SELECT CASE WHEN own THEN who END AS who FROM t)';

  expect(usesOf(sql, false)).toEqual(['own* who*']);
});
