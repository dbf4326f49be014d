import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { EngineProcesses } from '../../../src/engines/duckdb/process/engine-processes.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import type { Tables } from '../../../src/project/tables/tables.ts';
import { PROJECT } from '../project.ts';
import { ApiError, invalid, notFound } from './api-error.ts';
import { Billing } from './billing.ts';
import { Catalog, type CatalogTable } from './catalog.ts';
import { Counters } from './counters.ts';
import { type Answer, type Exchange, send } from './exchange.ts';
import { JobStore } from './job-store.ts';
import { ROUTES } from './routes.ts';
import { type Rule, Script } from './script.ts';
import { FilesAsOf } from './system-time.ts';
import { tableResource } from './table-resource.ts';

/** What a server holds and how it is addressed. */
export interface BigQueryServerOptions {
  readonly store: TableFiles;
  /** @default the log tables */
  readonly tables?: Tables;
  /** @default fieldstone-test */
  readonly project?: string;
  /** Where jobs run. @default the project of the tables */
  readonly jobProject?: string;
  /** The dataset that exists from the start; null is none. @default logs */
  readonly dataset?: string | null;
  /** @default US */
  readonly location?: string;
  /** Whether queries of the tables must have a bound on `timestamp`. @default false */
  readonly requirePartitionFilter?: boolean;
  /** The name of a logical table in the dataset. @default dots become underscores */
  readonly tableId?: (logical: string) => string;
  /** How tables with a time are partitioned by it, by logical name. @default DAY */
  readonly partitioning?: Readonly<Record<string, 'HOUR' | 'DAY' | 'MONTH' | 'YEAR'>>;
  /** What each stored byte counts. @default 1 */
  readonly bytesScale?: number;
  /** Whether everybody may list the jobs of others. @default true */
  readonly mayListAll?: boolean;
  /** @default a free one */
  readonly port?: number;
  /** The engine's processes. @default its own, which it starts and ends */
  readonly processes?: EngineProcesses;
}

/**
 * A BigQuery on this machine: the REST API's queries, jobs, datasets and tables, answered from Parquet files.
 *
 * It takes the SQL as text, as BigQuery does, and compiles it anew: what a client sends is what is tested.
 */
export class BigQueryServer {
  readonly counters = new Counters();
  readonly catalog: Catalog;
  /** Rows that a page may have; undefined is what the request and 10 MB allow. */
  pageRows: number | undefined;
  readonly jobs: JobStore;
  readonly tableBytes: (entry: CatalogTable) => number;
  readonly #script = new Script();
  readonly #closing = new AbortController();
  readonly #engine: DuckDbEngine;
  readonly #http: Server;

  private constructor(
    engine: DuckDbEngine,
    engineAsOf: (ms: number) => DuckDbEngine,
    options: BigQueryServerOptions,
  ) {
    const { project = 'fieldstone-test', location = 'US', bytesScale = 1 } = options;
    const tables = options.tables ?? PROJECT.tables;
    const tableId = options.tableId ?? ((logical: string) => logical.replaceAll('.', '_'));
    this.#engine = engine;
    this.catalog = new Catalog(project, location, tables, tableId, options.jobProject ?? project);
    const { counters, catalog } = this;
    const billing = new Billing(options.store, bytesScale, engine);
    const { mayListAll = true } = options;
    const environment = { engine, engineAsOf, billing, catalog, counters, location };
    this.jobs = new JobStore({ ...environment, mayListAll });
    this.tableBytes = ({ table }) => {
      const { files } = options.store.list(table.name);
      return Math.ceil(bytesScale * files.reduce((sum, { bytes }) => sum + bytes, 0));
    };
    this.#http = createServer((request, response) => void this.#serve(request, response));
    // A test that waits for its own deadline must not meet this one.
    this.#http.requestTimeout = 0;
    const { dataset = 'logs', requirePartitionFilter = false } = options;
    if (dataset === null) return;
    catalog.addDataset({ datasetReference: { datasetId: dataset } });
    for (const table of tables.values()) {
      const resource = tableResource(table, tableId(table.name), {
        requirePartitionFilter,
        partitioning: options.partitioning?.[table.name] ?? 'DAY',
      });
      const suffixes = () =>
        options.store.list(table.name).files.flatMap(({ suffix }) => suffix ?? []);
      const isWildcard = resource.tableReference?.tableId?.endsWith('*');
      catalog.addTable(dataset, resource, table.pseudo, isWildcard ? suffixes : undefined);
    }
  }

  static async open(options: BigQueryServerOptions): Promise<BigQueryServer> {
    const { store, processes } = options;
    const engineOver = (files: TableFiles) =>
      new DuckDbEngine({
        files,
        timeoutMs: 3_600_000,
        waiting: 10_000,
        ...(processes && { processes }),
      });
    const engineAsOf = (ms: number) => engineOver(new FilesAsOf(store, ms));
    const server = new BigQueryServer(engineOver(store), engineAsOf, options);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.#http.once('error', reject);
    server.#http.listen(options.port ?? 0, '127.0.0.1', resolve);
    await promise;
    return server;
  }

  /** What a client takes as `apiEndpoint`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Replaces what happens to requests; without rules all goes well. */
  script(rules: readonly Rule[]): void {
    this.#script.set(rules);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.jobs.stopAll();
    const closed = new Promise((resolve) => this.#http.close(resolve));
    this.#http.closeAllConnections();
    await closed;
    await this.#engine.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Clients that leave in the middle are part of what is tested.
    request.on('error', () => {});
    response.on('error', () => {});
    const exchange = await this.#exchange(request, response).catch(() => undefined);
    if (!exchange) return;
    this.counters.countRequest(exchange);
    const reply = this.#script.replyTo(exchange);
    try {
      const answer = await (reply ? reply(exchange) : exchange.normal());
      if (answer) send(exchange, answer);
    } catch (error) {
      send(exchange, errorAnswer(error));
    }
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<Exchange> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = request.method === 'POST' ? await json(request).catch(() => undefined) : undefined;
    const [route, names] = this.#route(request.method ?? 'GET', url.pathname);
    const exchange: Exchange = {
      route,
      names,
      path: url.pathname,
      query: url.searchParams,
      body,
      request,
      response,
      hold: { answers: 0, atOnce: true },
      closing: this.#closing.signal,
      normal: () => this.#answer(exchange),
    };
    return exchange;
  }

  async #answer(exchange: Exchange): Promise<Answer> {
    const handler = ROUTES[exchange.route];
    try {
      if (this.#closing.signal.aborted) throw new ApiError(503, 'backendError', 'Closing');
      if (!handler) throw notFound(`URI ${exchange.path}`);
      if (exchange.request.method === 'POST' && exchange.body === undefined) {
        // A cancel has no body; whatever else lacks one is refused by its handler.
        if (!exchange.route.endsWith('/cancel')) throw invalid('Parse Error');
      }
      return await handler(this, exchange);
    } catch (error) {
      return errorAnswer(error);
    }
  }

  #route(method: string, path: string): [string, Record<string, string>] {
    // Jobs run in one project, tables are in another: neither takes what belongs to the other.
    const [, project = '', below = ''] =
      /^\/bigquery\/v2\/projects\/([^/]+)(\/.*)$/.exec(path) ?? [];
    const isJob = /^\/(queries|jobs)\b/.test(below);
    const { jobProject, project: dataProject } = this.catalog;
    if (decodeURIComponent(project) !== (isJob ? jobProject : dataProject)) {
      return [`${method} ${path}`, {}];
    }
    const parts = below.split('/').map(decodeURIComponent);
    for (const route of Object.keys(ROUTES)) {
      const names = match(route, method, parts);
      if (names) return [route, names];
    }
    return [`${method} ${parts.join('/')}`, {}];
  }
}

function match(
  route: string,
  method: string,
  parts: readonly string[],
): Record<string, string> | undefined {
  const [routeMethod, pattern = ''] = route.split(' ');
  const expected = pattern.split('/');
  if (routeMethod !== method || expected.length !== parts.length) return undefined;
  const names: Record<string, string> = {};
  for (const [i, part] of expected.entries()) {
    const given = parts[i] ?? '';
    if (part.startsWith('{')) names[part.slice(1, -1)] = given;
    else if (part !== given) return undefined;
  }
  return names;
}

function errorAnswer(error: unknown): Answer {
  const known =
    error instanceof ApiError ? error : new ApiError(500, 'internalError', String(error));
  return { status: known.status, body: known.body };
}
