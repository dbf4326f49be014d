import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['with a as (select 1 as x) select * from a', 'x:INT64'],
  ['with A as (select 1 as x) select a.x from a', 'x:INT64'],
  [
    'with a as (select 1 as x), A as (select 2 as y) select * from a',
    'Duplicate alias A for WITH subquery [at 1:28]',
  ],
  [
    'with a as (select * from b), b as (select 1 as x) select * from a',
    'Table not found: b [at 1:26]',
  ],
  ['with a as (select * from a) select * from a', 'Table not found: a [at 1:26]'],
  ["with hits as (select 'own' as x) select * from hits", 'x:STRING'],
  ['with hits as (select id from hits) select * from hits', 'id:INT64'],
  [
    "with a as (select 1 as x), b as (with a as (select 'inner' as y) select * from a) select * from a, b",
    'x:INT64, y:STRING',
  ],
  [
    'with a as (select 1 as x) select (with b as (select * from a) select x from b) as x',
    'x:INT64',
  ],
  [
    "with a as (select as struct 1 as x, 'y' as y) select x, a.y, a from a",
    'x:INT64, y:STRING, a:STRUCT<x INT64, y STRING>',
  ],
  ['with a as (select as value 1) select a from a', 'a:INT64'],
  ['with recent as (select 1 as x) select * from recnt', 'Table not found: recnt [at 1:46]'],
  [
    'with recursive n as (select 1 as i union all select i + 1 from n where i < 10) select i from n',
    'i:INT64',
  ],
  ['with recursive n as (select 1 as i union distinct select i from n) select i from n', 'i:INT64'],
  ['with recursive a as (select * from b), b as (select 1 as x) select * from a', 'x:INT64'],
  [
    'with recursive n as (select i from n) select * from n',
    'Recursive query does not have the form <non-recursive-term> UNION [ALL|DISTINCT] <recursive-term> [at 1:22]',
  ],
  [
    'with recursive n as (select 1 as i union all select i + 1.5 from n) select * from n',
    'Cannot coerce column 1 of recursive term (FLOAT64) to column type in non-recursive term ( INT64) [at 1:46]',
  ],
  ['with recursive n as (select 1.5 as i union all select 1 from n) select * from n', 'i:FLOAT64'],
  [
    'with recursive n as (select 1 as i union all select (select max(i) from n)) select * from n',
    'A recursive reference from inside an expression subquery is not allowed [at 1:73]',
  ],
  [
    'with recursive n as (select 1 as i union all select i from n union all select i from n) select * from n',
    'Recursive reference is not allowed in non-recursive UNION term [at 1:60]',
  ],
  [
    'with recursive n as (select 1 as i union all select n.i from hits left join n on true) select * from n',
    'A query containing a recursive reference may not be used as the right operand of a LEFT JOIN [at 1:77]',
  ],
  [
    'with recursive n as (select 1 as i union all select count(*) from n) select * from n',
    'A subquery containing a recursive reference may not use DISTINCT, GROUP BY, or any aggregate function [at 1:67]',
  ],
  [
    'with recursive n as (select 1 as i union all select distinct i from n) select * from n',
    'A subquery containing a recursive reference may not use DISTINCT, GROUP BY, or any aggregate function [at 1:69]',
  ],
  [
    'with recursive n as (select 1 as i union all select rank() over (order by i) from n) select * from n',
    'A subquery containing a recursive reference may not use an analytic function [at 1:83]',
  ],
  [
    'with recursive n as (select 1 as i union all select i from (select i from n order by i)) select * from n',
    'A subquery containing a recursive reference may not contain an ORDER BY clause [at 1:75]',
  ],
  [
    'with recursive n as (select 1 as i union all select i from (select i from n limit 1)) select * from n',
    'A query containing a recursive reference may not use a LIMIT clause [at 1:75]',
  ],
  [
    'with recursive n as (select 1 as i union all (select 2 except distinct select i from n)) select * from n',
    'A subquery containing a recursive reference may not use INTERSECT, UNION, or EXCEPT with the DISTINCT modifier [at 1:86]',
  ],
  [
    'with recursive n as (select 1 as i union all (select i from n union all select x from (select 1 as x, row_number() over () as r from hits order by x limit 1))) select * from n',
    'i:INT64',
  ],
  [
    'with recursive n as (select 1 as i union all (with m as (select i from n) select i from m)) select * from n',
    'A recursive reference from inside an inner WITH entry is not allowed [at 1:72]',
  ],
  [
    'with recursive n as (select 1 as i union all (with m as (select 1 as j) select i from n join m on i < j)) select * from n',
    'i:INT64',
  ],
  [
    'with recursive a as (select 1 as x from b union all select 2 from b), b as (select 1 as x from a union all select 1 from a) select * from a',
    'Unsupported WITH entry dependency cycle: b => a => b [at 1:1]',
  ],
];

test.each(CASES)('analyze resolves WITH: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
