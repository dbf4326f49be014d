import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENVIRONMENT, readConfig } from '../src/config.ts';

test('readConfig has a default for everything', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    engine: 'duckdb',
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
  ['ENDPOINT_ALIASES', '{"old":"logs.all"}'],
  ['ENDPOINT_ALIASES', 'logs.all'],
  ['QUERY_TIMEOUT_SECONDS', '0'],
  ['CACHE_MEMORY', '64'],
  ['REDIS_URL', 'localhost:6379'],
  ['CACHE_NAMESPACE', 'a:b'],
  ['REDACTION', 'none'],
  ['DUCKDB_MEMORY', 'lots'],
  ['DUCKDB_MEMORY', '512'],
])('readConfig names %s when it is %j', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('.env.example lists every variable, and with its default', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n');
  const variables = lines.filter((line) => /^[A-Z_]+=/.test(line));
  const example = Object.fromEntries(variables.map((line) => line.split(/=(.*)/s).slice(0, 2)));

  expect(Object.keys(example).sort()).toEqual(Object.keys(ENVIRONMENT.shape).sort());
  expect(readConfig(example)).toEqual(readConfig({}));
});
