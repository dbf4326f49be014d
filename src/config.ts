import { z } from 'zod';
import { parseByteSize } from './byte-size.ts';

const text = z.string().trim().min(1);

const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');

const aliases = z.string().transform((json, context) => {
  try {
    return z.record(z.guid(), text).parse(JSON.parse(json));
  } catch {
    context.addIssue('must be a JSON object of old UUIDs to endpoint names');
    return z.NEVER;
  }
});

const memory = text.regex(/^\d+(\.\d+)? ?[KMGT]i?B$/i, 'must be like 512MB or 1GiB');

const byteSize = text.transform((size, context) => {
  const bytes = parseByteSize(size);
  if (bytes !== undefined) return bytes;
  context.addIssue('must be like 512MB or 1GiB');
  return z.NEVER;
});

// In front of a table's name in SQL, so that nothing may end the quotes around it.
const project = text.regex(/^[a-z][a-z0-9.:-]*[a-z0-9]$/, 'must be the id of a project');

const dataset = text.regex(/^\w+$/, 'must be letters, digits and underscores');

const endpoint = z.url({ protocol: /^https?$/, error: 'must be like http://127.0.0.1:9050' });

const tableIds = z.string().transform((json, context) => {
  try {
    return z.record(text, text).parse(JSON.parse(json));
  } catch {
    context.addIssue('must be a JSON object of log tables to ids of tables');
    return z.NEVER;
  }
});

const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be like redis://127.0.0.1:6379' });

const namespace = text.regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores');

/** Every environment variable that Fieldstone reads, with its default. */
export const ENVIRONMENT = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  ENGINE: z.enum(['duckdb', 'bigquery']).default('duckdb'),
  DATA_DIR: text.default('.data'),
  DEMO: flag.default(true),
  KEYS_FILE: text.optional(),
  ENDPOINT_ALIASES: aliases.default({}),
  CORS_ORIGINS: text
    .default('*')
    .transform((list) => list.split(',').map((origin) => origin.trim())),
  QUERY_TIMEOUT_SECONDS: z.coerce.number().positive().max(600).default(30),
  DUCKDB_MEMORY: memory.default('1GB'),
  DUCKDB_THREADS: z.coerce.number().int().min(1).max(64).default(2),
  BIGQUERY_PROJECT: project.optional(),
  BIGQUERY_DATASET: dataset.optional(),
  BIGQUERY_LOCATION: text.optional(),
  BIGQUERY_API_ENDPOINT: endpoint.optional(),
  BIGQUERY_TABLES: tableIds.default({}),
  BIGQUERY_MAX_BYTES_BILLED: byteSize.prefault('100GB'),
  BIGQUERY_JOB_CREATION: z.enum(['required', 'optional']).default('required'),
  CACHE_MEMORY: byteSize.refine((bytes) => bytes >= 1e6, 'must be at least 1MB').prefault('64MB'),
  REDIS_URL: redisUrl.optional(),
  CACHE_NAMESPACE: namespace.default('fieldstone'),
  STALE_IF_ERROR_SECONDS: z.coerce.number().int().min(0).max(86_400).default(3_600),
  WARM_DAILY_BYTES: byteSize.prefault('100GB'),
  REDACTION: z.enum(['default', 'extended']).default('default'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** Where BigQuery is, and what may be asked of it. */
export interface BigQueryConfig {
  readonly project: string;
  readonly dataset: string;
  readonly location: string | undefined;
  /** Where the API is; BigQuery's own where there is none. */
  readonly endpoint: string | undefined;
  /** Ids of tables by the log tables' names, where they are not made from them. */
  readonly tables: Readonly<Record<string, string>>;
  /** What one query may be billed for. */
  readonly maxBytesBilled: number;
  readonly jobCreation: 'required' | 'optional';
}

/** The configuration of one process, in the units that the names say. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly engine: 'duckdb' | 'bigquery';
  /** Undefined with the embedded engine. */
  readonly bigquery: BigQueryConfig | undefined;
  readonly dataDir: string;
  /** Whether the embedded engine shows demo data. */
  readonly demo: boolean;
  readonly keysFile: string;
  /** Old UUIDs that callers know, each with the name of its endpoint. */
  readonly endpointAliases: Readonly<Record<string, string>>;
  /** Origins that browsers may call from; `*` is any. */
  readonly corsOrigins: readonly string[];
  readonly queryTimeoutMs: number;
  /** DuckDB's `memory_limit`. */
  readonly duckdbMemory: string;
  readonly duckdbThreads: number;
  /** Bytes of results that are kept in this process. */
  readonly cacheBytes: number;
  /** Where replicas share results; may hold a password. */
  readonly redisUrl: string | undefined;
  readonly cacheNamespace: string;
  readonly staleIfErrorSeconds: number;
  /** What warming may be billed for on one UTC day, in bytes. */
  readonly warmDailyBytes: number;
  readonly redaction: 'default' | 'extended';
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** Reads the environment; a variable that cannot be read stops the start and is named. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const parsed = ENVIRONMENT.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    throw new Error(`Cannot read the configuration\n${z.prettifyError(parsed.error)}`);
  }
  const variables = parsed.data;
  return Object.freeze({
    host: variables.HOST,
    port: variables.PORT,
    engine: variables.ENGINE,
    bigquery: variables.ENGINE === 'bigquery' ? bigqueryConfig(variables) : undefined,
    dataDir: variables.DATA_DIR,
    demo: variables.DEMO,
    keysFile: variables.KEYS_FILE ?? `${variables.DATA_DIR}/keys.json`,
    endpointAliases: variables.ENDPOINT_ALIASES,
    corsOrigins: variables.CORS_ORIGINS,
    queryTimeoutMs: variables.QUERY_TIMEOUT_SECONDS * 1_000,
    duckdbMemory: variables.DUCKDB_MEMORY,
    duckdbThreads: variables.DUCKDB_THREADS,
    cacheBytes: variables.CACHE_MEMORY,
    redisUrl: variables.REDIS_URL,
    cacheNamespace: variables.CACHE_NAMESPACE,
    staleIfErrorSeconds: variables.STALE_IF_ERROR_SECONDS,
    warmDailyBytes: variables.WARM_DAILY_BYTES,
    redaction: variables.REDACTION,
    logLevel: variables.LOG_LEVEL,
  });
}

function bigqueryConfig(variables: z.output<typeof ENVIRONMENT>): BigQueryConfig {
  const { BIGQUERY_PROJECT: project, BIGQUERY_DATASET: dataset } = variables;
  if (project === undefined || dataset === undefined) {
    throw new Error(
      'Cannot read the configuration\nENGINE=bigquery needs BIGQUERY_PROJECT and BIGQUERY_DATASET',
    );
  }
  return {
    project,
    dataset,
    location: variables.BIGQUERY_LOCATION,
    endpoint: variables.BIGQUERY_API_ENDPOINT,
    tables: variables.BIGQUERY_TABLES,
    maxBytesBilled: variables.BIGQUERY_MAX_BYTES_BILLED,
    jobCreation: variables.BIGQUERY_JOB_CREATION,
  };
}
