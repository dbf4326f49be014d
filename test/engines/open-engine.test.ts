import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BigQueryConfig } from '../../src/config/config.ts';
import { openEngine } from '../../src/engines/open-engine.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { filledStore } from '../support/filled-store.ts';
import { PROJECT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { compileQuery } from './compile-query.ts';

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
    tables: PROJECT.tables,
    dataDir,
    queryTimeoutMs: 5_000,
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

test('openEngine opens the embedded engine with its store', async () => {
  const { dataSource, engine, store } = await open(undefined);

  expect([dataSource, store !== undefined]).toEqual(['duckdb', true]);
  expect((await engine.run(countRows(), { signal: NEVER })).rows).toEqual([[0]]);
});

test('openEngine opens BigQuery where an endpoint is, without credentials and without a store', async () => {
  const { url } = await openBigQueryServer();

  const { dataSource, engine, store } = await open({ ...BIGQUERY, endpoint: url });

  expect([dataSource, store]).toEqual(['bigquery:fieldstone-test.logs', undefined]);
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

test('openEngine refuses data that have a column which the schema no longer has, and names both', async () => {
  const store = await filledStore({ 'postgres.logs': [{ timestamp: '2026-07-01T00:00:00Z' }] });
  const folder = store.folder('postgres.logs');
  const text = JSON.stringify(folder.manifest());
  await folder.replace(JSON.parse(text.replace('"name":"event_message"', '"name":"message"')));

  await expect(open(undefined, store.directory)).rejects.toThrow(
    /"postgres.logs" as schema\/tables\/postgres.logs.json and fieldstone.json have it: column "message" is in the data and no longer in the schema\. Put back what was there, or/,
  );
});

test('openEngine opens a store with a manifest that cannot be read, for its other tables', async () => {
  const { directory } = await filledStore({
    'pgbouncer.logs.prod': [{ timestamp: '2026-07-01T00:00:00Z' }],
  });
  writeFileSync(join(directory, 'pgbouncer.logs.prod', 'manifest.json'), '{');

  const { engine } = await open(undefined, directory);

  expect((await engine.run(countRows(), { signal: NEVER })).rows).toEqual([[0]]);
  expect(await engine.check()).toMatchObject({ isAnswering: true, damaged: 1 });
});
