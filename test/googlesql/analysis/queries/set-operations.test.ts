import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select id from hits union all select id from users order by id', 'id:INT64'],
  ['select id from hits union all select z from users', 'id:FLOAT64'],
  ["select id as a, y as b from hits intersect distinct select 1, 'x'", 'a:INT64, b:STRING'],
  ['select id from hits except distinct select id from users', 'id:INT64'],
  [
    'select id from hits union all select y from hits',
    'Column 1 in UNION ALL has incompatible types: INT64, STRING [at 1:31]',
  ],
  [
    'select id from hits union all select id, y from hits',
    'Queries in UNION ALL have mismatched column count; query 1 has 1 column, query 2 has 2 columns [at 1:31]',
  ],
  [
    'select id from hits union all select id from users order by x',
    'Unrecognized name: x [at 1:61]',
  ],
  [
    'select id from hits union all select id from users order by hits.id',
    'Unrecognized name: hits [at 1:61]',
  ],
  ["select ts from events union all select '2020-01-01'", 'ts:TIMESTAMP'],
  [
    "select ts from events union all select 'soon'",
    'Could not cast literal "soon" to type TIMESTAMP [at 1:40]',
  ],
  ["select null as a union all select 'a'", 'a:STRING'],
  ["select [] as a union all select ['a']", 'a:ARRAY<STRING>'],
  [
    'select j from events union distinct select j from events',
    'Column 1 in UNION DISTINCT has type that does not support set operation comparisons: JSON [at 1:37]',
  ],
  ['select struct(1 as a) as s union all select struct(2.5 as b)', 's:STRUCT<a FLOAT64>'],
  [
    '(select id from hits limit 1) union all (select id from users limit 1) order by 1 limit 1',
    'id:INT64',
  ],
];

test.each(CASES)('analyze combines queries: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
