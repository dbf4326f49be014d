import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select * from edge_log', 'Table not found: edge_log; Did you mean edge_logs? [at 1:15]'],
  ['select * from EDGE_LOG', 'Table not found: EDGE_LOG; Did you mean edge_logs? [at 1:15]'],
  ['select id from `edge_logs`', 'id:STRING'],
  ['select id from `a.b.c`', 'Table not found: `a.b.c` [at 1:16]'],
  ['select id from a.b.c', 'Table not found: a.b.c [at 1:16]'],
  ['select 1 from hits, hits', 'Duplicate table alias hits in the same FROM clause [at 1:21]'],
  [
    'select 1 from hits h join users H on true',
    'Duplicate table alias H in the same FROM clause [at 1:33]',
  ],
  ['select 1 from hits h, unnest([1]) h', 'Duplicate alias h found [at 1:35]'],
  ['select * from hits, nosuch.arr', 'Table not found: nosuch.arr [at 1:21]'],
  [
    'select * from hits, hits.id',
    'Values referenced in FROM clause must be arrays. hits.id has type INT64 [at 1:21]',
  ],
  ['select * from hits, hits.nosuch', 'Name nosuch not found inside hits [at 1:26]'],
  [
    'select * from events, arr',
    'Table not found: arr (Unqualified identifiers in a FROM clause are always resolved as tables. Identifier arr is in scope but unqualified names cannot be resolved here.) [at 1:23]',
  ],
  ['select u from events, unnest(arr) as u', 'u:INT64'],
  ['select u from events, events.arr as u', 'u:INT64'],
  ['select arr from events, events.arr', 'arr:INT64'],
  ['select u, o from events, events.arr u with offset o', 'u:INT64, o:INT64'],
  ['select u, offset from events, unnest(arr) u with offset', 'u:INT64, offset:INT64'],
  [
    "select a, s.b, s from unnest([struct(1 as a, 'x' as b)]) s",
    'a:INT64, b:STRING, s:STRUCT<a INT64, b STRING>',
  ],
  [
    "select * from unnest([struct(1 as a, 'x' as b)]) s with offset",
    'a:INT64, b:STRING, offset:INT64',
  ],
  [
    'select * from unnest(1)',
    'Values referenced in UNNEST must be arrays. UNNEST contains expression of type INT64 [at 1:22]',
  ],
  [
    "select * from unnest('a')",
    'Values referenced in UNNEST must be arrays. UNNEST contains expression of type STRING [at 1:22]',
  ],
  [
    'select 1 from unnest(events.arr), events',
    'UNNEST cannot be applied on path expression with non-correlated table name prefix events [at 1:22]',
  ],
  ['select * from (select id, y from hits) h', 'id:INT64, y:STRING'],
  ['select h.y from (select id, y from hits) h', 'y:STRING'],
  ['select hits.y from (select id, y from hits) h', 'Unrecognized name: hits [at 1:8]'],
  ['select * from hits with offset', 'WITH OFFSET can only be used with array scans [at 1:15]'],
  ['select id from hits, (select hits.id as other)', 'Unrecognized name: hits [at 1:30]'],
  [
    'select e.id, r.path, h.host from edge_logs e cross join unnest(e.metadata) m left join unnest(m.request) r left join unnest(r.headers) h',
    'id:STRING, path:STRING, host:STRING',
  ],
  [
    'select id, m.project from realtime_logs left join unnest(metadata) m on true',
    'id:STRING, project:STRING',
  ],
  ['select x from unnest(array(select id from hits)) x', 'x:INT64'],
  ['select p from unnest(@p_arr) p', 'p:STRING'],
];

test.each(CASES)('analyze resolves FROM: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
