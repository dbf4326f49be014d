import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  [
    "select 1, 2.5, 'a', b'a', true, null",
    'f0_:INT64, f1_:FLOAT64, f2_:STRING, f3_:BYTES, f4_:BOOL, f5_:INT64',
  ],
  [
    "select date '2020-01-01', timestamp '2020-01-01 10:00:00+02', datetime '2020-01-01T10:00:00', time '10:00:00', numeric '1.5', json '{\"a\": 1}'",
    'f0_:DATE, f1_:TIMESTAMP, f2_:DATETIME, f3_:TIME, f4_:NUMERIC, f5_:JSON',
  ],
  [
    'select array_reverse(cast([] as array<string>)) x, array_reverse(array<date>[]) y',
    'x:ARRAY<STRING>, y:ARRAY<DATE>',
  ],
  [
    'select array_concat(cast([1] as array<int64>), [1.5])',
    'No matching signature for function ARRAY_CONCAT for argument types: ARRAY<INT64>, ARRAY<FLOAT64>. Supported signature: ARRAY_CONCAT(ARRAY, [ARRAY, ...]) [at 1:8]',
  ],
  [
    'select if(true, cast([] as array<string>), [1])',
    'No matching signature for function IF for argument types: BOOL, ARRAY<STRING>, ARRAY<INT64>. Supported signature: IF(BOOL, ANY, ANY) [at 1:8]',
  ],
  ["select date '2020-13-01'", 'Invalid DATE literal [at 1:8]'],
  ["select timestamp 'soon'", 'Invalid TIMESTAMP literal [at 1:8]'],
  ["select numeric 'x'", 'Invalid NUMERIC literal: "x" [at 1:8]'],
  ['select 9223372036854775808', 'Invalid integer literal: 9223372036854775808 [at 1:8]'],
  ['select -9223372036854775808 as least', 'least:INT64'],
  ['select id = f, f > 1, n = 1.5 from events', 'f0_:BOOL, f1_:BOOL, f2_:BOOL'],
  ["select ts > '2020-01-01', d = '2020-01-01' from events", 'f0_:BOOL, f1_:BOOL'],
  ["select ts > 'soon' from events", 'Could not cast literal "soon" to type TIMESTAMP [at 1:13]'],
  [
    'select ts = s from events',
    'No matching signature for operator = for argument types: TIMESTAMP, STRING. Supported signature: ANY = ANY [at 1:8]',
  ],
  [
    'select id from hits where y',
    'WHERE clause should return type BOOL, but returns STRING [at 1:27]',
  ],
  ['select id from hits where null', 'id:INT64'],
  [
    'select id and true from hits',
    'No matching signature for operator AND for argument types: INT64, BOOL. Supported signature: BOOL AND ([BOOL, ...]) [at 1:8]',
  ],
  [
    'select not y from hits',
    'No matching signature for operator NOT for argument types: STRING. Supported signature: NOT (BOOL) [at 1:8]',
  ],
  ['select null + 1', 'Operands of + cannot be literal NULL [at 1:8]'],
  [
    "select id between 1 and 'a' from hits",
    'No matching signature for operator BETWEEN for argument types: INT64, INT64, STRING. Supported signature: (ANY) BETWEEN (ANY) AND (ANY) [at 1:11]',
  ],
  [
    "select id in (1, 'a') from hits",
    'No matching signature for operator IN for argument types INT64 and {INT64, STRING} [at 1:11]',
  ],
  ["select y in ('a', 'b') and y not like '%x' and x is not null from hits", 'f0_:BOOL'],
  [
    'select id is distinct from x, y is true from hits',
    'No matching signature for operator IS TRUE for argument types: STRING. Supported signature: (BOOL) IS TRUE [at 1:31]',
  ],
  [
    'select case when id then 1 end from hits',
    'No matching signature for operator CASE; all WHEN argument types must be BOOL but found: INT64; actual argument types (WHEN THEN) ELSE: (INT64 INT64) NULL [at 1:8]',
  ],
  [
    "select case when x > 1 then 1 else 2.5 end as n, case y when 'a' then 1 end as m from hits",
    'n:FLOAT64, m:INT64',
  ],
  ['select if(x > 1, y, null) as v, coalesce(null, x) as w from hits', 'v:STRING, w:INT64'],
  [
    'select coalesce(x, y) from hits',
    'No matching signature for function COALESCE for argument types: INT64, STRING. Supported signature: COALESCE([ANY, ...]) [at 1:8]',
  ],
  [
    "select [1, 2.5] as a, [] as b, array<string>['a'] as c",
    'a:ARRAY<FLOAT64>, b:ARRAY<INT64>, c:ARRAY<STRING>',
  ],
  [
    "select [1, 'a']",
    'Array elements of types {INT64, STRING} do not have a common supertype [at 1:8]',
  ],
  [
    'select [[1]]',
    'Cannot construct array with element type ARRAY<INT64> because nested arrays are not supported [at 1:9]',
  ],
  ['select array<string>[1]', 'Array element type INT64 does not coerce to STRING [at 1:22]'],
  [
    'select struct(id, x as z, st.a, 1) as s from events, (select 1 as x)',
    's:STRUCT<id INT64, z INT64, a INT64, INT64>',
  ],
  ["select struct<a float64, string>(1, 'b') as s", 's:STRUCT<a FLOAT64, STRING>'],
  [
    'select struct<a int64>(1, 2)',
    'STRUCT type has 1 fields but constructor call has 2 fields [at 1:8]',
  ],
  [
    "select struct<a int64>('x')",
    'Struct field 1 has type STRING which does not coerce to INT64 [at 1:24]',
  ],
  [
    'select arr[0], arr[offset(0)], arr[safe_ordinal(1)], sts[offset(0)].b from events',
    'f0_:INT64, f1_:INT64, f2_:INT64, b:STRING',
  ],
  [
    "select arr['a'] from events",
    'Array position in [] must be coercible to INT64 type, but has type STRING [at 1:12]',
  ],
  [
    'select s[0] from events',
    'Subscript access using [INT64] is not supported on values of type STRING [at 1:10]',
  ],
  [
    'select id[offset(0)] from events',
    'Subscript access using [OFFSET(INT64)] is not supported on values of type INT64 [at 1:11]',
  ],
  ['select st[0], st[ordinal(2)] from events', 'f0_:INT64, f1_:STRING'],
  [
    'select cast(id as string) as a, safe_cast(y as int64) as b, cast(null as date) as c from hits',
    'a:STRING, b:INT64, c:DATE',
  ],
  ['select cast(arr as string) from events', 'Invalid cast from ARRAY<INT64> to STRING [at 1:13]'],
  ['select cast(id as nosuch) from hits', 'Type not found: nosuch [at 1:19]'],
  ['select - x, + x, ~ x, x << 1 from hits', 'f0_:INT64, f1_:INT64, f2_:INT64, f3_:INT64'],
  [
    'select timestamp_trunc(ts, day), timestamp_trunc(ts, week(monday)), timestamp_sub(ts, interval 1 hour) from events',
    'f0_:TIMESTAMP, f1_:TIMESTAMP, f2_:TIMESTAMP',
  ],
  [
    'select timestamp_trunc(ts, da) from events',
    'A valid date part name is required but found da [at 1:28]',
  ],
  ["select timestamp_trunc(ts, 'day') from events", 'A valid date part name is required [at 1:28]'],
  [
    'select timestamp_trunc(ts, week(someday)) from events',
    'A valid date part argument for WEEK is required, but found someday [at 1:33]',
  ],
  ['select timestamp_sub(ts, 1) from events', 'Expected INTERVAL expression [at 1:26]'],
  [
    'select timestamp_sub(ts, interval 1.5 day) from events',
    'Interval value must be coercible to INT64 type [at 1:35]',
  ],
  ['select extract(day from ts), extract(year from d) from events', 'f0_:INT64, f1_:INT64'],
];

test.each(CASES)('analyze resolves expressions: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
