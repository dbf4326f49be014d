import { isIP } from 'node:net';
import { z } from 'zod';
import { originFault } from '../auth/origins.ts';
import { CLAIMS_EXAMPLE } from '../auth/tokens/claim-mapping.ts';
import { parseByteSize } from './byte-size.ts';
import { cursorSecrets, decimal, integer, labelNames, oneOf, text } from './forms.ts';
import { OTEL_SETTINGS } from './otel-settings.ts';
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

/** Every environment variable that Fieldstone reads, with its default and its meaning. */
export const ENVIRONMENT = z.object({
  HOST: text.default('127.0.0.1').describe('The address to listen at; 0.0.0.0 is every one.'),
  PORT: integer(0, 65_535).default(4000).describe('The port to listen at; 0 is any that is free.'),
  ENGINE: oneOf('duckdb', 'bigquery')
    .default('duckdb')
    .describe(
      'The engine that runs the queries: duckdb is embedded, bigquery needs the project and dataset below.',
    ),
  DATA_DIR: text
    .default('.data')
    .describe(
      'Where the embedded engine keeps its data: `tables/NAME/*.parquet`, one file an import. It is created for this user alone (mode 0700).',
    ),
  CURSOR_SECRET: cursorSecrets
    .optional()
    .describe(
      'What authenticates cursors of pages: 32 bytes or more, as `openssl rand -base64 32` prints them. After a comma there may be the secret before, whose cursors are accepted. If this is empty, it is on Redis, else in DATA_DIR/cursor.key.',
    ),
  DEMO: flag.default(true).describe('Whether tables have the demo rows that the project makes.'),
  CONFIG_FILE: text
    .optional()
    .describe(
      'A JSON file of settings that may change while the service runs: aliases, origins, limits, claims. A variable comes before its member there.',
    ),
  KEYS_FILE: text.optional().describe('The hashed keys; DATA_DIR/keys.json if this is empty.'),
  KEYS: text
    .optional()
    .describe('The text of such a file, for containers without a volume; no file is read then.'),
  OIDC_ISSUER: webAddress
    .optional()
    .describe(
      'The issuer of JSON Web Tokens that are accepted beside keys, as iss names it: https://id.example.com.',
    ),
  JWKS_URL: webAddress
    .optional()
    .describe("Where the keys of tokens are, if the issuer's discovery document does not say so."),
  JWT_PUBLIC_KEY: text
    .optional()
    .describe(
      'The one key of tokens: -----BEGIN PUBLIC KEY-----…, with \\n for line breaks. Excludes JWKS_URL.',
    ),
  AUDIENCE: text
    .optional()
    .describe('What aud must name, needed with tokens; several with commas.'),
  CLAIMS: text
    .optional()
    .describe(`Which claims say what a token allows, needed with tokens: ${CLAIMS_EXAMPLE}`),
  ENDPOINT_ALIASES: aliases
    .default({})
    .describe(
      'JSON object of UUIDs that callers know to names of endpoints: {"4f0c…": "logs.all"}.',
    ),
  CORS_ORIGINS: origins
    .prefault('*')
    .describe(
      'Origins that browsers may call from, separated by commas: https://app.example.com, https://*.example.com (one label or more in place of *); * alone is any.',
    ),
  ALLOW_KEY_IN_URL: flag
    .default(false)
    .describe(
      'Whether a key may be in the URL as api_key=, where proxies and histories keep it. For callers that cannot change.',
    ),
  TRUSTED_DOCUMENTS: text
    .optional()
    .describe(
      "Documents that are trusted: the persisted-documents.json of GraphQL Code Generator's client preset.",
    ),
  TRUSTED_DOCUMENTS_MODE: oneOf('optional', 'only')
    .default('optional')
    .describe('Whether others run too: optional, or only for trusted ones alone.'),
  DRAIN_SECONDS: decimal(/^\d+(\.\d+)?$/, 'a number', 0, 20)
    .default(5)
    .describe(
      'How many seconds requests go on being answered after SIGTERM or SIGHUP, while /readyz is 503; at most 20.',
    ),
  QUERY_TIMEOUT_SECONDS: decimal(/^\d+(\.\d+)?$/, 'a number', 0.001, 600)
    .default(30)
    .describe('How many seconds a query may take, at most 600.'),
  MEMORY: byteSize
    .prefault('2GB')
    .describe(
      'What all processes may take together: DUCKDB_MEMORY and twice CACHE_MEMORY are parts of it, 300 MB are for the rest.',
    ),
  DUCKDB_MEMORY: byteSize
    .prefault('1.1GB')
    .describe(
      'What the processes of the embedded engine may take together, at least 250 MB for each; one may take what the others leave, and the largest is ended when all take more.',
    ),
  DUCKDB_THREADS: integer(1, 64).default(2).describe('The threads of each of these processes.'),
  DUCKDB_STORED_PROCESSES: processes.default(1).describe('The processes that run stored queries.'),
  DUCKDB_CALLERS_PROCESSES: processes
    .default(1)
    .describe("The processes that run callers' own SQL."),
  BIGQUERY_PROJECT: project
    .optional()
    .describe(
      "The project that has the log tables. Credentials are Google's application default ones.",
    ),
  BIGQUERY_DATASET: dataset.optional().describe('The dataset of the log tables.'),
  BIGQUERY_JOB_PROJECT: project
    .optional()
    .describe('Where jobs run and are billed; BIGQUERY_PROJECT by default.'),
  BIGQUERY_RESERVATION: reservation
    .optional()
    .describe(
      "The reservation of all jobs, projects/PROJECT/locations/LOCATION/reservations/NAME; the project's assignment by default.",
    ),
  BIGQUERY_LOCATION: text
    .optional()
    .describe("The dataset's location, where BigQuery cannot tell it: EU."),
  BIGQUERY_API_ENDPOINT: endpoint
    .optional()
    .describe(
      "Where the API is, if it is not Google's own: http://127.0.0.1:9050 for an emulator, which needs no credentials.",
    ),
  BIGQUERY_TABLES: tableIds
    .default({})
    .describe(
      'JSON object of log tables to ids of tables or project.dataset.table; by default postgres.logs is postgres_logs.',
    ),
  BIGQUERY_MAX_BYTES_BILLED: byteSize
    .prefault('100GB')
    .describe('What one query may be billed for, where its endpoint says nothing else.'),
  BIGQUERY_JOB_CREATION: oneOf('required', 'optional')
    .default('required')
    .describe(
      'Whether every query gets a job: required, or optional (short queries are faster without one).',
    ),
  BIGQUERY_JOB_LABELS: labelNames
    .optional()
    .describe(
      'Names of labels that callers may put on jobs with the header LF-ENDPOINT-LABELS, separated by commas: team, dashboard.',
    ),
  BIGQUERY_PRICE_PER_TIB: decimal(/^\d+(\.\d+)?$/, 'a number', 0, 1e6)
    .default(6.25)
    .describe('What a TiB billed costs, in US$, where bytes are shown as money.'),
  BILL_DAYS: integer(1, 4_000)
    .default(400)
    .describe('How many days the bill is kept: on Redis if there is one, else in DATA_DIR/bill.'),
  CACHE_MEMORY: byteSize
    .refine((bytes) => bytes >= 1e6, 'must be at least 1MB')
    .prefault('64MB')
    .describe(
      "Bytes of results that are kept in this process; a quarter of them is for callers' own SQL and pages of views.",
    ),
  REDIS_URL: redisUrl
    .optional()
    .describe(
      'Where replicas share results and run each query once, redis://127.0.0.1:6379; if this is empty, nothing is shared.',
    ),
  CACHE_NAMESPACE: namespace
    .default('fieldstone')
    .describe('What every key on Redis begins with: replicas of one service share it.'),
  STALE_IF_ERROR_SECONDS: integer(0, 86_400)
    .default(3_600)
    .describe(
      'How many seconds results that are no longer fresh answer when the engine fails; 0 is never, 86400 the most.',
    ),
  WARM_DAILY_BYTES: byteSize
    .prefault('100GB')
    .describe(
      'What refreshing results in use may be billed for on one UTC day, by all replicas that share a Redis.',
    ),
  REDACTION: oneOf('default', 'extended')
    .default('default')
    .describe(
      'What redaction hides: default, or extended by payment cards, IBANs and phone numbers.',
    ),
  RATE_LIMIT_PER_MINUTE: count
    .default(600_000)
    .describe(
      'Requests that a key may send in a minute, where its record says nothing else: about what one process can answer.',
    ),
  RATE_LIMIT_CACHED: flag.default(true).describe('Whether answers from the cache count too.'),
  REFUSED_KEYS_PER_MINUTE: count
    .default(1_000)
    .describe(
      'Requests without a valid key that one address (an IPv6 network of 64 bits) may send in a minute.',
    ),
  KEY_LIMITS: keyLimits
    .default({})
    .describe(
      'JSON object of ids of keys and tokens to limits in place of their own: {"4b7c…": {"requestsPerMinute": 60, "maxRunning": 1}}.',
    ),
  TRUST_PROXY: proxies
    .optional()
    .describe(
      'Addresses and networks of proxies whose X-Forwarded-For is believed: 10.0.0.0/8,127.0.0.1.',
    ),
  METRICS_PORT: integer(1, 65_535)
    .optional()
    .describe(
      "A port for GET /metrics that needs no key, for the operator's network only; if this is empty, /metrics is on PORT, for keys made with --metrics.",
    ),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')
    .default('info')
    .describe('The least level of log lines: fatal, error, warn, info, debug or silent.'),
  ...OTEL_SETTINGS,
});
