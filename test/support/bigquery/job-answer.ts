import type { ApiError } from './api-error.ts';
import type { Catalog } from './catalog.ts';
import type { CheckedQuery } from './checked-query.ts';
import type { Job } from './job.ts';
import type { DryRun } from './job-store.ts';
import { wireSchema } from './wire-schema.ts';
import { type TimestampFormat, wireRow } from './wire-value.ts';

/** Which rows of a job are asked for, and how they are written. */
export interface PageRequest {
  readonly first: number;
  readonly maxResults: number;
  readonly timestamps: TimestampFormat;
}

/** Rows of one page may take this much, whatever was asked for. */
const PAGE_BYTES = 10 * 1024 * 1024;

/** The members that name a job. */
export function jobReference(job: Job, project: string): object {
  return { projectId: project, jobId: job.id, location: job.location };
}

/** A page of a finished job. */
export function pageAnswer(job: Job, project: string, page: PageRequest): object {
  const types = job.columns.map(({ type }) => type);
  const rows: object[] = [];
  let size = 0;
  for (const row of job.rows.slice(page.first, page.first + page.maxResults)) {
    const encoded = wireRow(types, row, page.timestamps);
    size += JSON.stringify(encoded).length;
    if (size > PAGE_BYTES && rows.length > 0) break;
    rows.push(encoded);
  }
  const next = page.first + rows.length;
  return {
    schema: wireSchema(job.columns),
    jobReference: jobReference(job, project),
    totalRows: String(job.rows.length),
    ...(next < job.rows.length ? { pageToken: pageToken(job.id, next) } : {}),
    ...(rows.length > 0 ? { rows } : {}),
    totalBytesProcessed: String(job.bytes.processed),
    jobComplete: true,
    cacheHit: false,
  };
}

/** The answer as long as a job runs. */
export function incompleteAnswer(job: Job, project: string): object {
  return { jobReference: jobReference(job, project), jobComplete: false };
}

function pageToken(jobId: string, next: number): string {
  return Buffer.from(JSON.stringify([jobId, next])).toString('base64url');
}

/** The row that a token stands for; undefined for a token of another job. */
export function readPageToken(token: string, jobId: string): number | undefined {
  try {
    const [id, next]: [unknown, unknown] = JSON.parse(Buffer.from(token, 'base64url').toString());
    return id === jobId && typeof next === 'number' ? next : undefined;
  } catch {
    return undefined;
  }
}

/** The resource of a job. */
export function jobResource(job: Job, catalog: Catalog): object {
  return {
    kind: 'bigquery#job',
    id: `${catalog.jobProject}:${job.location}.${job.id}`,
    jobReference: jobReference(job, catalog.jobProject),
    configuration: { jobType: 'QUERY', labels: job.request.labels, query: queryOf(job) },
    status: { state: job.isDone ? 'DONE' : 'RUNNING', ...errorsOf(job.error) },
    statistics: {
      creationTime: String(job.created),
      startTime: String(job.created),
      totalBytesProcessed: String(job.bytes.processed),
      totalSlotMs: String(job.slotMs),
      query: {
        ...queryStatistics(job.checked, catalog),
        totalBytesProcessed: String(job.bytes.processed),
        totalBytesBilled: String(job.bytes.billed),
        totalSlotMs: String(job.slotMs),
        cacheHit: false,
      },
    },
  };
}

function queryOf({ request }: Job): object {
  return { query: request.query, queryParameters: request.queryParameters, useLegacySql: false };
}

function errorsOf(error: ApiError | undefined): object {
  return error ? { errorResult: error.proto, errors: [error.proto] } : {};
}

/** The job that a dry run answers; there is none to ask for later. */
export function dryRunResource({ bytes, checked }: DryRun, catalog: Catalog): object {
  const totalBytesProcessed = String(bytes.processed);
  return {
    kind: 'bigquery#job',
    configuration: { jobType: 'QUERY', dryRun: true },
    jobReference: { projectId: catalog.jobProject },
    status: { state: 'DONE' },
    statistics: {
      totalBytesProcessed,
      query: {
        ...queryStatistics(checked, catalog),
        ...undeclaredParameters(checked),
        totalBytesProcessed,
        totalBytesBilled: '0',
        totalBytesProcessedAccuracy: checked.tables.some(({ resource }) => resource.clustering)
          ? 'UPPER_BOUND'
          : 'PRECISE',
      },
    },
  };
}

function undeclaredParameters({ undeclared }: CheckedQuery): object {
  if (undeclared.size === 0) return {};
  const parameters = [...undeclared].map(([name, { type }]) => ({
    name,
    parameterType:
      type.kind === 'ARRAY'
        ? { type: 'ARRAY', arrayType: { type: type.element.kind } }
        : { type: type.kind },
  }));
  return { undeclaredQueryParameters: parameters };
}

function queryStatistics({ statement, tables }: CheckedQuery, { project }: Catalog): object {
  return {
    statementType: 'SELECT',
    schema: wireSchema(statement.columns),
    // Of a view the tables below it.
    referencedTables: tables.map(
      ({ base, dataset, id }) => base ?? { projectId: project, datasetId: dataset, tableId: id },
    ),
  };
}
