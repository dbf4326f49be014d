import { isIP } from 'node:net';
import { z } from 'zod';
import { parseByteSize } from '#googlesql';
import { originFault } from '../auth/origins.ts';
import { cursorSecrets, decimal, integer, labelNames, oneOf, text } from './forms.ts';
import { ALIASES, KEY_LIMITS } from './reloadable.ts';

const flag = oneOf('true', 'false', '1', '0').transform(
  (value) => value === 'true' || value === '1',
);

/** JSON of a form. */
function json<Form extends z.ZodType>(form: Form, what: string) {
  return z.string().transform((value, context): z.output<Form> => {
    try {
      return form.parse(JSON.parse(value));
    } catch {
      context.addIssue(`must be a JSON object of ${what}`);
      return z.NEVER;
    }
  });
}

const aliases = json(ALIASES, 'old UUIDs to endpoint names');

const keyLimits = json(
  KEY_LIMITS,
  'ids of keys to limits, like {"4b7c…": {"requestsPerMinute": 60}}',
);

const byteSize = text.transform((size, context) => {
  const bytes = parseByteSize(size);
  if (bytes !== undefined) return bytes;
  context.addIssue('must be like 512MB or 1GiB');
  return z.NEVER;
});

// Quoted in SQL in front of a table's name, so it must not contain a quote.
const project = text.regex(
  /^[a-z][a-z0-9.:-]*[a-z0-9]$/,
  'must be the id of a project, such as my-project-1',
);

const reservation = text.regex(
  /^projects\/[^/]+\/locations\/[^/]+\/reservations\/[^/]+$/,
  'must be like projects/PROJECT/locations/LOCATION/reservations/NAME',
);

const dataset = text.regex(/^\w+$/, 'must be letters, digits and underscores');

const endpoint = z
  .url({ protocol: /^https?$/, error: 'must be like http://127.0.0.1:9050', abort: true })
  .refine((url) => URL.parse(url)?.pathname === '/', 'must have no path');

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be like https://id.example.com' })
  .refine((url) => !URL.parse(url)?.username, 'must have no name or password in it');

const tableIds = json(z.record(text, text), 'log tables to ids of tables or project.dataset.table');

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
  const [address = '', bits = '1', ...more] = text.split('/');
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  // Without a bit it would be every address, which Fastify refuses.
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width;
}

const processes = integer(1, 16);

const receiver = z.url({ protocol: /^https?$/, error: 'must be like http://127.0.0.1:4318' });

const milliseconds = integer(1, 3_600_000);

const spans = integer(1, 1_000_000);

/**
 * OpenTelemetry's own variables. Its SDK reads them from the environment, so that they have no defaults here; they are
 * listed so that a wrong one stops the start, and not only the traces.
 *
 * Source: OpenTelemetry, "Environment Variable Specification" and "OpenTelemetry Protocol Exporter".
 */
const OTEL_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/json', 'http/protobuf').optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: oneOf('none', 'gzip').optional(),
  OTEL_EXPORTER_OTLP_CERTIFICATE: text.optional(),
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: text.optional(),
  OTEL_EXPORTER_OTLP_CLIENT_KEY: text.optional(),
  OTEL_SERVICE_NAME: text.optional(),
  OTEL_RESOURCE_ATTRIBUTES: text.optional(),
  OTEL_TRACES_SAMPLER: oneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ).optional(),
  OTEL_TRACES_SAMPLER_ARG: decimal(/^\d+(\.\d+)?$/, 'a number', 0, 1).optional(),
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').optional(),
  OTEL_SDK_DISABLED: z
    .string()
    .transform((value) => value.trim().toLowerCase() === 'true')
    .default(false),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.optional(),
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds.optional(),
  OTEL_BSP_MAX_QUEUE_SIZE: spans.optional(),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: spans.optional(),
} as const;

/** Every environment variable that Fieldstone reads, with its default; `meanings.json` says what each means. */
export const ENVIRONMENT = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: integer(0, 65_535).default(4000),
  ENGINE: oneOf('duckdb', 'bigquery').default('duckdb'),
  DATA_DIR: text.default('.data'),
  CURSOR_SECRET: cursorSecrets.optional(),
  DEMO: flag.default(true),
  CONFIG_FILE: text.optional(),
  KEYS_FILE: text.optional(),
  KEYS: text.optional(),
  OIDC_ISSUER: webAddress.optional(),
  JWKS_URL: webAddress.optional(),
  JWT_PUBLIC_KEY: text.optional(),
  AUDIENCE: text.optional(),
  CLAIMS: text.optional(),
  PUBLIC_URL: webAddress
    .refine((url) => URL.parse(url)?.pathname === '/', 'must have no path')
    .optional(),
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
  BIGQUERY_JOB_LABELS: labelNames.optional(),
  BIGQUERY_PRICING: oneOf('bytes', 'slots').optional(),
  BIGQUERY_PRICE_PER_TIB: decimal(/^\d+(\.\d+)?$/, 'a number', 0, 1e6).default(6.25),
  CACHE_MEMORY: byteSize.refine((bytes) => bytes >= 1e6, 'must be at least 1MB').prefault('64MB'),
  REDIS_URL: redisUrl.optional(),
  CACHE_NAMESPACE: namespace.default('fieldstone'),
  STALE_IF_ERROR_SECONDS: integer(0, 86_400).default(3_600),
  WARM_DAILY_BYTES: byteSize.prefault('100GB'),
  REDACTION: oneOf('default', 'extended').default('default'),
  RATE_LIMIT_PER_MINUTE: count.default(600_000),
  RATE_LIMIT_CACHED: flag.default(true),
  REFUSED_KEYS_PER_MINUTE: count.default(1_000),
  KEY_LIMITS: keyLimits.default({}),
  TRUST_PROXY: proxies.optional(),
  METRICS_PORT: integer(1, 65_535).optional(),
  METRICS_BY_KEY: flag.default(false),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
  ...OTEL_SETTINGS,
});
