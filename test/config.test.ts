import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENVIRONMENT, readConfig } from '../src/config.ts';

test('readConfig has a default for everything', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    engine: 'duckdb',
    bigquery: undefined,
    dataDir: '.data',
    demo: true,
    keysFile: '.data/keys.json',
    endpointAliases: {},
    corsOrigins: ['*'],
    queryTimeoutMs: 30_000,
    duckdbMemory: '1GB',
    duckdbThreads: 2,
    cacheBytes: 64_000_000,
    redisUrl: undefined,
    cacheNamespace: 'fieldstone',
    staleIfErrorSeconds: 3_600,
    warmDailyBytes: 100_000_000_000,
    redaction: 'default',
    logLevel: 'info',
  });
});

test('readConfig takes an empty variable as not set', () => {
  expect(readConfig({ PORT: '', DATA_DIR: '/data' })).toMatchObject({
    port: 4000,
    dataDir: '/data',
    keysFile: '/data/keys.json',
  });
});

test('readConfig reads lists, flags and aliases', () => {
  const config = readConfig({
    CORS_ORIGINS: 'https://a.example, https://b.example',
    DEMO: 'false',
    ENDPOINT_ALIASES: '{"1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c":"logs.all"}',
  });

  expect(config).toMatchObject({
    corsOrigins: ['https://a.example', 'https://b.example'],
    demo: false,
    endpointAliases: { '1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c': 'logs.all' },
  });
});

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['ENGINE', 'sqlite'],
  ['DEMO', 'maybe'],
  ['BIGQUERY_PROJECT', 'a`b'],
  ['BIGQUERY_DATASET', 'a.b'],
  ['BIGQUERY_API_ENDPOINT', '127.0.0.1:9050'],
  ['BIGQUERY_TABLES', '["postgres.logs"]'],
  ['BIGQUERY_MAX_BYTES_BILLED', 'lots'],
  ['BIGQUERY_JOB_CREATION', 'never'],
  ['ENDPOINT_ALIASES', '{"old":"logs.all"}'],
  ['ENDPOINT_ALIASES', 'logs.all'],
  ['QUERY_TIMEOUT_SECONDS', '0'],
  ['CACHE_MEMORY', '64'],
  ['CACHE_MEMORY', '3B'],
  ['REDIS_URL', 'localhost:6379'],
  ['CACHE_NAMESPACE', 'a:b'],
  ['REDACTION', 'none'],
  ['DUCKDB_MEMORY', 'lots'],
  ['DUCKDB_MEMORY', '512'],
])('readConfig names %s when it is %j', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('readConfig reads where BigQuery is', () => {
  const { bigquery } = readConfig({
    ENGINE: 'bigquery',
    BIGQUERY_PROJECT: 'example.com:logs-prod',
    BIGQUERY_DATASET: 'logs',
    BIGQUERY_TABLES: '{"postgres.logs":"pg"}',
    BIGQUERY_MAX_BYTES_BILLED: '10GiB',
  });

  expect(bigquery).toEqual({
    project: 'example.com:logs-prod',
    dataset: 'logs',
    location: undefined,
    endpoint: undefined,
    tables: { 'postgres.logs': 'pg' },
    maxBytesBilled: 10 * 2 ** 30,
    jobCreation: 'required',
  });
});

test('readConfig says what BigQuery needs', () => {
  expect(() => readConfig({ ENGINE: 'bigquery', BIGQUERY_PROJECT: 'logs-prod' })).toThrow(
    'ENGINE=bigquery needs BIGQUERY_PROJECT and BIGQUERY_DATASET',
  );
});

test('.env.example lists every variable, and with its default', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n');
  const variables = lines.filter((line) => /^[A-Z_]+=/.test(line));
  const example = Object.fromEntries(variables.map((line) => line.split(/=(.*)/s).slice(0, 2)));

  expect(Object.keys(example).sort()).toEqual(Object.keys(ENVIRONMENT.shape).sort());
  expect(readConfig(example)).toEqual(readConfig({}));
});
