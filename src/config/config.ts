import type { z } from 'zod';
import { refuseTooLittleMemory } from './memory.ts';
import { refuseNearMisses } from './near-miss.ts';
import type { FileSettings, KeyLimits } from './reloadable.ts';
import { withoutServiceLinks } from './service-link.ts';
import { ENVIRONMENT } from './settings.ts';
import { type TokenConfig, tokenConfig } from './tokens.ts';

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
  /** Days of imported rows that the embedded engine keeps; undefined keeps all. */
  readonly dataKeepDays: number | undefined;
  /** Whether DuckDB is filled with demo data. */
  readonly demo: boolean;
  /** Where settings that may change while the process runs are read. */
  readonly configFile: string | undefined;
  /** Members of this file that are not used, because there is a variable of the name. */
  readonly overridden: readonly string[];
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
  /** Names of the labels that callers may put on jobs. */
  readonly jobLabels: ReadonlySet<string>;
  /** US dollars. */
  readonly pricePerTib: number;
  readonly billDays: number;
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
  /** In place of the limits of keys and tokens, by their id. */
  readonly keyLimits: KeyLimits;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: string | undefined;
  /** Port of `/metrics` without a key; undefined: on the service's own port, for keys that may read it. */
  readonly metricsPort: number | undefined;
  /** Whether OpenTelemetry's SDK is started; the SDK reads its other variables itself. */
  readonly traces: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** The path in `CONFIG_FILE`; undefined if it is not set. */
export function configFileOf(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment['CONFIG_FILE']?.trim() || undefined;
}

/**
 * Reads the environment, which comes before the settings of `CONFIG_FILE`; throws an error that names every invalid
 * variable.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  file: FileSettings = {},
): Config {
  const own = withoutServiceLinks(environment);
  refuseNearMisses(Object.keys(own), Object.keys(ENVIRONMENT.shape));
  const present = Object.fromEntries(
    Object.entries(own).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = ENVIRONMENT.safeParse(present);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new Error(`Cannot read the configuration: ${faults.join('; ')}`);
  }
  const fromFile = Object.entries(file).filter(([name]) => present[name] === undefined);
  const variables = { ...parsed.data, ...Object.fromEntries(fromFile) };
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
    dataKeepDays: variables.DATA_KEEP_DAYS,
    demo: variables.DEMO,
    keys: variables.KEYS,
    tokens: tokenConfig(variables),
    configFile: variables.CONFIG_FILE,
    overridden: Object.keys(file).filter((name) => present[name] !== undefined),
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
    jobLabels: variables.BIGQUERY_JOB_LABELS ?? new Set(),
    pricePerTib: variables.BIGQUERY_PRICE_PER_TIB,
    billDays: variables.BILL_DAYS,
    staleIfErrorSeconds: variables.STALE_IF_ERROR_SECONDS,
    warmDailyBytes: variables.WARM_DAILY_BYTES,
    redaction: variables.REDACTION,
    requestsPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    countCached: variables.RATE_LIMIT_CACHED,
    refusalsPerMinute: variables.REFUSED_KEYS_PER_MINUTE,
    keyLimits: variables.KEY_LIMITS,
    trustProxy: variables.TRUST_PROXY,
    metricsPort: variables.METRICS_PORT,
    traces: hasTraces(variables),
    logLevel: variables.LOG_LEVEL,
  });
}

function hasTraces(variables: z.output<typeof ENVIRONMENT>): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = variables;
  const isOn = OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  return isOn && !OTEL_SDK_DISABLED && OTEL_TRACES_EXPORTER !== 'none';
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
