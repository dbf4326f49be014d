import { expect, test } from 'vitest';
import { newestRows } from '../../../../src/googlesql/duckdb/records/newest-rows.ts';
import { resolve } from '../../analysis/outcome.ts';

const OWN =
  'from edge_logs t where t.timestamp > @p_ts and t.timestamp <= @p_ts and t.project = @p_str';

/** The tables of which only the newest rows are needed, with the literals that count them. */
const of = (sql: string) =>
  newestRows(resolve(sql)).map(({ scan, counts }) => [
    scan.alias,
    ...counts.map((count) => (count.kind === 'literal' ? count.value : count.kind)),
  ]);

test.each([
  ['a scan', `select id ${OWN} order by timestamp desc limit 5`, 5n],
  ['a further key', `select id ${OWN} order by timestamp desc, id limit 5`, 5n],
  ['an alias', `select timestamp as moment, id ${OWN} order by moment desc limit 5`, 5n],
  [
    'BETWEEN',
    'select id from edge_logs t where timestamp between @p_ts and @p_ts order by timestamp desc limit 5',
    5n,
  ],
  ['no condition', 'select id from edge_logs t order by timestamp desc limit 5', 5n],
  [
    'a guard',
    `select id from (select case when own then timestamp end as moment, case when own then id end as id
      from (select timestamp, id, project = @p_str as own ${OWN})) order by moment desc limit 5`,
    5n,
  ],
  [
    'a CTE that is read once',
    `with own as (select * ${OWN}) select id from (select * from own) order by timestamp desc limit 5`,
    5n,
  ],
])('newestRows sees through %s', (_, sql, limit) => {
  expect(of(sql)).toEqual([['t', limit]]);
});

test('newestRows counts the rows that OFFSET leaves out, and parameters', () => {
  expect(of(`select id ${OWN} order by timestamp desc limit 5 offset 10`)).toEqual([
    ['t', 5n, 10n],
  ]);
  expect(of(`select id ${OWN} order by timestamp desc limit @p_int`)).toEqual([['t', 'parameter']]);
});

test.each([
  ['the oldest rows', `select id ${OWN} order by timestamp limit 5`],
  ['another order', `select id ${OWN} order by id desc, timestamp desc limit 5`],
  ['no order', `select id ${OWN} limit 5`],
  ['no limit', `select id ${OWN} order by timestamp desc`],
  [
    'a limit below the order',
    `select * from (select id, timestamp ${OWN} limit 5) order by timestamp desc`,
  ],
  [
    'a time that may be NULL',
    `select id, case when hit then timestamp end as moment from (select id, timestamp, id = 'x' as hit ${OWN})
      order by moment desc limit 5`,
  ],
  ['a further condition', `select id ${OWN} and t.id = 'x' order by timestamp desc limit 5`],
  [
    'a bound that is no parameter',
    "select id from edge_logs where timestamp between @p_ts and '2026-07-01' order by timestamp desc limit 5",
  ],
  ['another tenant condition', `select id ${OWN} or true order by timestamp desc limit 5`],
  [
    'a condition above',
    `select id from (select * ${OWN}) where id is not null order by timestamp desc limit 5`,
  ],
  [
    'groups',
    `select timestamp, count(*) ${OWN} group by timestamp order by timestamp desc limit 5`,
  ],
  ['distinct rows', `select distinct timestamp ${OWN} order by timestamp desc limit 5`],
  [
    'arrays',
    'select m from edge_logs t cross join unnest(metadata) m order by timestamp desc limit 5',
  ],
  [
    'a join',
    'select t.id from edge_logs t join edge_logs o on t.id = o.id order by t.timestamp desc limit 5',
  ],
  [
    'a CTE that is read twice',
    `with own as (select * ${OWN}) select id from own where (select count(*) from own) > 0
      order by timestamp desc limit 5`,
  ],
  [
    'a union',
    `select timestamp ${OWN} union all select timestamp ${OWN} order by timestamp desc limit 5`,
  ],
  [
    'a changed time',
    `select timestamp_add(timestamp, interval 1 day) as moment ${OWN} order by moment desc limit 5`,
  ],
])('newestRows does not take %s', (_, sql) => {
  expect(of(sql)).toEqual([]);
});
