import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  [
    'select id, hits.id as a, users.id as b from hits left join users using (id)',
    'id:INT64, a:INT64, b:INT64',
  ],
  ['select id from hits right join users using (id) order by id', 'id:INT64'],
  [
    'select * from hits join users using (id) join events using (id, s)',
    'Column s in USING clause not found on left side of join [at 1:65]',
  ],
  [
    'select * from hits join users using (id, x)',
    "Column 'x' in USING has incompatible types that cannot be directly compared using equality on either side of the join: INT64 and STRING [at 1:42]",
  ],
  [
    'select * from hits join users using (nosuch)',
    'Column nosuch in USING clause not found on left side of join [at 1:38]',
  ],
  [
    'select * from hits join users using (y)',
    'Column y in USING clause not found on right side of join [at 1:38]',
  ],
  ['select x from hits join users using (id)', 'Column name x is ambiguous [at 1:8]'],
  [
    'select * from hits join users',
    'INNER JOIN must have an immediately following ON or USING clause [at 1:20]',
  ],
  [
    'select * from hits cross join users on true',
    'ON clause cannot be used with CROSS JOIN [at 1:37]',
  ],
  [
    'select hits.id as id from hits left join users on hits.id = users.id and users.z > 1',
    'id:INT64',
  ],
  [
    'select 1 as one from hits join users on hits.id',
    'JOIN ON clause should return type BOOL, but returns INT64 [at 1:41]',
  ],
  [
    'select 1 as one from hits join users on hits.id = users.id and h.x = 1 join hits h on true',
    'Unrecognized name: h [at 1:64]',
  ],
  [
    'select 1 as one from hits join users on sum(hits.id) = 1',
    'Aggregate function SUM not allowed in JOIN ON clause [at 1:41]',
  ],
  ['select e.id as id, u from events e left join unnest(arr) u', 'id:INT64, u:INT64'],
  ['select e.id as id, u from events e left join e.arr u on u > 1', 'id:INT64, u:INT64'],
  [
    'select e.id as id, u from events e right join unnest(arr) u on true',
    'Unrecognized name: arr [at 1:54]',
  ],
  [
    'select e.id as id, u from events e full join e.arr u on true',
    'Correlated array references are not allowed with FULL JOIN: e.arr [at 1:46]',
  ],
  ['select id, u from events right join unnest([1]) u on true', 'id:INT64, u:INT64'],
  [
    'select id from events right join unnest([1])',
    'RIGHT JOIN must have an immediately following ON or USING clause [at 1:23]',
  ],
  ['select * from hits join unnest([struct(1 as id)]) b using (id)', 'id:INT64, x:INT64, y:STRING'],
  [
    'select * from events a join unnest(a.sts) b using (a)',
    'Name a in USING clause is a table alias, not a column name, on left side of join [at 1:52]',
  ],
  [
    'select a.id as id, b from hits a cross join (users cross join unnest([users.id]) b)',
    'id:INT64, b:INT64',
  ],
  [
    'select a.id as id from hits a cross join (users b cross join unnest([a.id]))',
    'Unrecognized name: a [at 1:70]',
  ],
  [
    'select u.status_code from auth_logs a left join (edge_logs e cross join unnest(metadata) m cross join unnest(m.response) u) on a.id = e.id',
    'status_code:INT64',
  ],
  [
    'select id from hits join (select id as other from users where users.id = hits.id) on true',
    'Unrecognized name: hits [at 1:74]',
  ],
];

test.each(CASES)('analyze resolves joins: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
