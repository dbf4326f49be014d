import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { settings } from '../../src/config/setting-list.ts';

test('readConfig has a default for everything', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    engine: 'duckdb',
    bigquery: undefined,
    dataDir: '.data',
    demo: true,
    configFile: undefined,
    overridden: [],
    keysFile: '.data/keys.json',
    keys: undefined,
    tokens: undefined,
    traces: false,
    endpointAliases: {},
    corsOrigins: ['*'],
    allowsKeyInUrl: false,
    trustedDocuments: undefined,
    trustedOnly: false,
    drainMs: 5_000,
    queryTimeoutMs: 30_000,
    duckdbBytes: 1.1e9,
    duckdbThreads: 2,
    storedProcesses: 1,
    callersProcesses: 1,
    cacheBytes: 64_000_000,
    redisUrl: undefined,
    cacheNamespace: 'fieldstone',
    jobLabels: new Set(),
    pricePerTib: 6.25,
    staleIfErrorSeconds: 3_600,
    warmDailyBytes: 100_000_000_000,
    redaction: 'default',
    requestsPerMinute: 600_000,
    countCached: true,
    refusalsPerMinute: 1_000,
    keyLimits: {},
    trustProxy: undefined,
    metricsByKey: false,
    logLevel: 'info',
  });
});

test('readConfig refuses parts that are more memory than all, and says which they are', () => {
  expect(() => readConfig({ MEMORY: '1GB' })).toThrow(
    'Cannot start with MEMORY=1 GB: its parts, DUCKDB_MEMORY, twice CACHE_MEMORY and 300 MB, are 1.53 GB',
  );
  expect(() => readConfig({ CACHE_MEMORY: '350MB' })).toThrow('Cannot start with MEMORY=2 GB');
  expect(readConfig({ MEMORY: '1GB', DUCKDB_MEMORY: '500MB' }).duckdbBytes).toBe(500e6);
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
    TRUST_PROXY: '10.0.0.0/8, ::1',
    ENDPOINT_ALIASES: '{"1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c":"logs.all"}',
    KEY_LIMITS: '{"ci":{"requestsPerMinute":60,"maxRunning":1}}',
  });

  expect(config).toMatchObject({
    corsOrigins: ['https://a.example', 'https://b.example'],
    demo: false,
    trustProxy: '10.0.0.0/8, ::1',
    endpointAliases: { '1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c': 'logs.all' },
    keyLimits: { ci: { requestsPerMinute: 60, maxRunning: 1 } },
  });
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
  [
    { PORT: '1e3', ENGINE: 'sqlite', HOST: ' ' },
    'HOST must not be blank; PORT must be a whole number from 0 to 65535; ENGINE must be one of duckdb, bigquery',
  ],
  [{ QUERY_TIMEOUT_SECONDS: '-1' }, 'QUERY_TIMEOUT_SECONDS must be a number from 0.001 to 600'],
  [{ DEMO: 'maybe' }, 'DEMO must be one of true, false, 1, 0'],
  [{ PORT: '9000', METRICS_PORT: '9000' }, 'METRICS_PORT must not be the port of PORT'],
])('readConfig says in one line what is wrong with %j', (environment, faults) => {
  expect(() => readConfig(environment)).toThrow(
    new Error(`Cannot read the configuration: ${faults}`),
  );
});

test.each([
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', ' '],
  ['PORT', '0x10'],
  ['PORT', 'Infinity'],
  ['ENGINE', 'sqlite'],
  ['DEMO', 'maybe'],
  ['RATE_LIMIT_PER_MINUTE', '0'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '2'],
  ['TRUST_PROXY', '10.0.0.0/8, 10.0.0.0/33'],
  ['BIGQUERY_PROJECT', 'a`b'],
  ['BIGQUERY_DATASET', 'a.b'],
  ['BIGQUERY_JOB_PROJECT', 'a`b'],
  ['BIGQUERY_RESERVATION', 'mine'],
  ['BIGQUERY_API_ENDPOINT', '127.0.0.1:9050'],
  ['BIGQUERY_TABLES', '["postgres.logs"]'],
  ['BIGQUERY_JOB_LABELS', 'team,key'],
  ['BIGQUERY_JOB_LABELS', 'Team'],
  ['BIGQUERY_JOB_LABELS', '1st'],
  ['BIGQUERY_JOB_LABELS', 'team,,dashboard'],
  ['BIGQUERY_PRICE_PER_TIB', '-1'],
  ['BIGQUERY_PRICE_PER_TIB', '6,25'],
  ['BIGQUERY_MAX_BYTES_BILLED', 'lots'],
  ['BIGQUERY_JOB_CREATION', 'never'],
  ['ENDPOINT_ALIASES', '{"old":"logs.all"}'],
  ['ENDPOINT_ALIASES', 'logs.all'],
  ['KEY_LIMITS', '{"ci":{"maxRuns":1}}'],
  ['KEY_LIMITS', '{"ci":60}'],
  ['DRAIN_SECONDS', '21'],
  ['QUERY_TIMEOUT_SECONDS', '0'],
  ['QUERY_TIMEOUT_SECONDS', '601'],
  ['QUERY_TIMEOUT_SECONDS', 'soon'],
  ['DUCKDB_THREADS', '0'],
  ['DUCKDB_THREADS', 'all'],
  ['STALE_IF_ERROR_SECONDS', '-1'],
  ['STALE_IF_ERROR_SECONDS', '1.5'],
  ['LOG_LEVEL', 'loud'],
  ['CACHE_MEMORY', '64'],
  ['CACHE_MEMORY', '3B'],
  ['REDIS_URL', 'localhost:6379'],
  ['CACHE_NAMESPACE', 'a:b'],
  ['REDACTION', 'none'],
  ['CURSOR_SECRET', 'a'.repeat(31)],
  ['CURSOR_SECRET', `${'a'.repeat(32)},short`],
  ['CURSOR_SECRET', `${'a'.repeat(32)},`],
  ['CURSOR_SECRET', Array(3).fill('a'.repeat(32)).join()],
  ['DUCKDB_MEMORY', 'lots'],
  ['DUCKDB_MEMORY', '512'],
])('readConfig names %s once when it is %j', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^(?!.*${name}.*${name}).*${name}`),
  );
});

test('readConfig reads one secret of cursors or two, and shows none of a wrong one', () => {
  const [one, two] = ['a'.repeat(32), 'ü'.repeat(16)];

  expect(readConfig({}).cursorSecrets).toBeUndefined();
  expect(readConfig({ CURSOR_SECRET: one }).cursorSecrets).toEqual([one]);
  expect(readConfig({ CURSOR_SECRET: `${one}, ${two}` }).cursorSecrets).toEqual([one, two]);
  expect(() => readConfig({ CURSOR_SECRET: `${one},hunter2` })).toThrow(
    new Error(
      'Cannot read the configuration: CURSOR_SECRET must be one secret, or two separated by a comma, of 32 bytes or more',
    ),
  );
});

test('readConfig takes settings of CONFIG_FILE where there is no variable', () => {
  const file = { RATE_LIMIT_PER_MINUTE: 60, CORS_ORIGINS: ['https://a.example'] };

  expect(readConfig({ CORS_ORIGINS: 'https://b.example' }, file)).toMatchObject({
    requestsPerMinute: 60,
    corsOrigins: ['https://b.example'],
    overridden: ['CORS_ORIGINS'],
  });
  expect(readConfig({ CORS_ORIGINS: '' }, file)).toMatchObject({
    corsOrigins: ['https://a.example'],
    overridden: [],
  });
});

test('readConfig reads whose tokens are accepted', () => {
  const CLAIMS = '{"endpoints":"*"}';
  const given = { AUDIENCE: 'logs, fieldstone', CLAIMS };

  expect(readConfig({ OIDC_ISSUER: 'https://id.example.com/', ...given }).tokens).toEqual({
    issuer: 'https://id.example.com/',
    jwksUrl: undefined,
    publicKey: undefined,
    audience: ['logs', 'fieldstone'],
    claims: CLAIMS,
  });
  expect(readConfig({ JWKS_URL: 'http://id/keys', ...given }).tokens).toMatchObject({
    issuer: undefined,
    jwksUrl: 'http://id/keys',
  });
});

test.each([
  [{ OIDC_ISSUER: 'https://a.example', CLAIMS: '{}' }, 'OIDC_ISSUER needs AUDIENCE: '],
  [{ JWKS_URL: 'https://a.example/k', AUDIENCE: 'a' }, 'JWKS_URL needs CLAIMS: '],
  [{ JWT_PUBLIC_KEY: 'x' }, 'JWT_PUBLIC_KEY needs AUDIENCE: '],
  [{ AUDIENCE: 'a' }, 'AUDIENCE needs OIDC_ISSUER, JWKS_URL or JWT_PUBLIC_KEY'],
  [{ CLAIMS: '{}' }, 'CLAIMS needs OIDC_ISSUER, JWKS_URL or JWT_PUBLIC_KEY'],
  [{ JWKS_URL: 'https://a.example/k', JWT_PUBLIC_KEY: 'x' }, 'exclude each other'],
  [{ OIDC_ISSUER: 'https://a.example', AUDIENCE: '*', CLAIMS: '{}' }, 'none stands for all'],
  [{ OIDC_ISSUER: 'https://a.example', AUDIENCE: 'a,,b', CLAIMS: '{}' }, 'AUDIENCE must be'],
  [{ OIDC_ISSUER: 'id.example.com' }, 'OIDC_ISSUER must be like https://id.example.com'],
  [{ JWKS_URL: 'file:///etc/keys' }, 'JWKS_URL must be like https://id.example.com'],
  [{ JWKS_URL: 'https://me:secret@a.example/k' }, 'JWKS_URL must have no name or password'],
  [{ KEYS: '{}', KEYS_FILE: 'keys.json' }, 'KEYS and KEYS_FILE exclude each other'],
])('readConfig refuses %j', (environment, says) => {
  expect(() => readConfig(environment)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^Cannot read the configuration: .+$/),
    }),
  );
  expect(() => readConfig(environment)).toThrow(says);
});

test('readConfig reads where BigQuery is', () => {
  const { bigquery } = readConfig({
    ENGINE: 'bigquery',
    BIGQUERY_PROJECT: 'example.com:logs-prod',
    BIGQUERY_DATASET: 'logs',
    BIGQUERY_JOB_PROJECT: 'billing',
    BIGQUERY_RESERVATION: 'projects/billing/locations/EU/reservations/logs',
    BIGQUERY_TABLES: '{"postgres.logs":"raw.tables.pg"}',
    BIGQUERY_MAX_BYTES_BILLED: '10GiB',
  });

  expect(bigquery).toEqual({
    project: 'example.com:logs-prod',
    dataset: 'logs',
    jobProject: 'billing',
    reservation: 'projects/billing/locations/EU/reservations/logs',
    pricing: 'slots',
    location: undefined,
    endpoint: undefined,
    tables: { 'postgres.logs': 'raw.tables.pg' },
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
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
  const variables = lines.filter((line) => /^[A-Z_]+=/.test(line));
  const example = Object.fromEntries(variables.map((line) => line.split(/=(.*)/s).slice(0, 2)));

  expect(Object.keys(example)).toEqual(settings().map(({ name }) => name));
  expect(readConfig(example)).toEqual(readConfig({}));
});

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'True' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, false],
])('readConfig traces with %o: %s', (environment, traces) => {
  expect(readConfig(environment)).toMatchObject({ traces });
});

test('readConfig passes over variables of OpenTelemetry that it does not list, and stops at wrong ones', () => {
  expect(() =>
    readConfig({ OTEL_METRICS_EXPORTER: 'none', OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'x' }),
  ).not.toThrow();
  expect(() => readConfig({ OTEL_TRACES_SAMPLER: 'some' })).toThrow(
    'OTEL_TRACES_SAMPLER must be one of always_on',
  );
});

test.each([
  ['METRICS_PORT', 'tcp://10.0.0.11:9090'],
  ['REDIS_PORT', 'tcp://10.0.0.11:6379'],
  ['FIELDSTONE_SERVICE_HOST', '10.0.0.12'],
  ['FIELDSTONE_SERVICE_PORT_HTTP', '80'],
  ['REDIS_PORT_6379_TCP_ADDR', '10.0.0.11'],
])('readConfig passes over %s=%s, which Kubernetes sets', (name, value) => {
  expect(readConfig({ [name]: value })).toEqual(readConfig({}));
});

test('readConfig refuses a wrong METRICS_PORT that is no service link', () => {
  expect(() => readConfig({ METRICS_PORT: '99999' })).toThrow(
    'METRICS_PORT must be a whole number',
  );
});
