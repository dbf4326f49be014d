import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIGINT, DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { escapeWildcards } from '../../../../src/engines/duckdb/files/file-format.ts';
import {
  type InstanceLimits,
  openLockedInstance,
  READ_WIDE_COLUMNS_LAST,
} from '../../../../src/engines/duckdb/queries/locked-instance.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const LIMITS = { memory: '200MB', threads: 2 };

async function lockedOn(directory: string, limits: InstanceLimits = LIMITS) {
  const instance = await openLockedInstance([directory], limits);
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  return async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
}

test('openLockedInstance plans the newest of correlated rows', async () => {
  const query = await lockedOn(temporaryFolder());
  const rows = '(SELECT i AS id, i // 2 AS pair FROM range(4) AS r(i))';

  const newest = await query(
    `SELECT t.id, (SELECT u.id FROM ${rows} AS u WHERE u.pair = t.pair ORDER BY u.id DESC LIMIT 1) AS newest
      FROM ${rows} AS t ORDER BY t.id LIMIT 3`,
  );

  expect(newest).toEqual([
    ['0', '1'],
    ['1', '1'],
    ['2', '3'],
  ]);
});

test('openLockedInstance lets a connection set how late it reads wide columns, and nothing else', async () => {
  const query = await lockedOn(temporaryFolder());
  await query(READ_WIDE_COLUMNS_LAST);

  expect(await query("SELECT current_setting('late_materialization_max_rows')")).toEqual([
    ['1000'],
  ]);
  await expect(query("SET SESSION memory_limit = '8GB'")).rejects.toThrow('has been locked');
  await expect(query('SET lock_configuration = false')).rejects.toThrow('has been locked');
  await expect(query("SET allowed_configs = ['memory_limit']")).rejects.toThrow('has been locked');
});

test('openLockedInstance answers a window over VALUES that a bound parameter filters', async () => {
  const instance = await openLockedInstance([temporaryFolder()], LIMITS);
  onTestFinished(() => instance.closeSync());
  const prepared = await (await instance.connect()).prepare(
    `SELECT x, count(*) OVER (PARTITION BY y) AS n
      FROM (VALUES (2::BIGINT, 3::BIGINT), (3::BIGINT, 1::BIGINT), (1::BIGINT, NULL::BIGINT)) AS s(x, y)
      WHERE y <= $p`,
  );
  prepared.bind({ p: 2n }, { p: BIGINT });

  expect((await prepared.runAndReadAll()).getRowsJson()).toEqual([['3', '1']]);
});

async function writeParquet(path: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (SELECT 7 AS n) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`);
}

test('openLockedInstance reads files below its folder, also those written later', async () => {
  const directory = temporaryFolder();
  const query = await lockedOn(directory);
  mkdirSync(join(directory, 'sub'));
  const file = join(directory, 'sub', 'late.parquet');
  await writeParquet(file);

  expect(await query(`SELECT n FROM read_parquet(['${file}'])`)).toEqual([[7]]);
});

test.each(["it's", 'a [b] c', 'any*thing', 'wh?t'])(
  'openLockedInstance reads files in a folder called %j',
  async (name) => {
    const directory = join(temporaryFolder(), name);
    mkdirSync(directory);
    await writeParquet(join(directory, 'a.parquet'));
    const query = await lockedOn(directory);

    const path = escapeWildcards(join(directory, 'a.parquet')).replaceAll("'", "''");
    expect(await query(`SELECT n FROM read_parquet(['${path}'])`)).toEqual([[7]]);
  },
);

test('openLockedInstance keeps queries from filling the disk', async () => {
  const query = await lockedOn(temporaryFolder(), {
    memory: '50MB',
    threads: 1,
    temporaryDirectory: temporaryFolder(),
    maxTemporary: '20MB',
  });
  const keep = (rows: number) =>
    query(`WITH kept AS MATERIALIZED (SELECT hash(range) AS h FROM range(${rows}))
      SELECT count(*) FROM kept UNION ALL SELECT count(DISTINCT h % 2) FROM kept`);

  expect(await keep(1_000)).toEqual([['1000'], ['2']]);
  await expect(keep(50_000_000)).rejects.toThrow('max_temp_directory_size');
});

test.each([
  ['another file', (path: string) => `SELECT * FROM read_text('${path}')`],
  [
    'a way out of the folder',
    (_: string, inside: string) => `SELECT * FROM read_text('${inside}/../secret.txt')`,
  ],
  ['a file named like a table', (path: string) => `SELECT * FROM '${path}'`],
  ['another folder', (path: string) => `SELECT * FROM glob('${path}*')`],
  ['a database', (path: string) => `ATTACH '${path}.db' AS other`],
  ['writing', (path: string) => `COPY (SELECT 1) TO '${path}.copy'`],
  ['an extension', () => 'INSTALL httpfs'],
  ['the network', () => `SELECT * FROM read_text('https://127.0.0.1:9/x')`],
  ['unlocking', () => 'SET enable_external_access = true'],
  ['settings', () => 'SET lock_configuration = false'],
  ['more memory', () => `SET memory_limit = '20GB'`],
] as const)('openLockedInstance refuses %s', async (_, sql) => {
  const parent = temporaryFolder();
  const directory = join(parent, 'data');
  mkdirSync(directory);
  const secret = join(parent, 'secret.txt');
  writeFileSync(secret, 'secret');
  const query = await lockedOn(directory);

  await expect(query(sql(secret, directory))).rejects.toThrow();

  expect(existsSync(`${secret}.copy`)).toBe(false);
});

test('openLockedInstance sorts NULLs as GoogleSQL does and keeps UTC', async () => {
  const query = await lockedOn(temporaryFolder());
  const values = '(VALUES (1), (NULL), (2)) AS t(n)';

  expect(await query(`SELECT n FROM ${values} ORDER BY n`)).toEqual([[null], [1], [2]]);
  expect(await query(`SELECT n FROM ${values} ORDER BY n DESC`)).toEqual([[2], [1], [null]]);
  expect(await query('SELECT CAST(make_timestamptz(0) AS VARCHAR)')).toEqual([
    ['1970-01-01 00:00:00+00'],
  ]);
});

test('openLockedInstance fails a query that needs too much memory and goes on', async () => {
  const query = await lockedOn(temporaryFolder(), { memory: '50MB', threads: 2 });

  await expect(
    query(
      'SELECT count(*) FROM (SELECT hash(x) AS h FROM range(20000000) AS t(x) ORDER BY h LIMIT 9000000)',
    ),
  ).rejects.toThrow('Out of Memory Error');

  expect(await query('SELECT 1')).toEqual([[1]]);
});

test('openLockedInstance puts what does not fit into its temporary folder, if it has one', async () => {
  const temporaryDirectory = join(temporaryFolder(), 'spill');
  const query = await lockedOn(temporaryFolder(), {
    ...LIMITS,
    memory: '60MB',
    temporaryDirectory,
  } as typeof LIMITS);

  expect(
    await query(
      'SELECT count(*) FROM (SELECT hash(x) AS h FROM range(8000000) AS t(x) ORDER BY h LIMIT 7000000)',
    ),
  ).toEqual([['7000000']]);
});
