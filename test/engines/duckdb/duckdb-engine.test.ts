import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  DuckDbEngine,
  type DuckDbEngineOptions,
} from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import type { Table } from '../../../src/googlesql/table.ts';
import { parseTable } from '../../../src/googlesql/table.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import { ownProcesses, sharedProcesses } from '../../support/engine-processes.ts';
import { fillTable } from '../../support/fill-store.ts';
import { fixtureStore } from '../../support/fixture-store.ts';
import { freshFiles } from '../../support/fresh-files.ts';
import { storedFiles } from '../../support/stored-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { compileQuery, type Parameters } from '../compile-query.ts';
import { describeEngine } from '../contract.ts';

const NEVER = new AbortController().signal;
const DAY = 86_400_000_000;
const JULY = Date.UTC(2026, 6, 1) * 1_000;

const LOGS: Table = parseTable(
  'app.logs',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'id', type: 'INTEGER' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
  ],
  { tenant: ['id'], time: 'timestamp' },
);
const tables = new Map([[LOGS.name, LOGS]]);

async function openEngine(options: Partial<DuckDbEngineOptions> = {}): Promise<DuckDbEngine> {
  const files = options.files ?? freshFiles(temporaryFolder());
  const engine = new DuckDbEngine({ processes: sharedProcesses(), ...options, files });
  onTestFinished(() => engine.close());
  return engine;
}

/** Adds one row for each moment, its number as id, in a file whose name says when they are. */
async function addRows(store: TableFiles, moments: readonly number[]): Promise<void> {
  const rows = moments.map((micros, id) => ({
    timestamp: new Date(micros / 1_000).toISOString(),
    id,
  }));
  await fillTable(
    store,
    LOGS,
    rows.map((row) => JSON.stringify(row)),
  );
}

const moment = (value: number | null) => ({ type: SCALARS.TIMESTAMP, value });

async function idsOf(engine: DuckDbEngine, where = '', parameters: Parameters = {}) {
  const sql = `SELECT t.id FROM \`app.logs\` AS t ${where} ORDER BY t.timestamp, t.id`;
  const { rows } = await engine.run(compileQuery(sql, parameters, { tables }), { signal: NEVER });
  return rows.map(([id]) => id);
}

describeEngine({
  open: openEngine,
  openFixtures: async () => openEngine({ files: await fixtureStore() }),
});

test('DuckDbEngine reads no rows of a table without files', async () => {
  const engine = await openEngine();

  expect(await idsOf(engine)).toEqual([]);
  expect(
    (
      await engine.run(compileQuery('SELECT t.* FROM `app.logs` AS t', {}, { tables }), {
        signal: NEVER,
      })
    ).rows,
  ).toEqual([]);
});

test('DuckDbEngine sees rows that are added while it runs, in the very next query', async () => {
  const store = freshFiles(temporaryFolder());
  const engine = await openEngine({ files: store });
  expect(await idsOf(engine)).toEqual([]);

  await addRows(store, [JULY]);
  expect(await idsOf(engine)).toEqual([0]);
  await addRows(store, [JULY + 1, JULY + DAY]);

  expect(await idsOf(engine)).toEqual([0, 0, 1]);
});

test('DuckDbEngine reads only the days that a scan’s bounds leave', async () => {
  const store = freshFiles(temporaryFolder());
  for (let i = 0; i < 5; i += 1) await addRows(store, [JULY + i * DAY]);
  const engine = await openEngine({ files: store });
  for (const path of storedFiles(store, LOGS.name)) {
    if (!path.includes('20260703T')) truncateSync(path, 10);
  }
  const bounds = { a: moment(JULY + 2 * DAY), b: moment(JULY + 3 * DAY - 1) };

  expect(await idsOf(engine, 'WHERE t.timestamp >= @a AND t.timestamp <= @b', bounds)).toEqual([0]);
  expect(await idsOf(engine, 'WHERE t.timestamp BETWEEN @a AND @b', bounds)).toEqual([0]);
  await expect(
    idsOf(engine, 'WHERE t.timestamp >= @a AND t.timestamp <= @b', {
      ...bounds,
      b: moment(JULY + 3 * DAY),
    }),
  ).rejects.toMatchObject({ code: 'ENGINE_FAILED', message: 'The query failed' });
});

test('DuckDbEngine keeps bounds exact to the microsecond, exclusive and inclusive', async () => {
  const store = freshFiles(temporaryFolder());
  await addRows(store, [JULY - 1_000, JULY, JULY + 1_000]);
  const engine = await openEngine({ files: store });
  const at = { a: moment(JULY), b: moment(JULY + 1_000) };

  expect(await idsOf(engine, 'WHERE t.timestamp > @a AND t.timestamp <= @b', at)).toEqual([2]);
  expect(await idsOf(engine, 'WHERE t.timestamp >= @a AND t.timestamp < @b', at)).toEqual([1]);
  expect(await idsOf(engine, 'WHERE t.timestamp > @a', { a: moment(JULY - 1_001) })).toEqual([
    0, 1, 2,
  ]);
  expect(await idsOf(engine, 'WHERE t.timestamp > @a', { a: moment(null) })).toEqual([]);
});

test('DuckDbEngine is ENGINE_FAILED for a damaged file, whoever wrote the SQL, and names no path', async () => {
  const store = freshFiles(temporaryFolder());
  await addRows(store, [JULY]);
  const [file = ''] = storedFiles(store, LOGS.name);
  const engine = await openEngine({ files: store });
  const damages = [
    () => truncateSync(file, 20),
    () => truncateSync(file, 0),
    () => writeFileSync(file, 'x'.repeat(500)),
  ];

  for (const damage of damages) {
    damage();
    const error = await idsOf(engine).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ENGINE_FAILED', message: 'The query failed' });
  }
  expect((await engine.run(compileQuery('SELECT 1 AS n'), { signal: NEVER })).rows).toEqual([[1]]);
});

test('DuckDbEngine refuses more waiting queries of a key than allowed and serves the others', async () => {
  const engine = await openEngine({ running: 1, waiting: 1 });
  const run = () => engine.run(compileQuery('SELECT 1 AS n'), { signal: NEVER });

  const ends = await Promise.allSettled([run(), run(), run(), run()]);

  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(ends[2]).toMatchObject({
    reason: { code: 'RATE_LIMITED', headers: { 'Retry-After': '1' } },
  });
});

test('DuckDbEngine counts waiting as part of the deadline', async () => {
  const engine = await openEngine({ running: 1, timeoutMs: 300 });
  const slow = 'SELECT COUNT(*) AS n FROM '.concat(
    'abcdefghijkl'
      .split('')
      .map((name) => `UNNEST([1, 2, 3, 4, 5, 6, 7, 8, 9]) AS ${name}`)
      .join(' CROSS JOIN '),
    ' WHERE a + b + c + d + e + f + g + h + i + j + k + l = 5',
  );
  const begin = performance.now();

  const ends = await Promise.allSettled(
    [slow, slow].map((sql) => engine.run(compileQuery(sql), { signal: NEVER })),
  );

  expect(ends).toMatchObject([
    { reason: { code: 'QUERY_TIMEOUT' } },
    { reason: { code: 'QUERY_TIMEOUT' } },
  ]);
  expect(performance.now() - begin).toBeLessThan(1_500);
});

test('DuckDbEngine says when a query needs more memory than allowed, and goes on', async () => {
  const engine = await openEngine({ processes: ownProcesses({ memory: '40MB' }) });
  const sql = `SELECT ARRAY_AGG(s) AS x FROM (SELECT a * 1000 + b AS s FROM UNNEST(@n) AS a CROSS JOIN UNNEST(@n) AS b CROSS JOIN UNNEST(@n) AS c)`;
  const n = {
    type: { kind: 'ARRAY', element: SCALARS.INT64 },
    value: Array.from({ length: 300 }, (_, i) => i),
  } as const;

  await expect(engine.run(compileQuery(sql, { n }), { signal: NEVER })).rejects.toMatchObject({
    code: 'SQL_INVALID',
    message: 'The query needs more memory than allowed',
  });
  expect((await engine.run(compileQuery('SELECT 1 AS n'), { signal: NEVER })).rows).toEqual([[1]]);
});

test('DuckDbEngine leaves nothing of a stopped query on disk, and no folder once it is closed', async () => {
  const directory = temporaryFolder();
  const processes = ownProcesses({ dataDir: directory, folders: [directory], memory: '60MB' });
  await processes.start();
  const store = freshFiles(directory);
  const engine = await openEngine({ files: store, processes });
  const doubled = Array.from(
    { length: 40 },
    (_, i) => `d${i + 1} AS (SELECT x FROM d${i} UNION ALL SELECT x FROM d${i})`,
  );
  const sql = `WITH d0 AS (SELECT 1 AS x), ${doubled.join(', ')} SELECT COUNT(*) AS n FROM d40`;
  const spill = join(directory, '.spill');
  const files = () => readdirSync(spill).flatMap((name) => readdirSync(join(spill, name)));

  const caller = new AbortController();
  const stopped = expect(
    engine.run(compileQuery(sql), { signal: caller.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => existsSync(spill) && files().length).toBeGreaterThan(0);
  caller.abort();
  await stopped;

  await expect.poll(files).toEqual([]);
  await processes.close();
  expect(readdirSync(spill)).toEqual([]);
});
