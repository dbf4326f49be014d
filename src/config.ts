import { z } from 'zod';

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

/** Every environment variable that Fieldstone reads, with its default. */
export const ENVIRONMENT = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  ENGINE: z.enum(['duckdb']).default('duckdb'),
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
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** The configuration of one process, in the units that the names say. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly engine: 'duckdb';
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
    dataDir: variables.DATA_DIR,
    demo: variables.DEMO,
    keysFile: variables.KEYS_FILE ?? `${variables.DATA_DIR}/keys.json`,
    endpointAliases: variables.ENDPOINT_ALIASES,
    corsOrigins: variables.CORS_ORIGINS,
    queryTimeoutMs: variables.QUERY_TIMEOUT_SECONDS * 1_000,
    duckdbMemory: variables.DUCKDB_MEMORY,
    duckdbThreads: variables.DUCKDB_THREADS,
    logLevel: variables.LOG_LEVEL,
  });
}
