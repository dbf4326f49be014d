import { isIP } from 'node:net';
import { z } from 'zod';
import { originFault } from '../origins.ts';
import { parseByteSize } from './byte-size.ts';
import { refuseTooLittleMemory } from './memory.ts';
import { refuseNearMisses } from './near-miss.ts';
import { type TokenConfig, tokenConfig } from './tokens.ts';

const text = z.string().trim().min(1, 'must not be blank');

function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** Digits of the given form only: `Number` alone also accepts blanks, hexadecimal and exponents. */
function decimal(form: RegExp, what: string, min: number, max: number) {
  return z.string().transform((digits, context) => {
    const number = form.test(digits.trim()) ? Number(digits) : Number.NaN;
    if (number >= min && number <= max) return number;
    context.addIssue(`must be ${what} from ${min} to ${max}`);
    return z.NEVER;
  });
}

const integer = (min: number, max: number) => decimal(/^\d+$/, 'a whole number', min, max);

const flag = oneOf('true', 'false', '1', '0').transform(
  (value) => value === 'true' || value === '1',
);

const aliases = z.string().transform((json, context) => {
  try {
    return z.record(z.guid(), text).parse(JSON.parse(json));
  } catch {
    context.addIssue('must be a JSON object of old UUIDs to endpoint names');
    return z.NEVER;
  }
});

const byteSize = text.transform((size, context) => {
  const bytes = parseByteSize(size);
  if (bytes !== undefined) return bytes;
  context.addIssue('must be like 512MB or 1GiB');
  return z.NEVER;
});

// Quoted in SQL in front of a table's name, so it must not contain a quote.
const project = text.regex(/^[a-z][a-z0-9.:-]*[a-z0-9]$/, 'must be the id of a project');

const reservation = text.regex(
  /^projects\/[^/]+\/locations\/[^/]+\/reservations\/[^/]+$/,
  'must be like projects/PROJECT/locations/LOCATION/reservations/NAME',
);

const dataset = text.regex(/^\w+$/, 'must be letters, digits and underscores');

const endpoint = z.url({ protocol: /^https?$/, error: 'must be like http://127.0.0.1:9050' });

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be like https://id.example.com' })
  .refine((url) => !URL.parse(url)?.username, 'must have no name or password in it');

const tableIds = z.string().transform((json, context) => {
  try {
    return z.record(text, text).parse(JSON.parse(json));
  } catch {
    context.addIssue(
      'must be a JSON object of log tables to ids of tables or project.dataset.table',
    );
    return z.NEVER;
  }
});

const origins = text.transform((list, context) => {
  const entries = list.split(',').map((origin) => origin.trim());
  for (const entry of entries) {
    const fault = originFault(entry);
    if (fault !== undefined) context.addIssue(`has "${entry}", which ${fault}`);
  }
  return entries;
});

const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be like redis://127.0.0.1:6379' });

const namespace = text.regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores');

const count = integer(1, 1e9);

// Trusting every proxy, or a number of hops, would let clients choose the address they are limited by.
const proxies = text.refine(
  (list) => list.split(',').every((proxy) => isNetwork(proxy.trim())),
  'must be addresses or networks like 10.0.0.0/8, separated by commas',
);

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/');
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= width;
}
const processes = integer(1, 16);

/** Every environment variable that Fieldstone reads, with its default. */
export const ENVIRONMENT = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: integer(0, 65_535).default(4000),
  ENGINE: oneOf('duckdb', 'bigquery').default('duckdb'),
  DATA_DIR: text.default('.data'),
  DEMO: flag.default(true),
  KEYS_FILE: text.optional(),
  KEYS: text.optional(),
  OIDC_ISSUER: webAddress.optional(),
  JWKS_URL: webAddress.optional(),
  JWT_PUBLIC_KEY: text.optional(),
  AUDIENCE: text.optional(),
  CLAIMS: text.optional(),
  ENDPOINT_ALIASES: aliases.default({}),
  CORS_ORIGINS: origins.prefault('*'),
  ALLOW_KEY_IN_URL: flag.default(false),
  TRUSTED_DOCUMENTS: text.optional(),
  TRUSTED_DOCUMENTS_MODE: oneOf('optional', 'only').default('optional'),
  DRAIN_SECONDS: decimal(/^\d+(\.\d+)?$/, 'a number', 0, 20).default(5),
  QUERY_TIMEOUT_SECONDS: decimal(/^\d+(\.\d+)?$/, 'a number', 0.001, 600).default(30),
  MEMORY: byteSize.prefault('2GB'),
  DUCKDB_MEMORY: byteSize.prefault('1.1GB'),
  DUCKDB_THREADS: integer(1, 64).default(2),
  DUCKDB_STORED_PROCESSES: processes.default(1),
  DUCKDB_CALLERS_PROCESSES: processes.default(1),
  BIGQUERY_PROJECT: project.optional(),
  BIGQUERY_DATASET: dataset.optional(),
  BIGQUERY_JOB_PROJECT: project.optional(),
  BIGQUERY_RESERVATION: reservation.optional(),
  BIGQUERY_LOCATION: text.optional(),
  BIGQUERY_API_ENDPOINT: endpoint.optional(),
  BIGQUERY_TABLES: tableIds.default({}),
  BIGQUERY_MAX_BYTES_BILLED: byteSize.prefault('100GB'),
  BIGQUERY_JOB_CREATION: oneOf('required', 'optional').default('required'),
  CACHE_MEMORY: byteSize.refine((bytes) => bytes >= 1e6, 'must be at least 1MB').prefault('64MB'),
  REDIS_URL: redisUrl.optional(),
  CACHE_NAMESPACE: namespace.default('fieldstone'),
  STALE_IF_ERROR_SECONDS: integer(0, 86_400).default(3_600),
  WARM_DAILY_BYTES: byteSize.prefault('100GB'),
  REDACTION: oneOf('default', 'extended').default('default'),
  RATE_LIMIT_PER_MINUTE: count.default(600_000),
  RATE_LIMIT_CACHED: flag.default(true),
  REFUSED_KEYS_PER_MINUTE: count.default(1_000),
  TRUST_PROXY: proxies.optional(),
  METRICS_PORT: integer(1, 65_535).optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
});

/** The BigQuery project, dataset and limits. */
export interface BigQueryConfig {
  /** Project of the tables. */
  readonly project: string;
  readonly dataset: string;
  /** Project in which jobs run and are billed. */
  readonly jobProject: string;
  readonly reservation: string | undefined;
  readonly location: string | undefined;
  /** Base URL of the API; undefined: Google's. */
  readonly endpoint: string | undefined;
  /** Table ids, or full names, by log table, for tables that do not have the default id. */
  readonly tables: Readonly<Record<string, string>>;
  /** Maximum bytes billed for one query. */
  readonly maxBytesBilled: number;
  readonly jobCreation: 'required' | 'optional';
}

/** The configuration of one process; units are in the names. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly engine: 'duckdb' | 'bigquery';
  /** Undefined with DuckDB. */
  readonly bigquery: BigQueryConfig | undefined;
  readonly dataDir: string;
  /** Whether DuckDB is filled with demo data. */
  readonly demo: boolean;
  readonly keysFile: string;
  /** The text of a key file, in place of the file. */
  readonly keys: string | undefined;
  /** Undefined if tokens are not accepted. */
  readonly tokens: TokenConfig | undefined;
  /** Endpoint names by legacy UUID. */
  readonly endpointAliases: Readonly<Record<string, string>>;
  /** Origins that browsers may call from; `*` is any. */
  readonly corsOrigins: readonly string[];
  /** Path of the trusted documents file. */
  readonly trustedDocuments: string | undefined;
  /** Whether only trusted documents run. */
  readonly trustedOnly: boolean;
  /** Whether `api_key` in the query string is read as a key. */
  readonly allowsKeyInUrl: boolean;
  /** How long requests are still answered after `/readyz` reports that the service is stopping. */
  readonly drainMs: number;
  readonly queryTimeoutMs: number;
  /** Memory of all DuckDB processes that answer queries, together. */
  readonly duckdbBytes: number;
  /** Threads per process. */
  readonly duckdbThreads: number;
  readonly storedProcesses: number;
  readonly callersProcesses: number;
  /** Bytes of the in-memory result cache. */
  readonly cacheBytes: number;
  /** Redis shared by replicas; may contain a password. */
  readonly redisUrl: string | undefined;
  readonly cacheNamespace: string;
  readonly staleIfErrorSeconds: number;
  /** Bytes that warming may be billed for per UTC day. */
  readonly warmDailyBytes: number;
  readonly redaction: 'default' | 'extended';
  /** Rate limit of keys whose record has none. */
  readonly requestsPerMinute: number;
  /** Whether answers from the cache count towards the rate limit. */
  readonly countCached: boolean;
  /** Requests per minute without a valid key, per address. */
  readonly refusalsPerMinute: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: string | undefined;
  /** Port of `/metrics` without a key; undefined: on the service's own port, for keys that may read it. */
  readonly metricsPort: number | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** Reads the environment; throws an error that names every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  refuseNearMisses(Object.keys(environment), Object.keys(ENVIRONMENT.shape));
  const parsed = ENVIRONMENT.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new Error(`Cannot read the configuration: ${faults.join('; ')}`);
  }
  const variables = parsed.data;
  refuseTooLittleMemory(variables);
  if (variables.KEYS !== undefined && variables.KEYS_FILE !== undefined) {
    throw new Error('Cannot read the configuration: KEYS and KEYS_FILE exclude each other');
  }
  return Object.freeze({
    host: variables.HOST,
    port: variables.PORT,
    engine: variables.ENGINE,
    bigquery: variables.ENGINE === 'bigquery' ? bigqueryConfig(variables) : undefined,
    dataDir: variables.DATA_DIR,
    demo: variables.DEMO,
    keys: variables.KEYS,
    tokens: tokenConfig(variables),
    keysFile: variables.KEYS_FILE ?? `${variables.DATA_DIR}/keys.json`,
    endpointAliases: variables.ENDPOINT_ALIASES,
    corsOrigins: variables.CORS_ORIGINS,
    allowsKeyInUrl: variables.ALLOW_KEY_IN_URL,
    trustedDocuments: variables.TRUSTED_DOCUMENTS,
    trustedOnly: variables.TRUSTED_DOCUMENTS_MODE === 'only',
    drainMs: variables.DRAIN_SECONDS * 1_000,
    queryTimeoutMs: variables.QUERY_TIMEOUT_SECONDS * 1_000,
    duckdbBytes: variables.DUCKDB_MEMORY,
    duckdbThreads: variables.DUCKDB_THREADS,
    storedProcesses: variables.DUCKDB_STORED_PROCESSES,
    callersProcesses: variables.DUCKDB_CALLERS_PROCESSES,
    cacheBytes: variables.CACHE_MEMORY,
    redisUrl: variables.REDIS_URL,
    cacheNamespace: variables.CACHE_NAMESPACE,
    staleIfErrorSeconds: variables.STALE_IF_ERROR_SECONDS,
    warmDailyBytes: variables.WARM_DAILY_BYTES,
    redaction: variables.REDACTION,
    requestsPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    countCached: variables.RATE_LIMIT_CACHED,
    refusalsPerMinute: variables.REFUSED_KEYS_PER_MINUTE,
    trustProxy: variables.TRUST_PROXY,
    metricsPort: variables.METRICS_PORT,
    logLevel: variables.LOG_LEVEL,
  });
}

function bigqueryConfig(variables: z.output<typeof ENVIRONMENT>): BigQueryConfig {
  const { BIGQUERY_PROJECT: project, BIGQUERY_DATASET: dataset } = variables;
  if (project === undefined || dataset === undefined) {
    throw new Error(
      'Cannot read the configuration: ENGINE=bigquery needs BIGQUERY_PROJECT and BIGQUERY_DATASET',
    );
  }
  return {
    project,
    dataset,
    jobProject: variables.BIGQUERY_JOB_PROJECT ?? project,
    reservation: variables.BIGQUERY_RESERVATION,
    location: variables.BIGQUERY_LOCATION,
    endpoint: variables.BIGQUERY_API_ENDPOINT,
    tables: variables.BIGQUERY_TABLES,
    maxBytesBilled: variables.BIGQUERY_MAX_BYTES_BILLED,
    jobCreation: variables.BIGQUERY_JOB_CREATION,
  };
}
