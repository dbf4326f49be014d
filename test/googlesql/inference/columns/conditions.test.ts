import { describe, expect, it } from 'vitest';
import { spellShop } from './describe-shop.ts';

describe('a column under a condition', () => {
  it.each([
    "r = 'x'",
    "NOT r = 'x'",
    "r > 'x' AND pages > 5",
    "r = 'x' OR r = 'y'",
    "NOT (pages > 5 OR r = 'x')",
    "NOT (pages IS NULL AND FALSE) AND r LIKE 'x%'",
    'r IS NOT NULL',
    'NOT r IS NULL',
    "(r = 'x') IS TRUE",
    "(r = 'x') IS FALSE",
    '(r IS NULL) IS NOT TRUE',
    "r BETWEEN 'a' AND 'b'",
    "r NOT BETWEEN 'a' AND 'b'",
    "'x' BETWEEN r AND 'z'",
    "r IN ('a', NULL)",
    "r NOT IN ('a', 'b')",
    "'x' NOT IN ('a', r)",
    "'x' IN (r)",
    "r IN UNNEST(['a'])",
    'r IN (SELECT name FROM customers)',
    "r IS NOT DISTINCT FROM 'x'",
    'r IS DISTINCT FROM NULL',
    "NOT r IS DISTINCT FROM 'x'",
    "COALESCE(r = 'x', FALSE)",
    "IFNULL(r, NULL) = 'x'",
    "NULLIF(r, 'x') IS NOT NULL",
    'IF(r IS NULL, FALSE, TRUE)',
    "IF(pages > 5, r = 'x', r = 'y')",
    "CASE WHEN pages > 5 THEN r = 'x' END",
    "CASE r WHEN 'x' THEN TRUE ELSE FALSE END",
    'CAST(r AS INT64) > 5',
    'SAFE_CAST(r AS INT64) > 5',
    "SAFE.SUBSTR(r, 1) = 'x'",
    "REGEXP_EXTRACT(r, 'a') = 'x'",
    '@p IS NULL OR r = @p',
    "'x' || r || 'y' = 'z'",
  ])('is never NULL where %s', (condition) => {
    expect(
      spellShop(`SELECT r FROM (SELECT pages, referrer AS r FROM visits) WHERE ${condition}`),
    ).toEqual(['STRING!']);
  });
});

describe('a column under a condition that NULL may meet', () => {
  it.each([
    'r IS NULL',
    'TRUE',
    "r = 'x' OR pages > 5",
    "NOT (r = 'x' AND pages > 5)",
    "(r = 'x') IS NOT TRUE",
    "(r = 'x') IS NOT FALSE",
    "'x' NOT BETWEEN r AND 'b'",
    "'x' IN ('x', r)",
    "r NOT IN UNNEST(SPLIT('a'))",
    'NOT r IN UNNEST(ARRAY<STRING>[])',
    'r NOT IN (SELECT name FROM customers)',
    "r IS DISTINCT FROM 'x'",
    'r IS NOT DISTINCT FROM @q',
    "COALESCE(r = 'x', TRUE)",
    "IFNULL(r, 'x') = 'x'",
    "IF(r IS NULL, TRUE, r = 'x')",
    "IF(pages > 5, r = 'x', TRUE)",
    "CASE WHEN pages > 5 THEN r = 'x' ELSE TRUE END",
    "CASE r WHEN 'x' THEN FALSE ELSE TRUE END",
    '@q IS NULL OR r = @q',
    "FORMAT('%t', r) = 'NULL'",
    'EXISTS (SELECT r)',
    'TO_JSON_STRING(r) = "null"',
    'ISERROR(CAST(r AS INT64))',
    'IFERROR(CAST(r AS INT64), 1) = 1',
  ])('may be NULL where %s', (condition) => {
    expect(
      spellShop(`SELECT r FROM (SELECT pages, referrer AS r FROM visits) WHERE ${condition}`),
    ).toEqual(['STRING']);
  });
});

describe('an expression that a condition has too', () => {
  it.each([
    ["JSON_VALUE(extra, '$.a')", "JSON_VALUE(extra, '$.a') = 'x'", 'STRING!'],
    ["JSON_VALUE(extra, '$.a')", "JSON_VALUE(extra, '$.b') = 'x'", 'STRING'],
    ["UPPER(JSON_VALUE(extra, '$.a'))", "JSON_VALUE(extra, '$.a') IS NOT NULL", 'STRING!'],
    ["JSON_VALUE(extra, '$.a')", "JSON_VALUE(extra, '$.a') = 'x' OR TRUE", 'STRING'],
    ['SAFE_CAST(note AS INT64)', 'SAFE_CAST(note AS INT64) > 5', 'INT64!'],
    ['SAFE_CAST(note AS INT64)', 'SAFE_CAST(note AS FLOAT64) > 5', 'INT64'],
    ['address', 'address.zip = "0150"', 'STRUCT<city STRING!, zip STRING!>!'],
    ['weight', 'weight > 0', 'FLOAT64'],
  ])('%s where %s is %s', (expression, condition, type) => {
    expect(spellShop(`SELECT ${expression} AS x FROM orders WHERE ${condition}`)).toEqual([type]);
  });

  it('may be NULL again beyond an outer join', () => {
    const matched = "(SELECT id, note FROM orders WHERE note = 'x')";

    expect(
      spellShop(`SELECT o.note FROM visits AS v LEFT JOIN ${matched} AS o ON o.id = v.customer_id`),
    ).toEqual(['STRING']);
    expect(
      spellShop(
        `SELECT o.note FROM visits AS v LEFT JOIN ${matched} AS o ON o.id = v.customer_id WHERE o.id > 5`,
      ),
    ).toEqual(['STRING!']);
  });
});
