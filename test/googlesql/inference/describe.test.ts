import { expect, test } from 'vitest';
import { describe } from '../../../src/googlesql/inference/describe.ts';

const schema = [{ name: 'id', type: 'INT64', mode: 'REQUIRED' }] as const;

test('a described wildcard table has _TABLE_SUFFIX, as a project declares it', () => {
  const sql =
    'SELECT e.*, _TABLE_SUFFIX AS month FROM `events_*` AS e WHERE _TABLE_SUFFIX >= @first';

  expect(describe(sql, { tables: { 'events_*': { schema, wildcard: true } } })).toEqual({
    parameters: { first: { type: 'STRING!' } },
    columns: [
      { name: 'id', type: 'INT64!' },
      { name: 'month', type: 'STRING!' },
    ],
  });
});

test('a described table that is partitioned by arrival has the columns of that time', () => {
  const sql = 'SELECT e.id, _PARTITIONDATE AS day FROM events AS e WHERE _PARTITIONTIME >= @since';
  const tables = { events: { schema, ingestionTime: true, requirePartitionFilter: true } };

  expect(describe(sql, { tables })).toEqual({
    parameters: { since: { type: 'TIMESTAMP!' } },
    columns: [
      { name: 'id', type: 'INT64!' },
      { name: 'day', type: 'DATE' },
    ],
  });
});
