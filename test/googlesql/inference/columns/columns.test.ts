import { describe, expect, it } from 'vitest';
import { describeShop, spellShop } from './describe-shop.ts';

/** Whether the column of `SELECT expression AS x FROM …` is a safe integer. */
function isSafe(sql: string): boolean | undefined {
  return describeShop(sql)[0]?.type.isSafeInteger;
}

describe('the type of a column', () => {
  it('has the modes of nested fields', () => {
    expect(spellShop('SELECT items, address, origin, tags FROM orders')).toEqual([
      'ARRAY<STRUCT<sku STRING!, quantity INT64!, price NUMERIC, codes ARRAY<STRING!>!>!>!',
      'STRUCT<city STRING!, zip STRING>',
      'STRUCT<country STRING!, ip STRING>!',
      'ARRAY<STRING!>!',
    ]);
  });

  it.each([
    ['SELECT [1.5, 2] AS x', 'ARRAY<FLOAT64!>!'],
    ['SELECT ARRAY_AGG(weight) AS x FROM orders', 'ARRAY<FLOAT64>!'],
    [
      'SELECT ARRAY_AGG(STRUCT(id, note AS n)) AS x FROM orders',
      'ARRAY<STRUCT<id INT64!, n STRING>!>!',
    ],
    [
      'SELECT ARRAY(SELECT AS STRUCT i.sku, i.price FROM UNNEST(items) AS i) AS x FROM orders',
      'ARRAY<STRUCT<sku STRING!, price NUMERIC>!>!',
    ],
    ['SELECT IF(is_gift, origin, NULL) AS x FROM orders', 'STRUCT<country STRING!, ip STRING>'],
    [
      'SELECT address AS x FROM orders WHERE address.zip IS NOT NULL',
      'STRUCT<city STRING!, zip STRING!>!',
    ],
    ["SELECT JSON_QUERY_ARRAY(extra, '$.a') AS x FROM orders", 'ARRAY<JSON>!'],
    ["SELECT JSON 'null' AS x", 'JSON'],
    ['SELECT SAFE_CAST(STRUCT(note) AS STRUCT<n INT64>) AS x FROM orders', 'STRUCT<n INT64>'],
    ['SELECT SAFE_CAST(STRUCT(status) AS STRUCT<n INT64>) AS x FROM orders', 'STRUCT<n INT64>'],
  ])('%s is %s', (sql, type) => {
    expect(spellShop(sql)).toEqual([type]);
  });

  it('follows a recursive query to the end of a chain of columns', () => {
    const names = Array.from({ length: 14 }, (_, i) => `c${i}`);
    const first = names.map((name, i) => `${i} AS ${name}`).join(', ');
    const shifted = [...names.slice(1), 'NULL'].join(', ');
    const sql = `WITH RECURSIVE r AS (SELECT ${first} UNION ALL SELECT ${shifted} FROM r WHERE c0 < 5) SELECT * FROM r`;

    expect(spellShop(sql)).toEqual(names.map(() => 'INT64'));
  });

  it('takes long and deep statements', () => {
    const terms = Array.from({ length: 3_000 }, (_, i) => `note = '${i}'`).join(' OR ');
    const whens = Array.from({ length: 1_000 }, (_, i) => `WHEN note = '${i}' THEN ${i}`).join(' ');
    // Without a memory of what is proven, each level would be looked at several times as often as the one above.
    const depth = 60;
    const deep = `${'IF(('.repeat(depth)}is_gift${') IS NULL, is_gift, is_gift)'.repeat(depth)}`;

    expect(spellShop(`SELECT note FROM orders WHERE ${terms}`)).toEqual(['STRING!']);
    expect(spellShop(`SELECT CASE ${whens} ELSE 0 END AS x FROM orders`)).toEqual(['INT64!']);
    expect(spellShop(`SELECT is_gift FROM orders WHERE ${deep}`)).toEqual(['BOOL!']);
  });
});

describe('a safe integer', () => {
  it.each([
    ...['COUNT(*)', 'COUNT(note)', 'COUNTIF(is_gift)', 'APPROX_COUNT_DISTINCT(note)'],
    ...['MAX(LENGTH(note))', 'MIN(CHAR_LENGTH(note))', 'ANY_VALUE(BYTE_LENGTH(note))'],
    ...['MAX(ARRAY_LENGTH(tags))', "MAX(STRPOS(note, 'a'))", "MAX(INSTR(note, 'a'))"],
    ...[
      'MAX(EXTRACT(YEAR FROM ordered_at))',
      'MAX(DATE_DIFF(DATE(ordered_at), DATE(shipped_at), DAY))',
    ],
    ...[
      'COALESCE(COUNT(*), 5)',
      'IFNULL(MAX(LENGTH(note)), 0)',
      'IF(MAX(is_gift), COUNT(*), NULL)',
    ],
    ...['CASE WHEN MAX(is_gift) THEN 1 ELSE COUNT(*) END', '9007199254740991', '-5'],
    ...['(SELECT COUNT(*) FROM visits)', 'STRUCT(COUNT(*) AS n).n', '[COUNT(*)][OFFSET(0)]'],
    ...['MAX(DATETIME_DIFF(DATETIME(ordered_at), DATETIME(shipped_at), SECOND))'],
    ...['MAX(TIME_DIFF(TIME(ordered_at), TIME(shipped_at), MICROSECOND))'],
  ])('is %s', (expression) => {
    expect(isSafe(`SELECT ${expression} AS x FROM orders`)).toBe(true);
  });

  it.each([
    ...[
      'COUNT(*) + 1',
      'SUM(LENGTH(note))',
      'MAX(id)',
      '9007199254740992',
      'COALESCE(COUNT(*), MAX(id))',
    ],
    ...['IF(MAX(is_gift), COUNT(*), MAX(id))', 'NULLIF(COUNT(*), 0)', 'ABS(COUNT(*))', 'MAX(note)'],
    ...['MAX(DATETIME_DIFF(DATETIME(ordered_at), DATETIME(shipped_at), MICROSECOND))'],
    ...['MAX(TIMESTAMP_DIFF(ordered_at, shipped_at, SECOND))', 'CAST(COUNT(*) AS NUMERIC)'],
  ])('is not %s', (expression) => {
    expect(isSafe(`SELECT ${expression} AS x FROM orders`)).toBe(false);
  });
});

describe('a safe integer that is passed on', () => {
  it.each([
    ['SELECT ROW_NUMBER() OVER () AS x FROM orders', true],
    ['SELECT RANK() OVER (ORDER BY id) AS x FROM orders', true],
    ['SELECT DENSE_RANK() OVER (ORDER BY id) AS x FROM orders', true],
    ['SELECT NTILE(4) OVER (ORDER BY id) AS x FROM orders', true],
    ['SELECT LAG(LENGTH(note)) OVER (ORDER BY id) AS x FROM orders', true],
    ['SELECT LEAD(LENGTH(note), 1, id) OVER (ORDER BY id) AS x FROM orders', false],
    ['SELECT FIRST_VALUE(LENGTH(note)) OVER (ORDER BY id) AS x FROM orders', true],
    ['SELECT LAST_VALUE(LENGTH(note)) OVER (ORDER BY id) AS x FROM orders', false],
    ['SELECT place AS x FROM orders, UNNEST(tags) AS tag WITH OFFSET AS place', true],
    ['SELECT n AS x FROM (SELECT COUNT(*) AS n FROM orders)', true],
    [
      'WITH c AS (SELECT COUNT(*) AS n FROM orders) SELECT a.n AS x FROM c AS a LEFT JOIN c AS b USING (n)',
      true,
    ],
    ['SELECT COUNT(*) AS x FROM orders UNION ALL SELECT 5', true],
    ['SELECT COUNT(*) AS x FROM orders UNION ALL SELECT id FROM customers', false],
    ['SELECT COUNT(*) AS x FROM orders INTERSECT DISTINCT SELECT id FROM customers', false],
    [
      'WITH RECURSIVE r AS (SELECT 1 AS x UNION ALL SELECT x FROM r WHERE x > 5) SELECT x FROM r',
      true,
    ],
    [
      'WITH RECURSIVE r AS (SELECT 1 AS x UNION ALL SELECT x * 2 FROM r WHERE x < 5) SELECT x FROM r',
      false,
    ],
  ])('%s: %s', (sql, expected) => {
    expect(isSafe(sql)).toBe(expected);
  });
});
