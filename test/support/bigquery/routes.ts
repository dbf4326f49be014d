import { invalid, notFound } from './api-error.ts';
import { checkBody } from './api-schema.ts';
import type { Catalog, CatalogTable, DatasetResource, TableResource } from './catalog.ts';
import type { Counters } from './counters.ts';
import type { Answer, Exchange } from './exchange.ts';
import type { Job } from './job.ts';
import {
  dryRunResource,
  incompleteAnswer,
  jobResource,
  pageAnswer,
  readPageToken,
} from './job-answer.ts';
import type { JobStore } from './job-store.ts';
import { type JobBody, type QueryBody, readJobBody, readQueryBody } from './query-request.ts';
import type { TimestampFormat } from './wire-value.ts';

/** What the routes answer from. */
export interface Service {
  readonly catalog: Catalog;
  readonly jobs: JobStore;
  readonly counters: Counters;
  /** Rows that a page may have; undefined is what the request and its size allow. */
  readonly pageRows: number | undefined;
  /** What a table takes, in bytes. */
  readonly tableBytes: (entry: CatalogTable) => number;
}

/** Answers one route. */
export type Handler = (service: Service, exchange: Exchange) => Promise<Answer>;

/** By method and path below the project. */
export const ROUTES: Readonly<Record<string, Handler>> = {
  'POST /queries': runQuery,
  'GET /queries/{jobId}': queryResults,
  'POST /jobs': insertJob,
  'GET /jobs/{jobId}': async ({ catalog, jobs }, exchange) =>
    ok(jobResource(findJob(jobs, exchange), catalog)),
  'POST /jobs/{jobId}/cancel': cancelJob,
  'GET /datasets': async ({ catalog }) =>
    ok({ kind: 'bigquery#datasetList', datasets: catalog.datasets() }),
  'POST /datasets': async ({ catalog }, { body }) => {
    checkBody('Dataset', body);
    return ok(catalog.addDataset(body as DatasetResource));
  },
  'GET /datasets/{dataset}': async ({ catalog }, { names }) =>
    ok(catalog.dataset(named(names, 'dataset'))),
  'GET /datasets/{dataset}/tables': listTables,
  'POST /datasets/{dataset}/tables': async ({ catalog }, { body, names }) => {
    checkBody('Table', body);
    return ok(catalog.addTable(named(names, 'dataset'), body as TableResource));
  },
  'GET /datasets/{dataset}/tables/{table}': getTable,
};

/** The service's default is 50 tables a page. */
const TABLES_OF_A_PAGE = 50;

async function listTables({ catalog }: Service, { names, query }: Exchange): Promise<Answer> {
  const all = catalog.tables(named(names, 'dataset'));
  const first = Number(query.get('pageToken') ?? 0);
  const last = first + Number(query.get('maxResults') ?? TABLES_OF_A_PAGE);
  return ok({
    kind: 'bigquery#tableList',
    tables: all.slice(first, last),
    totalItems: all.length,
    ...(last < all.length && { nextPageToken: String(last) }),
  });
}

/** Of shards with their number of rows. */
async function getTable(
  { catalog, jobs, tableBytes }: Service,
  { names }: Exchange,
): Promise<Answer> {
  const [dataset, id] = [named(names, 'dataset'), named(names, 'table')];
  const resource = catalog.table(dataset, id);
  const [entry, suffix] = catalog.shard(dataset, id) ?? [];
  if (!entry || suffix === undefined) {
    const named = catalog.find(`${dataset}.${id}`);
    // A view has no rows of its own.
    if (!named || named.base) return ok(resource);
    return ok({ numBytes: String(tableBytes(named)), ...resource });
  }
  return ok({ ...resource, numRows: String(await jobs.countRows(entry, suffix)) });
}

async function runQuery(service: Service, exchange: Exchange): Promise<Answer> {
  const { body, hold } = exchange;
  checkBody('QueryRequest', body);
  const { catalog, jobs } = service;
  const question = body as QueryBody;
  const request = readQueryBody(question, userOf(exchange));
  if (request.dryRun) return ok(dryRunAnswer(await jobs.dryRun(request), catalog));
  const job = await jobs.start(request, hold);
  const isDone = await job.wait(question.timeoutMs ?? 10_000);
  const creationTime = String(job.created);
  const kind = { kind: 'bigquery#queryResponse', location: job.location, creationTime };
  if (!isDone) return ok({ ...kind, ...incompleteAnswer(job, catalog.jobProject) });
  const timestamps = question.formatOptions?.useInt64Timestamp ? 'int64' : 'float';
  const first = rowsPage(service, job, 0, question.maxResults, timestamps);
  // With optional creation there is no job to ask for when everything is said.
  const { jobReference, ...whole } = first;
  const isWhole = request.optionalJob && !('pageToken' in first);
  // `getQueryResults` does not say it.
  const billed = {
    totalBytesBilled: String(job.bytes.billed),
    totalSlotMs: String(job.slotMs),
  };
  const told = { queryId: job.id, startTime: creationTime, ...billed };
  return ok({ ...kind, ...told, ...(isWhole ? whole : first) });
}

/** Whoever has the token of a request. */
function userOf({ request }: Exchange): string {
  return request.headers.authorization?.replace(/^Bearer /, '') ?? 'anonymous';
}

/** A dry run through `jobs.query` has the same facts in another place. */
function dryRunAnswer(dryRun: Parameters<typeof dryRunResource>[0], catalog: Catalog): object {
  return {
    kind: 'bigquery#queryResponse',
    schema: wireSchemaOf(dryRunResource(dryRun, catalog)),
    totalBytesProcessed: String(dryRun.bytes.processed),
    jobComplete: true,
    cacheHit: false,
  };
}

function wireSchemaOf(resource: object): unknown {
  const { statistics } = resource as { statistics: { query: { schema: unknown } } };
  return statistics.query.schema;
}

async function queryResults(service: Service, exchange: Exchange): Promise<Answer> {
  const { query } = exchange;
  const job = findJob(service.jobs, exchange);
  const kind = { kind: 'bigquery#getQueryResultsResponse' };
  if (!(await job.wait(Number(query.get('timeoutMs') ?? 10_000)))) {
    return ok({ ...kind, ...incompleteAnswer(job, service.catalog.jobProject) });
  }
  const maxResults = query.get('maxResults');
  const timestamps = query.get('formatOptions.useInt64Timestamp') === 'true' ? 'int64' : 'float';
  const first = firstRow(job, query);
  const most = maxResults === null ? undefined : Number(maxResults);
  return ok({ ...kind, ...rowsPage(service, job, first, most, timestamps) });
}

function firstRow(job: Job, query: URLSearchParams): number {
  const token = query.get('pageToken');
  if (token === null) return Number(query.get('startIndex') ?? 0);
  const first = readPageToken(token, job.id);
  if (first === undefined) throw invalid(`Invalid page token "${token}"`);
  return first;
}

function rowsPage(
  { catalog, pageRows = Number.MAX_SAFE_INTEGER }: Service,
  job: Job,
  first: number,
  asked: number | undefined,
  timestamps: TimestampFormat,
): object & { readonly jobReference?: unknown } {
  if (job.error) throw job.error;
  const maxResults = Math.min(pageRows, asked ?? Number.MAX_SAFE_INTEGER);
  return pageAnswer(job, catalog.jobProject, { first, maxResults, timestamps });
}

async function insertJob({ catalog, jobs }: Service, exchange: Exchange): Promise<Answer> {
  const { body, hold } = exchange;
  checkBody('Job', body);
  const { configuration, ...rest } = body as JobBody;
  const request = readJobBody(
    { ...rest, ...(configuration ? { configuration } : {}) },
    userOf(exchange),
  );
  if (request.dryRun) return ok(dryRunResource(await jobs.dryRun(request), catalog));
  return ok(jobResource(await jobs.start(request, hold), catalog));
}

async function cancelJob(service: Service, exchange: Exchange): Promise<Answer> {
  const job = findJob(service.jobs, exchange);
  service.counters.countCancel(job.id);
  job.cancel();
  return ok({ kind: 'bigquery#jobCancelResponse', job: jobResource(job, service.catalog) });
}

function findJob(jobs: JobStore, { body, names, query }: Exchange): Job {
  const inBody = (body as { location?: string } | undefined)?.location;
  return jobs.get(named(names, 'jobId'), query.get('location') ?? inBody ?? null);
}

function named(names: Readonly<Record<string, string>>, name: string): string {
  const value = names[name];
  if (value === undefined) throw notFound(name);
  return value;
}

function ok(body: object): Answer {
  return { status: 200, body };
}
