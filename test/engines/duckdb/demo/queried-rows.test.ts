import { expect, test } from 'vitest';
import { parseTable, type SchemaField, type TableTraits } from '#googlesql';
import { QueriedRows } from '../../../../src/engines/duckdb/demo/queried-rows.ts';
import { withDemoConnection } from '../../../support/demo-rows.ts';

const FIELDS: readonly SchemaField[] = [
  { name: 'id', type: 'INT64', mode: 'REQUIRED' },
  { name: 'made', type: 'TIMESTAMP' },
  { name: 'day', type: 'DATE' },
  { name: 'Note', type: 'STRING' },
  { name: 'tags', type: 'STRING', mode: 'REPEATED' },
];

const tableOf = (traits: TableTraits) => parseTable('orders', FIELDS, traits);

const TABLE = tableOf({ time: 'made' });

/** The rows of a range of microseconds, as JSON values. */
function rowsOf(query: QueriedRows, start: number, end: number) {
  const rows = query.sql('$_demo_start_1', '$_demo_end_1');
  return withDemoConnection(async (connection) => {
    const prepared = await connection.prepare(`SELECT * FROM (${rows}) ORDER BY id`);
    prepared.bind({ _demo_start_1: BigInt(start), _demo_end_1: BigInt(end) });
    return (await prepared.runAndReadAll()).getRowsJson();
  });
}

/** A row in each second, from a minute before the wanted range to a minute after it. */
const EACH_SECOND = `
  SELECT CONCAT('$start of ', FORMAT('%t', made)) AS note, made, UNIX_SECONDS(made) AS id
  FROM UNNEST(GENERATE_TIMESTAMP_ARRAY(
    TIMESTAMP_SUB(TIMESTAMP_TRUNC(@start, SECOND), INTERVAL 1 MINUTE), TIMESTAMP_ADD(@end, INTERVAL 1 MINUTE), INTERVAL 1 SECOND)) AS made`;

test('a query gives the rows of a range, its columns by their names and the others empty', async () => {
  const query = new QueriedRows(EACH_SECOND, TABLE);

  expect(await rowsOf(query, 500_000, 3_000_000)).toEqual([
    ['1', '1970-01-01 00:00:01+00', null, '$start of 1970-01-01 00:00:01+00', []],
    ['2', '1970-01-01 00:00:02+00', null, '$start of 1970-01-01 00:00:02+00', []],
  ]);
  expect(query.single.size).toBe(0);
});

test('the time may be a DATE, which is its first moment', async () => {
  const query = new QueriedRows(
    `SELECT UNIX_DATE(day) AS id, day FROM UNNEST(GENERATE_DATE_ARRAY('1970-01-01', '1970-01-09')) AS day`,
    tableOf({ time: 'day' }),
  );
  const day = 86_400_000_000;

  const rows = await rowsOf(query, day, 3 * day);

  expect(rows.map(([id]) => id)).toEqual(['1', '2']);
});

test('a table without time always has the same rows, and no array of it is NULL', async () => {
  const query = new QueriedRows(
    `SELECT id, IF(id = 1, NULL, ['a']) AS tags FROM UNNEST([1, 2]) AS id`,
    tableOf({}),
  );

  const rows = await withDemoConnection(async (connection) =>
    (await connection.runAndReadAll(query.sql('$unused', '$unused'))).getRowsJson(),
  );

  expect(rows).toEqual([
    ['1', null, null, null, []],
    ['2', null, null, null, ['a']],
  ]);
});

test.each([
  ['SELECT 1 AS id, @start AS made, 2 AS size', 'its column "size" is none of its table'],
  ['SELECT 1, @start AS made', 'its column "f0_" is none of its table'],
  [`SELECT '1' AS id, @start AS made`, 'its column "id" is STRING, but INT64 in its table'],
  [
    `SELECT 1 AS id, @start AS made, 'a' AS tags`,
    'its column "tags" is STRING, but ARRAY<STRING> in its table',
  ],
  ['SELECT @start AS made', 'it leaves out the column "id", which must have a value'],
  ['SELECT 1 AS id', 'it leaves out the column "made", which must have a value'],
  ['SELECT 1 AS id, CURRENT_TIMESTAMP() AS made', 'it reads the clock'],
  ['SELECT 1 AS id, @now AS made', `Query parameter 'now' not found [at 1:17]`],
  ['SELECT 1 AS id, @start AS made FROM orders', 'Table not found: orders [at 1:37]'],
  ['SELECT\n1 AS id,, @start AS made', 'Syntax error: Expected end of input but got "," [at 2:9]'],
])('the query %s is refused', (sql, problem) => {
  expect(() => new QueriedRows(sql, TABLE)).toThrow(problem);
});

test('a range without a time is refused', () => {
  expect(() => new QueriedRows('SELECT 1 AS id, @end AS made', tableOf({}))).toThrow(
    'it names @end, but its table has no "time"',
  );
});
