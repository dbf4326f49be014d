import { join } from 'node:path';
import { BIGINT, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duckdbType, type Type } from '#googlesql';
import { demoRange } from '../../src/engines/duckdb/demo/demo-rows.ts';
import type { SingleRecords } from '../../src/engines/duckdb/records/record-shape.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/tables/time-range.ts';
import type { ProjectTable } from '../../src/project/tables/tables.ts';
import { writeDemoFile } from '../support/demo-rows.ts';
import { PROJECT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MINUTE = 60_000_000n;
const NOW = BigInt(Date.UTC(2026, 6, 10, 12, 7, 30, 250)) * 1_000n;
const FIRST = BigInt(Date.UTC(2026, 6, 2)) * 1_000n;
const WINDOW = demoRange(NOW);

const TABLES = [...PROJECT.tables].filter(([, { demo }]) => demo);

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run("SET TimeZone = 'UTC'");

/** A statement over a table's demo rows, whose range it takes as parameters. */
function over({ demo, name }: ProjectTable, sql: (rows: string) => string): string {
  if (!demo) throw new Error(`The table "${name}" has no demo rows`);
  return sql(`(${demo.sql('$_demo_start_1', '$_demo_end_1')})`);
}

interface Range {
  readonly start: bigint;
  readonly end: bigint;
}

/** The rows of a statement for a range, as JSON values. */
async function query(sql: string, { start, end }: Range) {
  const prepared = await connection.prepare(sql);
  const types = { _demo_start_1: BIGINT, _demo_end_1: BIGINT };
  prepared.bind({ _demo_start_1: start, _demo_end_1: end }, types);
  return (await prepared.runAndReadAll()).getRowsJson();
}

function tableOf(name: string): ProjectTable {
  const table = PROJECT.tables.get(name);
  if (!table) throw new Error(`There is no table "${name}"`);
  return table;
}

test('the tables that stored queries read have demo rows', () => {
  expect(TABLES.length).toBeGreaterThanOrEqual(15);
});

test.each(TABLES)('demo rows of %s are the same however their range is cut', async (_, table) => {
  const sql = over(table, (rows) => `SELECT * FROM ${rows} ORDER BY timestamp, id`);
  const start = NOW - 90n * MINUTE;
  const whole = await query(sql, { start, end: NOW });

  expect(whole.length).toBeGreaterThan(10);
  const id = table.columns.findIndex(({ name }) => name === 'id');
  expect(new Set(whole.map((row) => row[id])).size).toBe(whole.length);
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: start, max: NOW }), async (cut) => {
      const parts = [
        ...(await query(sql, { start, end: cut })),
        ...(await query(sql, { start: cut, end: NOW })),
      ];
      expect(parts).toEqual(whole);
    }),
    { numRuns: 5 },
  );
});

test.each(TABLES)('demo rows of %s are in the window alone, each complete', async (_, table) => {
  const complete = table.columns.filter(
    ({ mode, type }) => mode === 'REQUIRED' || type.kind === 'ARRAY',
  );
  const absent = complete.map(({ name }) => `"${name}" IS NULL`).join(' OR ');
  const sql = over(
    table,
    (rows) => `SELECT min(epoch_us(timestamp)) >= ${FIRST}, max(epoch_us(timestamp)) <= ${NOW},
      count(DISTINCT epoch_us(timestamp) // ${MICROS_PER_DAY}), count_if(${absent}) FROM ${rows}`,
  );

  expect(complete.length).toBeGreaterThan(0);
  expect(await query(sql, WINDOW)).toEqual([[true, true, '9', '0']]);
});

/** The DuckDB type of a column or field with its single records as STRUCT. */
function storedType(type: Type, path: string, single: SingleRecords): string {
  const stored = type.kind === 'ARRAY' && single.has(path) ? type.element : type;
  if (stored.kind !== 'STRUCT') return duckdbType(stored);
  const fields = stored.fields.map(
    ({ name, type: own }) => `"${name}" ${storedType(own, `${path}.${name}`, single)}`,
  );
  return `STRUCT(${fields.join(', ')})`;
}

test.each(TABLES)('demo rows of %s are in the types of its columns', async (_, table) => {
  const single = table.demo?.single ?? new Set();
  const given = table.columns.map(({ name }) => `typeof("${name}")`);
  const wanted = table.columns.map(
    ({ name, type }) => `typeof(CAST(NULL AS ${storedType(type, name, single)}))`,
  );
  const sql = over(
    table,
    (rows) => `SELECT DISTINCT [${given.join(', ')}] = [${wanted.join(', ')}] FROM ${rows}`,
  );

  expect(single.has('metadata')).toBe(true);
  expect(await query(sql, { start: NOW - 60n * MINUTE, end: NOW })).toEqual([[true]]);
});

test('the main project has an invocation in every minute, soon after it began', async () => {
  const sql = over(
    tableOf('deno-relay-logs'),
    (rows) => `SELECT count(*), max(first) FROM (
      SELECT min(epoch_us(timestamp) % ${MINUTE}) AS first FROM ${rows}
      WHERE metadata.project_ref = 'demo' GROUP BY epoch_us(timestamp) // ${MINUTE})`,
  );

  const [[minutes, latest] = []] = await query(sql, WINDOW);

  expect(minutes).toBe(String(8 * 1440 + 12 * 60 + 8));
  expect(Number(latest)).toBeLessThan(1_000_000);
});

test('demo rows have every kind of value that the examples talk about', async () => {
  const edges = over(
    tableOf('cloudflare.logs.prod'),
    (rows) => `SELECT
      count(DISTINCT project),
      count_if(metadata.response.status_code >= 500) > 0,
      count_if(metadata.request.headers.cf_connecting_ip LIKE '%:%') > 0,
      count_if(metadata.request.headers.cf_connecting_ip LIKE '%.%.%.%') > 0,
      count_if(url LIKE '%@%') > 0,
      list_sort(list_distinct(list(regexp_extract(path, '^/(rest|storage|auth|realtime)', 1)))),
      count_if(NOT starts_with(url, 'https://' || project || '.example.co/'))
    FROM (SELECT *, metadata.request.url AS url, metadata.request.path AS path FROM ${rows})`,
  );
  const invocations = over(
    tableOf('deno-relay-logs'),
    (rows) => `SELECT
      count(DISTINCT metadata.function_id), max(metadata.execution_time_ms) > 5000,
      count_if(metadata.response.status_code = 400) > 0 FROM ${rows}`,
  );
  const events = over(
    tableOf('deno-subhosting-events'),
    (rows) => `SELECT count_if(json_valid(event_message)) > 100 FROM ${rows}`,
  );

  expect(await query(edges, WINDOW)).toEqual([
    ['5', true, true, true, true, ['', 'auth', 'realtime', 'rest', 'storage'], '0'],
  ]);
  expect(await query(invocations, WINDOW)).toEqual([['4', true, true]]);
  expect(await query(events, WINDOW)).toEqual([[true]]);
});

test('a file of demo rows has them by tenant, the newest first', async () => {
  const file = join(temporaryFolder(), 'rows.parquet');
  const range = { start: Number(NOW - 60n * MINUTE), end: Number(NOW) };

  const count = await writeDemoFile(file, tableOf('deno-relay-logs'), range);

  const read = `SELECT metadata.project_ref AS tenant, epoch_us(timestamp) AS time FROM '${file}'`;
  const rows = (await connection.runAndReadAll(read)).getRowObjectsJson();
  const sorted = rows.toSorted(
    (a, b) =>
      String(a['tenant']).localeCompare(String(b['tenant'])) ||
      Number(b['time']) - Number(a['time']),
  );
  expect(count).toBeGreaterThan(100);
  expect(rows).toHaveLength(count);
  expect(rows).toEqual(sorted);
});
