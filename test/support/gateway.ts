import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type Load, NO_LOAD } from '../../src/async/event-loop-load.ts';
import type { Authenticator } from '../../src/auth/caller.ts';
import { type PreparedEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { consoleRoute } from '../../src/console/route.ts';
import { parseIsoTimestamp } from '../../src/endpoint/iso-timestamp.ts';
import { DuckDbEngine, type DuckDbEngineOptions } from '../../src/engines/duckdb/duckdb-engine.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import type { Engine, EngineQuery, SlotUsage } from '../../src/engines/engine.ts';
import type { Cursors } from '../../src/execution/paging/view-cursor.ts';
import { createPipeline, type ReplicaParts } from '../../src/execution/pipeline.ts';
import type { Served } from '../../src/execution/served.ts';
import type { DocumentSettings } from '../../src/graphql/documents/documents.ts';
import { graphqlRoute } from '../../src/graphql/route.ts';
import { type McpRouteOptions, mcpRoute } from '../../src/mcp/route.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import type { RequestMetricsOptions } from '../../src/metrics/request-metrics.ts';
import type { RateLimiter } from '../../src/request/rate-limiter.ts';
import type { ServerSettings } from '../../src/request/settings.ts';
import { restRoute } from '../../src/rest/route.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import type { BatchingOptions } from '../../src/sources/batching/batching-source.ts';
import type { Tracing } from '../../src/tracing/tracing.ts';
import { sharedProcesses } from './engine-processes.ts';
import { filledStore } from './filled-store.ts';
import { httpServer, type TestRateLimit } from './http-server.ts';
import type { KnownKeys } from './known-keys.ts';
import type { LogLines } from './log-lines.ts';
import { PROJECT } from './project.ts';
import { WatchedEngine } from './watched-engine.ts';

const PREPARED = prepareEndpoints(PROJECT);

/** Rows by table, in the table's own shape. */
export type TableRows = Readonly<Record<string, readonly object[]>>;

/** What a gateway is made of; without rows its tables are empty. */
export interface GatewayOptions {
  /** @default those of the service */
  readonly endpoints?: readonly PreparedEndpoint[];
  readonly rows?: TableRows;
  /** The clock stands at this moment. @default 2026-07-01T12:00:00Z */
  readonly now?: string;
  /** What the engine may use, where that differs from its defaults. */
  readonly engine?: Omit<DuckDbEngineOptions, 'files'>;
  /** Opens another engine over the rows; it is closed when the running test ends. */
  readonly openEngine?: (store: TableFiles) => Engine | Promise<Engine>;
  /** Microseconds since the epoch, in place of `now`. */
  readonly clock?: () => bigint;
  /** Whether finished answers are kept. @default true */
  readonly usesMicrocache?: boolean;
  /** How plans that can share a run are gathered. */
  readonly batching?: BatchingOptions;
  readonly load?: Load;
  /** Time limit of a redaction. @default 30 seconds */
  readonly queryTimeoutMs?: number;
  /** What it shares with other replicas. @default nothing */
  readonly replicas?: ReplicaParts;
  /** Documents that it trusts. @default none */
  readonly documents?: DocumentSettings;
  /** The folder of the built pages. @default what `npm run build` leaves */
  readonly pages?: URL;
  /** How often its keys may ask. @default as often as they like */
  readonly rateLimit?: TestRateLimit;
  /** Settings that change, in place of keys, origins and limits; with a counter for the limits. */
  readonly changing?: {
    readonly settings: () => ServerSettings;
    readonly limiter: RateLimiter;
  };
  readonly logLevel?: string;
  /** Knows the callers, in place of keys in memory. */
  readonly authenticator?: Authenticator;
  /** @default nothing is traced */
  readonly tracing?: Tracing;
  /** How runs and savings are counted. @default they are not */
  readonly metrics?: RequestMetricsOptions;
  /** What authenticates cursors. @default a key of its own */
  readonly cursors?: Cursors;
  /** Names of the labels that callers may put on jobs. @default none */
  readonly jobLabels?: ReadonlySet<string>;
  /** Whether runs are billed, as pages are told. @default false */
  readonly isBilled?: boolean;
  /** What `/mcp` is told of the service. @default nothing */
  readonly tools?: Partial<McpRouteOptions>;
  /** Origins that browsers may call from. @default any */
  readonly cors?: Pick<ServerSettings, 'corsOrigins'>;
}

/** A whole gateway on fixed rows and a fixed clock, without a socket. */
export interface Gateway {
  readonly app: FastifyInstance;
  readonly keys: KnownKeys;
  /** A key that may do everything. */
  readonly key: string;
  readonly log: LogLines;
  /** Every query that reached the engine. */
  readonly runs: readonly EngineQuery[];
  /** The long rows that are redacted now, and those that wait. */
  redacting(): SlotUsage;
  /** Asks the REST path and returns status, headers and the parsed body. */
  rest(
    endpoint: string,
    query: Readonly<Record<string, string>>,
    headers?: Headers,
  ): Promise<RestAnswer>;
  /** Runs an operation and returns the parsed body. */
  graphql<Data>(query: string, variables?: object, headers?: Headers): Promise<GraphqlAnswer<Data>>;
}

type Headers = Readonly<Record<string, string>>;

/** What the REST path answered. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly result: readonly Readonly<Record<string, unknown>>[];
    readonly code: string;
    readonly detail: string;
  };
}

/** What the GraphQL path answered. */
export interface GraphqlAnswer<Data> {
  readonly data: Data;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string };
  }[];
}

/** Builds a gateway that is closed when the running test ends. */
export async function gateway({
  endpoints = PREPARED,
  rows = {},
  now = '2026-07-01T12:00:00Z',
  engine: limits = {},
  openEngine = (store) =>
    new DuckDbEngine({ processes: sharedProcesses(), ...limits, files: store }),
  batching = {},
  usesMicrocache = true,
  clock = fixedClock(now),
  load = NO_LOAD,
  queryTimeoutMs,
  replicas,
  documents = {},
  pages,
  rateLimit,
  changing,
  logLevel = 'info',
  authenticator,
  tracing,
  metrics: metricsOptions,
  cursors,
  jobLabels,
  isBilled = false,
  tools = {},
  cors,
}: GatewayOptions = {}): Promise<Gateway> {
  const store = await filledStore(rows);
  const opened = await openEngine(store);
  onTestFinished(() => opened.close());
  const metrics = metricsOptions && new Metrics(metricsOptions);
  const engine = new WatchedEngine(metrics?.observe(opened) ?? opened);

  const registry = new Registry(endpoints);
  const { runner } = createPipeline({
    engine: tracing?.engine(engine, 'duckdb') ?? engine,
    dataSource: 'duckdb',
    clock,
    cacheBytes: 16e6,
    warmDailyBytes: 1e9,
    batching,
    load,
    queryTimeoutMs,
    replicas,
    cursors,
    ...(tracing && { steps: tracing.steps }),
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
  const routes = {
    ...tracedRoutes({ registry, runner }, tracing),
    clock,
    ...(jobLabels && { jobLabels }),
  };
  const { app, keys, key, log } = await httpServer({
    clock,
    dataVersion: () => engine.dataVersion(),
    usesMicrocache,
    logLevel,
    routes: [
      consoleRoute({ pages }),
      graphqlRoute({ ...routes, documents, ...(pages && { pages }) }),
      restRoute({ ...routes, priceOf: tools.priceOf, isBilled }),
      mcpRoute({ ...routes, ...tools }),
      ...((await metrics?.publish('', undefined)) ?? []),
    ],
    tracing: tracing?.requests,
    ...(metrics && countedBy(metrics)),
    ...(rateLimit && { rateLimit }),
    ...changing,
    ...cors,
    ...(authenticator && { keys: authenticator }),
  });
  return {
    app,
    keys,
    key,
    log,
    runs: engine.runs,
    redacting: () => runner.redactionUsage,
    rest: restClient(app, key),
    graphql: graphqlClient(app, key),
  };
}

function tracedRoutes({ registry, runner }: Served, tracing: GatewayOptions['tracing']) {
  const served = { registry, runner: tracing?.runner(runner) ?? runner };
  return { served: () => served, observeField: tracing?.observeField };
}

function countedBy(metrics: Metrics): Pick<ServerOptions, 'onAnswered' | 'onLeft'> {
  return {
    onAnswered: (request, reply) => metrics.count(request, reply),
    onLeft: (request) => metrics.countLeft(request),
  };
}

function fixedClock(now: string): () => bigint {
  const micros = parseIsoTimestamp(now);
  if (micros === undefined) throw new Error(`"${now}" is no timestamp`);
  return () => micros;
}

function restClient(app: FastifyInstance, key: string): Gateway['rest'] {
  return async (endpoint, query, headers = {}) => {
    const response = await app.inject({
      url: `/api/endpoints/query/${endpoint}?${new URLSearchParams(query)}`,
      headers: { 'x-api-key': key, ...headers },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parseExactly(response.body),
    };
  };
}

/** An integer that a number cannot hold becomes its digits, as GraphQL shows it. */
function parseExactly(json: string): RestAnswer['body'] {
  const keepDigits = (_: string, value: unknown, { source = '' }: { source?: string }) =>
    typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? source
      : value;
  // The types of this library do not know the reviver's third argument yet.
  return JSON.parse(json, keepDigits as Parameters<typeof JSON.parse>[1]);
}

function graphqlClient(app: FastifyInstance, key: string): Gateway['graphql'] {
  return async (query, variables = {}, headers = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
}
