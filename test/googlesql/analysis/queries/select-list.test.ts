import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select * from hits', 'id:INT64, x:INT64, y:STRING'],
  ['select hits.*, y as z from hits', 'id:INT64, x:INT64, y:STRING, z:STRING'],
  ['select *, count(*) as n from hits group by id, x, y', 'id:INT64, x:INT64, y:STRING, n:INT64'],
  ['select * except (x) from hits', 'id:INT64, y:STRING'],
  [
    'select * except (nosuch) from hits',
    'Column nosuch in SELECT * EXCEPT list does not exist [at 1:18]',
  ],
  ['select * except (x, X) from hits', 'Duplicate column X in SELECT * EXCEPT list [at 1:21]'],
  [
    'select * except (id, x, y) from hits',
    'SELECT * expands to zero columns after applying EXCEPT [at 1:8]',
  ],
  ['select * replace (x + 1 as x) from hits', 'id:INT64, x:INT64, y:STRING'],
  ["select * replace ('a' as x), id + 1 from hits", 'id:INT64, x:STRING, y:STRING, f0_:INT64'],
  [
    'select * replace (1 as nosuch) from hits',
    'Column nosuch in SELECT * REPLACE list does not exist [at 1:24]',
  ],
  [
    'select * except (x) replace (1 as x) from hits',
    'Column x cannot occur in both SELECT * EXCEPT and REPLACE [at 1:35]',
  ],
  [
    'select * replace (1 as id) from hits, users',
    'Column id in SELECT * REPLACE list is ambiguous [at 1:24]',
  ],
  ['select st.* from events', 'a:INT64, b:STRING'],
  ['select st.* except (a) from events', 'b:STRING'],
  ['select events.st.*, sts[offset(0)].b as c from events', 'a:INT64, b:STRING, c:STRING'],
  ["select struct(1 as a, 'x' as b).*", 'a:INT64, b:STRING'],
  ["select (select as struct 1 as a, 'x' as b).*", 'a:INT64, b:STRING'],
  ['select id.* from hits', 'Dot-star is not supported for type INT64 [at 1:8]'],
  ['select arr.* from events', 'Dot-star is not supported for type ARRAY<INT64> [at 1:8]'],
  ['select nosuch.* from hits', 'Unrecognized name: nosuch [at 1:8]'],
  ['select *', 'SELECT * must have a FROM clause [at 1:8]'],
  ['select as struct id, y from hits', 'id:INT64, y:STRING'],
  ['select as value x from hits', 'f0_:INT64'],
  ["select * from (select as struct 1 as a, 'b' as b)", 'a:INT64, b:STRING'],
  [
    "select a, s.b, s from (select as struct 1 as a, 'b' as b) s",
    'a:INT64, b:STRING, s:STRUCT<a INT64, b STRING>',
  ],
  ['select v, v + 1 from (select as value x from hits) v', 'v:INT64, f0_:INT64'],
  [
    'select v.x from (select as value x from hits) v',
    'Cannot access field x on a value with type INT64 [at 1:10]',
  ],
  ['select distinct id, y from hits', 'id:INT64, y:STRING'],
  [
    'select distinct j from events',
    'Column j of type JSON cannot be used in SELECT DISTINCT [at 1:17]',
  ],
  ['select distinct st from events', 'st:STRUCT<a INT64, b STRING>'],
];

test.each(CASES)('analyze expands SELECT lists: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
