import { expect, test } from 'vitest';
import { outcome } from './outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select y, count(*) as n from hits group by y', 'y:STRING, n:INT64'],
  [
    'select count(*) as n, y from hits',
    'SELECT list expression references column y which is neither grouped nor aggregated [at 1:23]',
  ],
  ['select id + 1, count(*) from hits group by id + 1', 'f0_:INT64, f1_:INT64'],
  [
    'select (id + 1) * 2, count(*) from hits group by id + 1',
    'SELECT list expression references column id which is neither grouped nor aggregated [at 1:9]',
  ],
  ['select id + 1 as k from hits group by id + 1', 'k:INT64'],
  [
    'select id + 1 as k from hits group by id + 1 order by k',
    'SELECT list expression references column id which is neither grouped nor aggregated [at 1:8]',
  ],
  ['select id + 1 as k from hits group by k order by k', 'k:INT64'],
  [
    'select id + 1 as k, id + 1 as l from hits group by k order by k',
    'SELECT list expression references column id which is neither grouped nor aggregated [at 1:21]',
  ],
  ['select id + 1, id + 1 from hits group by 1 order by 2', 'f0_:INT64, f1_:INT64'],
  ['select id, x from hits group by 1, 2', 'id:INT64, x:INT64'],
  ['select id from hits group by 2', 'GROUP BY is out of SELECT column number range: 2 [at 1:30]'],
  ['select id from hits group by 0', 'GROUP BY is out of SELECT column number range: 0 [at 1:30]'],
  ['select x + 1 as x, count(x) as n from hits group by x order by x', 'x:INT64, n:INT64'],
  ['select y as x, x as y from hits group by x, y', 'x:STRING, y:INT64'],
  [
    'select timestamp_trunc(timestamp, hour) as timestamp, count(*) as n from edge_logs group by timestamp order by timestamp',
    'timestamp:TIMESTAMP, n:INT64',
  ],
  [
    'select id, id from hits group by id',
    'Name id in GROUP BY clause is ambiguous; it may refer to multiple columns in the SELECT-list [at 1:34]',
  ],
  [
    'select sum(id) from hits group by 1',
    'Column 1 contains an aggregation function, which is not allowed in GROUP BY [at 1:35]',
  ],
  [
    'select sum(id) as s from hits group by s',
    'Column s contains an aggregation function, which is not allowed in GROUP BY [at 1:40]',
  ],
  [
    'select rank() over (order by id) as r from hits group by r',
    'Column r contains an analytic function, which is not allowed in GROUP BY [at 1:58]',
  ],
  [
    'select id from hits group by sum(id)',
    'Aggregate function SUM not allowed in GROUP BY [at 1:30]',
  ],
  ["select id from hits group by 'x'", 'Cannot GROUP BY literal values [at 1:30]'],
  ['select id from hits group by [1]', 'Cannot GROUP BY literal values [at 1:30]'],
  ['select 1 as one, count(*) as n from hits group by one', 'one:INT64, n:INT64'],
  ['select st.a from events group by st', 'a:INT64'],
  [
    'select st from events group by st.a',
    'Cannot GROUP BY field references from SELECT list alias st [at 1:32]',
  ],
  ['select st.a + 1 as n from events group by st.a', 'n:INT64'],
  [
    'select st.b as b, count(*) as n from events group by id',
    'SELECT list expression references st.b which is neither grouped nor aggregated [at 1:8]',
  ],
  ['select arr[offset(0)] as first from events group by arr', 'first:INT64'],
  [
    'select e.path as p, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) e group by path',
    'p:STRING, n:INT64',
  ],
  [
    'select hits from hits group by id',
    'SELECT list expression references table alias hits which is neither grouped nor aggregated [at 1:8]',
  ],
  [
    'select * from hits group by id',
    'Star expansion expression references column x which is neither grouped nor aggregated [at 1:8]',
  ],
  [
    'select h.x + h.id as n from hits h group by x',
    'SELECT list expression references h.id which is neither grouped nor aggregated [at 1:14]',
  ],
  [
    'select j from events group by j',
    'Grouping by expressions of type JSON is not allowed [at 1:31]',
  ],
  ['select id, x, sum(id) as s from hits group by rollup (id, x)', 'id:INT64, x:INT64, s:INT64'],
  [
    'select id, x from hits group by rollup (id)',
    'SELECT list expression references column x which is neither grouped nor aggregated [at 1:12]',
  ],
  ['select id from hits group by id having count(*) > 1 and max(x) > 2', 'id:INT64'],
  [
    'select id, max(x) as m from hits group by id having m > 1 order by m, sum(id)',
    'id:INT64, m:INT64',
  ],
  [
    'select id from hits group by id having x > 1',
    'HAVING clause expression references column x which is neither grouped nor aggregated [at 1:40]',
  ],
  [
    'select id from hits group by id having id',
    'HAVING clause should return type BOOL, but returns INT64 [at 1:40]',
  ],
  [
    'select id from hits having id > 1',
    'The HAVING clause requires GROUP BY or aggregation to be present [at 1:28]',
  ],
  [
    'select id from hits having count(*) > 1',
    'The HAVING clause only allows aggregation if GROUP BY or SELECT list aggregation is present [at 1:28]',
  ],
  [
    'select max(x) as x from hits group by id having max(x) > 1',
    'Aggregations of aggregations are not allowed [at 1:53]',
  ],
  [
    'select (select max(z) from users where users.id = hits.id) as m from hits group by x',
    'WHERE clause expression references hits.id which is neither grouped nor aggregated [at 1:51]',
  ],
  [
    'select (select hits.x from users limit 1) as m from hits group by id',
    'An expression references hits.x which is neither grouped nor aggregated [at 1:16]',
  ],
  [
    'select exists(select 1 from users where users.id = hits.id) as e, count(*) as n from hits group by id',
    'e:BOOL, n:INT64',
  ],
  ['select id + sum(x) as n from hits group by id', 'n:INT64'],
];

test.each(CASES)('analyze groups rows: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
