import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BigQueryConfig } from '../../../src/config/config.ts';
import { openEngine } from '../../../src/engines/opening/open-engine.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { filledStore } from '../../support/filled-store.ts';
import { PROJECT } from '../../support/project.ts';
import { storedFiles } from '../../support/stored-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { compileQuery } from '../compile-query.ts';

const TABLES = PROJECT.tables;
const NEVER = new AbortController().signal;
const BIGQUERY: BigQueryConfig = {
  project: 'fieldstone-test',
  dataset: 'logs',
  jobProject: 'fieldstone-test',
  reservation: undefined,
  location: undefined,
  endpoint: undefined,
  tables: {},
  maxBytesBilled: 1e9,
  jobCreation: 'required',
  pricing: 'bytes',
};

async function open(bigquery: BigQueryConfig | undefined, dataDir = temporaryFolder()) {
  // The credentials of whoever runs the tests must not be found, nor asked for.
  vi.stubEnv('HOME', temporaryFolder());
  vi.stubEnv('CLOUDSDK_CONFIG', temporaryFolder());
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  const opened = await openEngine({
    bigquery,
    project: PROJECT,
    dataDir,
    queryTimeoutMs: 60_000,
    duckdbBytes: 600e6,
    duckdbThreads: 1,
    storedProcesses: 1,
    callersProcesses: 1,
  });
  onTestFinished(() => opened.engine.close());
  return opened;
}

const countRows = () =>
  compileQuery('SELECT COUNT(t.id) AS n FROM `postgres.logs` AS t', {}, { tables: TABLES });

test('openEngine opens the embedded engine, which counts damaged files', async () => {
  const { damagedFiles, dataSource, engine } = await open(undefined);

  expect([dataSource, damagedFiles?.()]).toEqual(['duckdb', 0]);
  expect((await engine.run(countRows(), { signal: NEVER })).rows).toEqual([[0]]);
});

test('openEngine opens BigQuery where an endpoint is, without credentials and without files', async () => {
  const { url } = await openBigQueryServer();

  const { damagedFiles, dataSource, engine } = await open({ ...BIGQUERY, endpoint: url });

  expect([dataSource, damagedFiles]).toEqual(['bigquery:fieldstone-test.logs', undefined]);
  expect((await engine.run(countRows(), { signal: NEVER })).rows).toEqual([[0]]);
});

test('openEngine does not follow the variable that diverts the client library', async () => {
  const { counters, url } = await openBigQueryServer();
  vi.stubEnv('BIGQUERY_EMULATOR_HOST', 'http://127.0.0.1:1/bigquery/v2');

  const { engine } = await open({ ...BIGQUERY, endpoint: url });
  await engine.run(countRows(), { signal: NEVER });

  expect(counters.requests('POST /queries')).toBe(1);
});

test('openEngine tells data apart that are under other tables', async () => {
  const { url } = await openBigQueryServer();

  const mapped = { ...BIGQUERY, endpoint: url, tables: { 'postgres.logs': 'pg' } };

  expect((await open(mapped)).dataSource).not.toBe('bigquery:fieldstone-test.logs');
  expect((await open(mapped)).dataSource).toContain('bigquery:fieldstone-test.logs');
});

test('openEngine rejects what cannot be BigQuery', async () => {
  await expect(open(BIGQUERY)).rejects.toThrow('needs credentials');
  await expect(open({ ...BIGQUERY, tables: { 'no.such': 'x' } })).rejects.toThrow('"no.such"');
});

test('openEngine opens tables of which one has a file that cannot be read, for the others', async () => {
  const store = await filledStore({
    'pgbouncer.logs.prod': [{ timestamp: '2026-07-01T00:00:00Z' }],
  });
  writeFileSync(storedFiles(store, 'pgbouncer.logs.prod')[0] ?? '', 'x');
  const count = (table: string) =>
    compileQuery(`SELECT COUNT(t.id) AS n FROM \`${table}\` AS t`, {}, { tables: TABLES });

  const { damagedFiles, engine } = await open(undefined, store.dataDir);

  expect((await engine.run(countRows(), { signal: NEVER })).rows).toEqual([[0]]);
  await expect(engine.run(count('pgbouncer.logs.prod'), { signal: NEVER })).rejects.toMatchObject({
    code: 'ENGINE_FAILED',
  });
  expect(damagedFiles?.()).toBe(1);
  expect(await engine.check()).toMatchObject({ isAnswering: true, damaged: 1 });
});
