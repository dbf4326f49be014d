import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnNames, endpointNames, tableNames } from '../../../src/cli/init/names.ts';
import { columnFaults, endpointFaults, endpointNameFault } from '../../../src/project/names.ts';

test('columnNames gives names that GraphQL can say, and leaves those that it can', () => {
  expect(
    columnNames([
      'id',
      '__key__',
      'key',
      'Größe (cm)',
      '2fa',
      '價格',
      'a b',
      'a_b',
      '_PARTITIONTIME',
    ]),
  ).toEqual([
    ...[
      'id',
      'key_2',
      'key',
      'Grosse_cm',
      'column_2fa',
      'column_6',
      'a_b_2',
      'a_b',
      'PARTITIONTIME',
    ],
  ]);
});

test('columnNames and endpointNames have no faults, whatever the names', () => {
  const names = fc.uniqueArray(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 3 })),
  );
  fc.assert(
    fc.property(names, (all) => {
      expect(columnFaults(columnNames(all))).toEqual([]);
      expect(columnFaults(columnNames(all, 'field'), 'field')).toEqual([]);
      const endpoints = endpointNames(all);
      expect(endpoints.flatMap((name) => endpointNameFault(name) ?? [])).toEqual([]);
      expect(endpointFaults(endpoints)).toEqual([]);
      expect(new Set(tableNames(all)).size).toBe(all.length);
    }),
  );
});

test('endpointNames takes the names of tables, but for those of the service', () => {
  expect(endpointNames(['orders', 'events_*', 'Events', 'sandbox', '2026'])).toEqual([
    ...['orders', 'events', 'events_2', 'sandbox.all', 'table_2026'],
  ]);
});
