import { expect, test } from 'vitest';
import { outcome } from './outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select id from hits order by x desc nulls last, 1', 'id:INT64'],
  ['select id as k from hits order by k, hits.id', 'k:INT64'],
  ['select id from hits order by 2', 'ORDER BY is out of SELECT column number range: 2 [at 1:30]'],
  [
    'select id from hits order by 0',
    'ORDER BY column number item is out of range. Column numbers must be greater than or equal to one. Found : 0 [at 1:30]',
  ],
  ["select id from hits order by 'a'", 'Cannot ORDER BY literal values [at 1:30]'],
  ['select id as a, x as a from hits order by a', 'Column name a is ambiguous [at 1:43]'],
  ['select id from hits order by nosuch', 'Unrecognized name: nosuch [at 1:30]'],
  [
    'select id as idd from hits order by iddd',
    'Unrecognized name: iddd; Did you mean idd? [at 1:37]',
  ],
  ['select id from hits order by st', 'Unrecognized name: st [at 1:30]'],
  [
    'select id from events order by st',
    'ORDER BY does not support expressions of type STRUCT<a INT64, b STRING> [at 1:32]',
  ],
  [
    'select id from events order by j',
    'ORDER BY does not support expressions of type JSON [at 1:32]',
  ],
  [
    'select arr from events order by arr',
    'ORDER BY does not support expressions of type ARRAY<INT64> [at 1:33]',
  ],
  ['select min(arr) from events', 'MIN is not defined for arguments of type ARRAY<INT64> [at 1:8]'],
  [
    'select greatest(arr, arr) from events',
    'GREATEST is not defined for arguments of type ARRAY<INT64> [at 1:8]',
  ],
  [
    'select arr = arr from events',
    'Equality is not defined for arguments of type ARRAY<INT64> [at 1:8]',
  ],
  [
    'select struct(arr) != struct(arr) from events',
    'Inequality is not defined for arguments of type STRUCT<arr ARRAY<INT64>> [at 1:8]',
  ],
  [
    'select arr in (arr) from events',
    'IN is not defined for arguments of type ARRAY<INT64> [at 1:12]',
  ],
  ['select distinct arr from events', 'arr:ARRAY<INT64>'],
  ['select arr is distinct from arr as d from events', 'd:BOOL'],
  [
    'select array_max(arr) from events',
    'Function ARRAY_MAX is not supported: BigQuery does not have it [at 1:8]',
  ],
  [
    'select array_includes_any(arr, arr) from events',
    'Function ARRAY_INCLUDES_ANY is not supported: BigQuery does not have it [at 1:8]',
  ],
  [
    'select string_agg(y order by 1) from hits',
    'Aggregate functions do not allow ORDER BY by index in arguments [at 1:30]',
  ],
  [
    'select y from hits group by y order by x',
    'ORDER BY clause expression references column x which is neither grouped nor aggregated [at 1:40]',
  ],
  ['select y from hits group by y order by count(*) desc, y', 'y:STRING'],
  [
    'select distinct id from hits order by x',
    'ORDER BY clause expression references column x which is not visible after SELECT DISTINCT [at 1:39]',
  ],
  ['select distinct id from hits order by id + 1', 'id:INT64'],
  [
    'select distinct id + 1 from hits order by id + 1',
    'ORDER BY clause expression references column id which is not visible after SELECT DISTINCT [at 1:43]',
  ],
  [
    'select distinct x from hits group by x order by count(*)',
    'Aggregate function COUNT(*) not allowed in ORDER BY clause after SELECT DISTINCT [at 1:49]',
  ],
  ['select distinct st.a from events order by st.a', 'a:INT64'],
  [
    'select distinct st.a from events order by st.b',
    'ORDER BY clause expression references st.b which is not visible after SELECT DISTINCT [at 1:43]',
  ],
  ['select struct(id as q) as s from hits order by s.q', 's:STRUCT<q INT64>'],
  ['select x + 1 as x from hits order by x', 'x:INT64'],
  ['select id from hits limit @p_int offset 3', 'id:INT64'],
  ['select id from hits limit @p_str', 'LIMIT expects an integer literal or parameter [at 1:27]'],
  ['select id from hits limit cast(1 as int64)', 'id:INT64'],
  ['select as struct id, x as y from hits order by y', 'id:INT64, y:INT64'],
  ['(select 1 as a) order by a limit 3', 'a:INT64'],
];

test.each(CASES)('analyze orders and limits rows: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
