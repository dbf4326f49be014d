import type { z } from 'zod';
import { CLAIMS_EXAMPLE } from '../auth/tokens/claim-mapping.ts';
import { formatByteSize } from './byte-size.ts';
import type { FileSettings } from './reloadable.ts';
import { ENVIRONMENT } from './settings.ts';
import { settingPath } from './settings-folder.ts';

type Variables = z.output<typeof ENVIRONMENT>;

/** The configuration of one process; `settings.ts` says what each member is, and units are in the names. */
export type Config = ReturnType<typeof readConfig>;

/** The BigQuery project, dataset and limits. */
export type BigQueryConfig = NonNullable<Config['bigquery']>;

/** The path in `CONFIG_FILE`; undefined if it is not set. */
export function configFileOf(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const file = environment['CONFIG_FILE']?.trim();
  return file ? settingPath(file, environment) : undefined;
}

/**
 * Reads the environment, which comes before the settings of `CONFIG_FILE`; throws an error that names every invalid
 * variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, file: FileSettings = {}) {
  const own = withoutServiceLinks(environment);
  const present = Object.fromEntries(
    Object.entries(own).filter(([, value]) => value !== undefined && value !== ''),
  );
  const fromFile = Object.entries(file).filter(([name]) => present[name] === undefined);
  const variables = { ...parsed(present), ...Object.fromEntries(fromFile) };
  refuseTooLittleMemory(variables);
  refuseContradictions(variables);
  const path = (setting: string) => settingPath(setting, environment);
  const optionalPath = (setting: string | undefined) =>
    setting === undefined ? undefined : path(setting);
  const dataDir = path(variables.DATA_DIR);
  return Object.freeze({
    host: variables.HOST,
    port: variables.PORT,
    engine: variables.ENGINE,
    bigquery: variables.ENGINE === 'bigquery' ? bigqueryConfig(variables) : undefined,
    dataDir,
    demo: variables.DEMO,
    keys: variables.KEYS,
    tokens: tokenConfig(variables),
    /** Without a slash at its end. */
    publicUrl: variables.PUBLIC_URL?.replace(/\/$/, ''),
    configFile: optionalPath(variables.CONFIG_FILE),
    /** Members of that file that are not used, because there is a variable of the name. */
    overridden: Object.keys(file).filter((name) => present[name] !== undefined),
    keysFile: optionalPath(variables.KEYS_FILE) ?? `${dataDir}/keys.json`,
    endpointAliases: variables.ENDPOINT_ALIASES,
    corsOrigins: variables.CORS_ORIGINS,
    allowsKeyInUrl: variables.ALLOW_KEY_IN_URL,
    trustedDocuments: optionalPath(variables.TRUSTED_DOCUMENTS),
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
    /** The first issues cursors, both check them. */
    cursorSecrets: variables.CURSOR_SECRET,
    jobLabels: variables.BIGQUERY_JOB_LABELS ?? new Set<string>(),
    pricePerTib: variables.BIGQUERY_PRICE_PER_TIB,
    staleIfErrorSeconds: variables.STALE_IF_ERROR_SECONDS,
    warmDailyBytes: variables.WARM_DAILY_BYTES,
    redaction: variables.REDACTION,
    requestsPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    countCached: variables.RATE_LIMIT_CACHED,
    refusalsPerMinute: variables.REFUSED_KEYS_PER_MINUTE,
    keyLimits: variables.KEY_LIMITS,
    trustProxy: variables.TRUST_PROXY,
    metricsPort: variables.METRICS_PORT,
    /** Whether saved bytes are counted by key. */
    metricsByKey: variables.METRICS_BY_KEY,
    /** Whether OpenTelemetry's SDK is started; the SDK reads its other variables itself. */
    traces: hasTraces(variables),
    logLevel: variables.LOG_LEVEL,
  });
}

function parsed(present: NodeJS.ProcessEnv): Variables {
  const result = ENVIRONMENT.safeParse(present);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Error(`Cannot read the configuration: ${faults.join('; ')}`);
}

function refuseContradictions(variables: Variables): void {
  if (variables.KEYS !== undefined && variables.KEYS_FILE !== undefined) {
    throw new Error('Cannot read the configuration: KEYS and KEYS_FILE exclude each other');
  }
  if (variables.METRICS_PORT === variables.PORT) {
    throw new Error('Cannot read the configuration: METRICS_PORT must not be the port of PORT');
  }
}

function hasTraces(variables: Variables): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = variables;
  const isOn = OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  return isOn && !OTEL_SDK_DISABLED && OTEL_TRACES_EXPORTER !== 'none';
}

function bigqueryConfig(variables: Variables) {
  const { BIGQUERY_PROJECT: project, BIGQUERY_DATASET: dataset } = variables;
  if (project === undefined || dataset === undefined) {
    throw new Error(
      'Cannot read the configuration: ENGINE=bigquery needs BIGQUERY_PROJECT and BIGQUERY_DATASET',
    );
  }
  return {
    project,
    dataset,
    /** Where jobs run and are billed. */
    jobProject: variables.BIGQUERY_JOB_PROJECT ?? project,
    reservation: variables.BIGQUERY_RESERVATION,
    /** What is paid for. */
    pricing: variables.BIGQUERY_PRICING ?? defaultPricing(variables),
    location: variables.BIGQUERY_LOCATION,
    endpoint: variables.BIGQUERY_API_ENDPOINT,
    tables: variables.BIGQUERY_TABLES,
    maxBytesBilled: variables.BIGQUERY_MAX_BYTES_BILLED,
    jobCreation: variables.BIGQUERY_JOB_CREATION,
  };
}

/** A reservation is slots. */
function defaultPricing({ BIGQUERY_RESERVATION: reservation }: Variables): 'bytes' | 'slots' {
  return reservation === undefined ? 'bytes' : 'slots';
}

/** Memory of the gateway process, without its cache. */
const GATEWAY_BYTES = 300e6;

/** Throws if the parts need more memory than all of them may take. */
function refuseTooLittleMemory(variables: z.output<typeof ENVIRONMENT>): void {
  const { MEMORY: all, CACHE_MEMORY: cache, DUCKDB_MEMORY: duckdb } = variables;
  const isEmbedded = variables.ENGINE === 'duckdb';
  const needed = GATEWAY_BYTES + 2 * cache + (isEmbedded ? duckdb : 0);
  if (needed <= all) return;
  const parts = `${isEmbedded ? 'DUCKDB_MEMORY, ' : ''}twice CACHE_MEMORY and ${formatByteSize(GATEWAY_BYTES)}`;
  throw new Error(
    `Cannot start with MEMORY=${formatByteSize(all)}: its parts, ${parts}, are ${formatByteSize(needed)}`,
  );
}

/** The settings of tokens; undefined if none is set. Throws for a part of them. */
function tokenConfig(variables: z.output<typeof ENVIRONMENT>) {
  const { OIDC_ISSUER, JWKS_URL, JWT_PUBLIC_KEY, AUDIENCE, CLAIMS } = variables;
  if (JWKS_URL !== undefined && JWT_PUBLIC_KEY !== undefined) {
    throw wrong('JWKS_URL and JWT_PUBLIC_KEY exclude each other');
  }
  const keys = Object.entries({ OIDC_ISSUER, JWKS_URL, JWT_PUBLIC_KEY }).filter(([, one]) => one);
  const [[source] = []] = keys;
  if (source === undefined) {
    const alone = Object.entries({ AUDIENCE, CLAIMS }).find(([, value]) => value !== undefined);
    if (!alone) return undefined;
    throw wrong(`${alone[0]} needs OIDC_ISSUER, JWKS_URL or JWT_PUBLIC_KEY`);
  }
  if (AUDIENCE === undefined) throw wrong(`${source} needs AUDIENCE: whom tokens are made for`);
  if (CLAIMS === undefined) {
    throw wrong(
      `${source} needs CLAIMS: which claims say the endpoints and the tenant, like ${CLAIMS_EXAMPLE}`,
    );
  }
  return {
    issuer: OIDC_ISSUER,
    jwksUrl: JWKS_URL,
    publicKey: JWT_PUBLIC_KEY,
    audience: audiences(AUDIENCE),
    claims: CLAIMS,
  };
}

function audiences(list: string): readonly string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  if (entries.some((entry) => entry === '' || entry === '*')) {
    throw wrong('AUDIENCE must be one audience, or several with commas; none stands for all');
  }
  return entries;
}

function wrong(what: string): Error {
  return new Error(`Cannot read the configuration: ${what}`);
}

/** `REDIS_SERVICE_HOST`, `REDIS_SERVICE_PORT`, `REDIS_SERVICE_PORT_HTTP`. */
const SERVICE = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$/;
/** `REDIS_PORT_6379_TCP`, `REDIS_PORT_6379_TCP_ADDR`. */
const PORT_PARTS = /_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const ADDRESS = /^(?:tcp|udp|sctp):\/\//;

/**
 * The environment without the variables that an orchestrator sets in every container of a namespace, after a service's
 * name: `REDIS_PORT` is `tcp://10.0.0.11:6379` where a service is called `redis`. Such a variable is no setting, whatever
 * it is called.
 *
 * Source: Kubernetes, "Accessing the Service", environment variables; `enableServiceLinks: false` turns them off.
 */
export function withoutServiceLinks(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([name, value = '']) => !isServiceLink(name, value)));
}

function isServiceLink(name: string, value: string): boolean {
  return (
    SERVICE.test(name) || PORT_PARTS.test(name) || (name.endsWith('_PORT') && ADDRESS.test(value))
  );
}
