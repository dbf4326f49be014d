import { expect, test } from 'vitest';
import { conditionsOf } from '../../../../src/cli/init/bigquery/table-conditions.ts';
import type { TableLayout } from '../../../../src/engines/bigquery/dataset/table-layout.ts';

const LAYOUT: TableLayout = {
  name: 't',
  type: 'TABLE',
  description: undefined,
  fields: [],
  omitted: [],
  partitioning: undefined,
  requirePartitionFilter: false,
  clustering: [],
  newestSuffix: undefined,
};

function sqlOf(layout: Partial<TableLayout>, newest?: string): readonly string[] {
  const context = { newest, fallbackDay: '2026-07-01' };
  return conditionsOf({ ...LAYOUT, ...layout }, context).map(({ sql }) => sql);
}

const by = (type: string, kind: 'time' | 'range' = 'time') =>
  ({ partitioning: { kind, column: { name: 'ts', type } } }) as const;

test.each([
  ['DATE', '20260630', "ts >= COALESCE(@since, DATE '2026-06-30')"],
  ['DATE', '202606', "ts >= COALESCE(@since, DATE '2026-06-01')"],
  ['DATE', '2026', "ts >= COALESCE(@since, DATE '2026-01-01')"],
  ['DATETIME', '2026063023', "ts >= COALESCE(@since, DATETIME '2026-06-30 23:00:00')"],
  ['TIMESTAMP', '20260630', "ts >= COALESCE(@since, TIMESTAMP '2026-06-30 00:00:00+00')"],
  ['TIMESTAMP', undefined, "ts >= COALESCE(@since, TIMESTAMP '2026-07-01 00:00:00+00')"],
])('an endpoint over partitions by a %s begins at the newest, %s', (type, newest, expected) => {
  expect(sqlOf(by(type), newest)).toEqual([expected]);
});

test('an endpoint over a table that requires a filter bounds it from above too', () => {
  expect(sqlOf({ ...by('DATE'), requirePartitionFilter: true }, '20260630')).toEqual([
    "ts >= COALESCE(@since, DATE '2026-06-30')",
    "ts <= COALESCE(@until, DATE '9999-12-31')",
  ]);
});

test('an endpoint over rows by their arrival reads the newest day or hour', () => {
  const partitioning = { kind: 'arrival' } as const;

  expect(sqlOf({ partitioning }, '20260630')).toEqual([
    "_PARTITIONDATE >= COALESCE(@since, DATE '2026-06-30')",
  ]);
  expect(sqlOf({ partitioning }, '2026063023')).toEqual([
    "_PARTITIONTIME >= COALESCE(@since, TIMESTAMP '2026-06-30 23:00:00+00')",
  ]);
});

test('an endpoint over ranges of integers begins at the last one', () => {
  expect(sqlOf(by('INTEGER', 'range'), '4200')).toEqual(['ts >= COALESCE(@since, 4200)']);
});

test('an endpoint over the tables of a wildcard reads no others with the same beginning', () => {
  expect(sqlOf({ name: 'events_*', newestSuffix: '20260630' })).toEqual([
    "_TABLE_SUFFIX >= COALESCE(@since, '20260630')",
    "_TABLE_SUFFIX <= COALESCE(@until, '99999999')",
  ]);
});

test('clustering columns are filters that may be left out, but for what "=" does not compare', () => {
  const fields = [
    { name: 'limit', type: 'INTEGER' },
    { name: 'since', type: 'STRING' },
    { name: '_id', type: 'STRING' },
    { name: 'stay', type: 'RANGE<DATE>' },
    { name: 'ts', type: 'DATE' },
  ];
  const clustering = ['LIMIT', 'since', '_id', 'stay', 'ts', 'place'];

  expect(sqlOf({ ...by('DATE'), fields, clustering }, '20260630').slice(1)).toEqual([
    '(@limit_2 IS NULL OR `limit` = @limit_2)',
    '(@since_2 IS NULL OR since = @since_2)',
    '(@id IS NULL OR _id = @id)',
  ]);
});
