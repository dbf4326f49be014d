import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select row_number() over () as n, rank() over (order by x) as r from hits', 'n:INT64, r:INT64'],
  [
    'select sum(x) over (partition by y order by id rows between 1 preceding and current row) as s from hits',
    's:INT64',
  ],
  [
    'select sum(x) over w as s, max(x) over (w rows 2 preceding) as m from hits window w as (partition by y order by id)',
    's:INT64, m:INT64',
  ],
  ['select sum(x) over nosuch from hits', 'Unrecognized window alias nosuch [at 1:20]'],
  [
    'select sum(x) over w from hits window w as (order by x), w as (order by y)',
    'Duplicate window alias w [at 1:58]',
  ],
  [
    'select sum(x) over (w partition by y) from hits window w as (order by x)',
    'If a window has a PARTITION BY, it cannot reference a named window [at 1:21]',
  ],
  [
    'select sum(x) over (w rows 1 preceding) from hits window w as (order by x rows 2 preceding)',
    'If a window has an inline ORDER BY or window frame clause, it cannot reference another window that contains or inherits a window frame clause [at 1:21]',
  ],
  [
    'select rank() from hits',
    'Analytic function RANK cannot be called without an OVER clause [at 1:8]',
  ],
  [
    'select rank() over (partition by x) from hits',
    'Window ORDER BY is required for analytic function rank [at 1:20]',
  ],
  [
    'select row_number(x) over () from hits',
    'Number of arguments does not match for analytic function ROW_NUMBER. Supported signature: ROW_NUMBER() [at 1:8]',
  ],
  [
    'select ntile(null) over (order by id) from hits',
    'The argument to NTILE must be non-NULL [at 1:14]',
  ],
  [
    'select id from hits where rank() over (order by id) = 1',
    'Analytic function not allowed in WHERE clause [at 1:27]',
  ],
  [
    'select id from hits join users using (id) where sum(id) over () > 1',
    'Analytic function not allowed in WHERE clause [at 1:49]',
  ],
  [
    'select rank() over (order by rank() over (order by id)) from hits',
    'Analytic function not allowed in Window ORDER BY [at 1:30]',
  ],
  [
    'select sum(rank() over (order by id)) over () from hits',
    'Analytic function cannot be an argument of another analytic function [at 1:8]',
  ],
  ['select sum(sum(x)) over () as s from hits', 's:INT64'],
  ['select y, sum(count(*)) over (order by y) as s from hits group by y', 'y:STRING, s:INT64'],
  [
    'select y, sum(x) over (order by y) as s from hits group by y',
    'SELECT list expression references column x which is neither grouped nor aggregated [at 1:15]',
  ],
  [
    'select y, row_number() over (order by x) as s from hits group by y',
    'Window ORDER BY expression references column x which is neither grouped nor aggregated [at 1:39]',
  ],
  ['select id from hits qualify rank() over (order by x) = 1', 'id:INT64'],
  [
    'select id, rank() over (order by x) as r from hits qualify r < 3 order by r',
    'id:INT64, r:INT64',
  ],
  [
    'select id from hits qualify id = 1',
    'The QUALIFY clause requires analytic function to be present [at 1:29]',
  ],
  [
    'select id, rank() over (order by id) as r from hits group by id having r = 1',
    'Column r contains an analytic function, which is not allowed in HAVING clause [at 1:72]',
  ],
  [
    'select sum(x) over (rows between current row and 1 preceding) from hits',
    'Starting window framing expression cannot be CURRENT ROW when the ending window framing expression is OFFSET PRECEDING [at 1:50]',
  ],
  [
    'select sum(x) over (order by id rows between unbounded following and current row) from hits',
    'Starting window framing expression cannot be UNBOUNDED FOLLOWING [at 1:46]',
  ],
  [
    'select sum(x) over (rows x preceding) from hits',
    'Window framing expression must be a literal or parameter [at 1:26]',
  ],
  [
    'select sum(x) over (rows -1 preceding) from hits',
    'Window framing expression cannot evaluate to a negative value [at 1:26]',
  ],
  [
    'select sum(x) over (rows null preceding) from hits',
    'Window framing expression cannot be NULL [at 1:26]',
  ],
  [
    "select sum(x) over (rows 'a' preceding) from hits",
    'Window framing expression for ROWS can only be of integer type, but has type STRING [at 1:26]',
  ],
  ['select sum(x) over (rows @p_int preceding) as s from hits', 's:INT64'],
  [
    'select sum(id) over (partition by f) from events',
    'Partitioning by expressions of type FLOAT64 is not allowed [at 1:35]',
  ],
  [
    'select sum(id) over (partition by j) from events',
    'Partitioning by expressions of type JSON is not allowed [at 1:35]',
  ],
  [
    'select sum(id) over (order by j) from events',
    'Ordering by expressions of type JSON is not allowed [at 1:31]',
  ],
  [
    'select array_agg(x order by x) over () from hits',
    'ORDER BY in arguments is not supported on analytic functions [at 1:8]',
  ],
  [
    'select lag(id, 1) over (order by x) as l, first_value(y ignore nulls) over (order by x) as f from hits',
    'l:INT64, f:STRING',
  ],
  [
    'select rank() over (order by 1)',
    'SELECT without FROM clause cannot use analytic functions [at 1:1]',
  ],
];

test.each(CASES)('analyze resolves window functions: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
