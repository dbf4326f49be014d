import { expect, test } from 'vitest';
import { scanPredicates } from '../../src/engines/scan-predicates.ts';
import { resolve } from '../googlesql/analysis/outcome.ts';

const of = (sql: string) => scanPredicates(resolve(sql));

const P_TS = { kind: 'parameter', name: 'p_ts' };

test('scanPredicates finds the bounds of a scan, whichever side they stand on', () => {
  const [only, ...more] = of(
    'select id from edge_logs where timestamp > @p_ts and @p_ts >= timestamp and project = @p_str',
  );

  expect(more).toEqual([]);
  expect(only?.scan.alias).toBe('edge_logs');
  expect(only?.cte).toBeUndefined();
  expect(only?.lower).toMatchObject([{ value: P_TS, inclusive: false }]);
  expect(only?.upper).toMatchObject([{ value: P_TS, inclusive: true }]);
  expect(only?.conjuncts).toHaveLength(3);
});

test('scanPredicates reads BETWEEN as both bounds', () => {
  const [only] = of('select id from edge_logs where timestamp between @p_ts and @p_ts');

  expect(only?.lower).toMatchObject([{ value: P_TS, inclusive: true }]);
  expect(only?.upper).toMatchObject([{ value: P_TS, inclusive: true }]);
});

test.each(['timestamp = @p_ts', '@p_ts = timestamp'])(
  'scanPredicates reads %s as both bounds',
  (condition) => {
    const [only] = of(`select id from edge_logs where ${condition}`);

    expect(only?.lower).toMatchObject([{ value: P_TS, inclusive: true }]);
    expect(only?.upper).toMatchObject([{ value: P_TS, inclusive: true }]);
  },
);

test('scanPredicates sees through arrays beside the table', () => {
  const [only] = of(`
    select r.path from edge_logs t cross join unnest(metadata) m left join unnest(m.request) r
    where t.timestamp > @p_ts and r.path = '/'`);

  expect(only?.lower).toHaveLength(1);
  expect(only?.conjuncts).toHaveLength(2);
});

test('scanPredicates counts what is the same for all rows', () => {
  for (const bound of ["'2020-01-01'", 'coalesce(@p_ts, timestamp_seconds(0))']) {
    const [only] = of(`select id from edge_logs where timestamp >= ${bound}`);
    expect(only?.lower, bound).toHaveLength(1);
  }
});

test('scanPredicates does not count what is no bound of the column itself', () => {
  const refused = [
    'timestamp > (select max(timestamp) from auth_logs)',
    'timestamp > @p_ts or id is null',
    'cast(timestamp as datetime) > cast(@p_ts as datetime)',
    'not timestamp < @p_ts',
    'timestamp_trunc(timestamp, day) > @p_ts',
    'timestamp >= coalesce(@p_ts, timestamp)',
  ];

  for (const condition of refused) {
    const [only] = of(`select id from edge_logs where ${condition}`);
    expect(only?.lower, condition).toEqual([]);
    expect(only?.upper, condition).toEqual([]);
  }
});

/** The number of conditions on each scan, by its alias. */
const conditionsOf = (sql: string) =>
  Object.fromEntries(of(sql).map(({ conjuncts, scan }) => [scan.alias, conjuncts.length]));

test.each([
  ['e, auth_logs a where e.timestamp > @p_ts', { e: 1, a: 1 }],
  ['e join hits h on e.timestamp > @p_ts', { e: 1, h: 1 }],
  ['e left join hits h on true where e.timestamp > @p_ts', { e: 1, h: 1 }],
  ['e left join hits h on e.timestamp > @p_ts and h.id > 1', { e: 0, h: 2 }],
  ['e right join hits h on e.timestamp > @p_ts where h.id > 1', { e: 1, h: 1 }],
  ['e full join hits h on e.timestamp > @p_ts where h.id > 1', { e: 0, h: 0 }],
])('scanPredicates counts for each side of a join what its rows met: %s', (from, counted) => {
  expect(conditionsOf(`select e.id as id from edge_logs ${from}`)).toEqual(counted);
});

test('scanPredicates counts no condition behind a limit or a group', () => {
  const statements = [
    'select q.id as id from (select * from edge_logs limit 9) q where q.timestamp > @p_ts',
    'select id, count(*) as n from edge_logs group by id having max(timestamp) > @p_ts',
  ];

  for (const sql of statements) {
    for (const { conjuncts } of of(sql)) expect(conjuncts, sql).toEqual([]);
  }
});

test('scanPredicates finds every scan and names its outermost CTE', () => {
  const found = of(`
    with a as (select id from edge_logs where timestamp > @p_ts),
      b as (with c as (select id from auth_logs) select id from c where id in (select id from a))
    select (select count(*) from postgres_logs) as n, array(select id from a) as ids
    from b where exists(select 1 from storage_logs) order by (select max(id) from realtime_logs)`);
  const places = found.map(({ scan, cte }) => `${scan.table.name} ${cte}`).sort();

  expect(places).toEqual([
    'auth_logs b',
    'edge_logs a',
    'postgres_logs undefined',
    'realtime_logs undefined',
    'storage_logs undefined',
  ]);
});

test('scanPredicates finds scans inside aggregates, windows and join conditions', () => {
  const found = of(`
    select max((select max(id) from auth_logs)) as m,
      rank() over (order by (select max(id) from edge_logs)) as r
    from hits join users on hits.id in (select 1 from function_logs)
    group by (select max(id) from storage_logs)
    having exists(select 1 from postgres_logs)
    qualify exists(select 1 from realtime_logs)`);

  expect(found.map(({ scan }) => scan.table.name).sort()).toEqual([
    'auth_logs',
    'edge_logs',
    'function_logs',
    'hits',
    'postgres_logs',
    'realtime_logs',
    'storage_logs',
    'users',
  ]);
});
