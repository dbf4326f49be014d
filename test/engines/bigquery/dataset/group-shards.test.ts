import { expect, test } from 'vitest';
import { groupShards } from '../../../../src/engines/bigquery/dataset/group-shards.ts';

const tables = (...ids: readonly string[]) => ids.map((id) => ({ id, type: 'TABLE' }));
const views = (...ids: readonly string[]) => ids.map((id) => ({ id, type: 'VIEW' }));

test('groupShards makes a wildcard table of tables that differ in a date at their end', () => {
  const listed = tables('events_20260102', 'orders', 'events_20260101', 'events_intraday_20260103');

  expect(groupShards(listed)).toEqual([
    { name: 'events_*', type: 'TABLE', shards: ['events_20260102', 'events_20260101'] },
    { name: 'events_intraday_20260103', type: 'TABLE' },
    { name: 'orders', type: 'TABLE' },
  ]);
});

test('groupShards takes months and tables that are named by a date alone', () => {
  expect(groupShards(tables('log202512', 'log202601', '20260101', '20260102'))).toEqual([
    { name: '20*', type: 'TABLE', shards: ['20260102', '20260101'] },
    { name: 'log*', type: 'TABLE', shards: ['log202601', 'log202512'] },
  ]);
});

test.each([
  ['no dates', ['a_20261301', 'a_20260299x', 'a_12345678']],
  ['one date alone', ['a_20260101']],
])('groupShards leaves tables with %s as they are', (_, ids) => {
  expect(groupShards(tables(...ids)).map(({ name }) => name)).toEqual(ids.toSorted());
});

test('groupShards matches no view, which BigQuery refuses in a wildcard', () => {
  const shards = tables('sales_20251231', 'sales_20260101');
  const names = (listed: typeof shards) => groupShards(listed).map(({ name }) => name);

  expect(names([...shards, ...views('sales_latest')])).toEqual(['sales_2*', 'sales_latest']);
  expect(names([...shards, ...views('sales_202x')])).toEqual([
    'sales_20251231',
    'sales_20260101',
    'sales_202x',
  ]);
});
