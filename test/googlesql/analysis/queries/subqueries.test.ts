import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select (select max(id) from hits) + 1 as n', 'n:INT64'],
  [
    'select (select id, x from hits) from hits',
    'Scalar subquery cannot have more than one column unless using SELECT AS STRUCT to build STRUCT values [at 1:8]',
  ],
  [
    'select array(select id, x from hits) from hits',
    'ARRAY subquery cannot have more than one column unless using SELECT AS STRUCT to build STRUCT values [at 1:8]',
  ],
  [
    'select array(select as struct id, y from hits order by x) as rows',
    'Syntax error: Unexpected keyword ROWS [at 1:62]',
  ],
  [
    'select array(select arr from events)',
    'Cannot use array subquery with column of type ARRAY<INT64> because nested arrays are not supported [at 1:8]',
  ],
  ['select exists(select id, x from hits) as e', 'e:BOOL'],
  ['select id in (select users.id from users) as e from hits', 'e:BOOL'],
  ['select id in (select z from users) as e from hits', 'e:BOOL'],
  [
    'select id in (select y from hits) from hits',
    'Cannot execute IN subquery with uncomparable types INT64 and STRING [at 1:8]',
  ],
  [
    'select id in (select id, x from hits) from hits',
    'Subquery of type IN must have only one output column [at 1:15]',
  ],
  ['select (1, 2) in (select (1, 2)) as e', 'e:BOOL'],
  [
    "select id from hits where exists(select 1 from users where users.id = hits.id and x = 'a')",
    'id:INT64',
  ],
  ['select (select u.x from users u where u.id = h.id limit 1) as x from hits h', 'x:STRING'],
  [
    'select (select path from unnest(m.request) limit 1) as p from edge_logs e left join unnest(e.metadata) m',
    'p:STRING',
  ],
  [
    "select id from edge_logs e where '/a' in (select r.path from e.metadata m, m.request r)",
    'id:STRING',
  ],
  ['select id from hits where id in unnest([1, 2])', 'id:INT64'],
  [
    'select id in unnest(1) from hits',
    'Second argument of IN UNNEST must be an array but was INT64 [at 1:11]',
  ],
  [
    'select y in unnest([1]) from hits',
    'No matching signature for operator IN UNNEST for argument types: STRING, ARRAY<INT64> [at 1:10]',
  ],
  ['select (with q as (select 1 as a) select a from q) as a', 'a:INT64'],
  ['select (select sum(1))', 'SELECT without FROM clause cannot use aggregation [at 1:9]'],
];

test.each(CASES)('analyze resolves subqueries: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
