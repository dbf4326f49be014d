import { randomUUID } from 'node:crypto';
import type { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { BoundParameter } from '../../../src/engines/engine.ts';
import { FieldstoneError } from '../../../src/errors.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { ApiError, duplicate, invalidQuery, notFound } from './api-error.ts';
import type { Billing, Bytes } from './billing.ts';
import type { Catalog, CatalogTable } from './catalog.ts';
import { type CheckedQuery, checkQuery } from './checked-query.ts';
import type { Counters } from './counters.ts';
import { type Hold, Job } from './job.ts';
import { readsJobs, type VisibleJobs } from './jobs-view.ts';
import { askTable, runStatement } from './own-query.ts';
import { countPartitions, type Partition, partitionsDataset } from './partitions.ts';
import type { QueryRequest } from './query-request.ts';
import { readParameters } from './wire-parameter.ts';

/** What the jobs of a server share. */
export interface JobEnvironment {
  readonly engine: DuckDbEngine;
  /** An engine over the tables as they were at a moment, in milliseconds since the epoch. */
  readonly engineAsOf: (ms: number) => DuckDbEngine;
  readonly billing: Billing;
  readonly catalog: Catalog;
  readonly counters: Counters;
  /** Where jobs run that name no location. */
  readonly location: string;
  /** Whether everybody may list the jobs of others. */
  readonly mayListAll: boolean;
}

/** What a dry run answers. */
export interface DryRun {
  readonly checked: CheckedQuery;
  readonly bytes: Bytes;
}

/** The jobs of a server, from their start to its end. */
export class JobStore {
  readonly #environment: JobEnvironment;
  readonly #jobs = new Map<string, Job>();
  readonly #byRequest = new Map<string, Promise<Job>>();

  constructor(environment: JobEnvironment) {
    this.#environment = environment;
  }

  /** Starts a job; the same `requestId` again is the same job. */
  start(request: QueryRequest, hold: Hold): Promise<Job> {
    const { requestId } = request;
    if (requestId === undefined) return this.#start(request, hold);
    const known = this.#byRequest.get(requestId);
    if (known) return known;
    const started = this.#start(request, hold);
    this.#byRequest.set(requestId, started);
    // A request that was refused made no job: sent again, it is looked at again.
    started.catch(() => this.#byRequest.delete(requestId));
    return started;
  }

  async dryRun(request: QueryRequest): Promise<DryRun> {
    const { checked, bytes } = await this.#check(request);
    return { checked, bytes };
  }

  /** A job by its id; one of another region than US or EU is found only where its location is named. */
  get(id: string, location: string | null): Job {
    const job = this.#jobs.get(id);
    const where = location ?? (/^(US|EU)$/i.test(job?.location ?? '') ? job?.location : undefined);
    if (job && where?.toLowerCase() === job.location.toLowerCase()) return job;
    throw notFound(`Job ${this.#environment.catalog.project}:${id}`);
  }

  /** All jobs, in the order of their start. */
  all(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Jobs that have not ended. */
  running(): readonly Job[] {
    return [...this.#jobs.values()].filter(({ isDone }) => !isDone);
  }

  /** The running ones end with an error. */
  stopAll(): void {
    for (const job of this.running()) job.stop('The server is closing');
  }

  async #start(request: QueryRequest, hold: Hold): Promise<Job> {
    const { counters, location } = this.#environment;
    const id = request.jobId ?? `job_${randomUUID()}`;
    if (this.#jobs.has(id)) throw duplicate(`Job ${id}`);
    const { bytes, checked, parameters } = await this.#check(request);
    const limit = request.maximumBytesBilled;
    if (limit !== undefined && limit < BigInt(bytes.billed)) throw tooDear(limit, bytes);
    const run = (signal: AbortSignal) => this.#run(checked, parameters, signal);
    const made = { id, location: request.location ?? location, request, checked, bytes };
    const job = new Job(made, run, hold);
    this.#jobs.set(id, job);
    counters.countJob({
      labels: request.labels,
      bytes: job.billedBytes,
      processed: bytes.processed,
      scans: bytes.scans,
    });
    return job;
  }

  async #check(request: QueryRequest) {
    const { billing, catalog } = this.#environment;
    this.#checkLocation(request);
    const parameters = readParameters(request.queryParameters);
    const dataset = partitionsDataset(request.query);
    const partitions = dataset === undefined ? undefined : await this.#partitions(dataset);
    const jobs = readsJobs(request.query) ? this.#visibleTo(request.user) : undefined;
    const checked = checkQuery({ ...request, jobs, partitions }, parameters, catalog);
    const values = new Map([...parameters, ...checked.undeclared]);
    const bytes = await billing.bytes(checked, values);
    return { parameters, checked, bytes: partitions || jobs ? plusMetadata(bytes) : bytes };
  }

  #visibleTo(user: string): VisibleJobs {
    const { catalog, location, mayListAll } = this.#environment;
    return { jobs: this.all(), user, project: catalog.jobProject, location, mayListAll };
  }

  async #partitions(dataset: string): Promise<readonly Partition[]> {
    const { catalog, engine } = this.#environment;
    const found: Partition[] = [];
    for (const entry of catalog.entries(dataset)) {
      // Shards are tables of their own, whose rows nothing asks for here.
      if (entry.base || entry.id.endsWith('*')) continue;
      for (const [id, rows] of await askTable(engine, countPartitions(entry), entry.table)) {
        found.push({ table: entry.id, id: id as string | null, rows: rows as bigint });
      }
    }
    return found;
  }

  /** The number of rows of a shard of a wildcard table. */
  async countRows(entry: CatalogTable, suffix: string): Promise<bigint> {
    const sql = `SELECT COUNT(*) FROM t WHERE _TABLE_SUFFIX = '${suffix}'`;
    return (await askTable(this.#environment.engine, sql, entry.table))[0]?.[0] as bigint;
  }

  #checkLocation({ location = this.#environment.location }: QueryRequest): void {
    if (location.toLowerCase() === this.#environment.location.toLowerCase()) return;
    throw notFound(
      `Dataset ${this.#environment.catalog.project} was not found in location ${location}`,
    );
  }

  async #run(
    { asOf, statement }: CheckedQuery,
    parameters: ReadonlyMap<string, BoundParameter>,
    signal: AbortSignal,
  ): Promise<readonly Row[]> {
    try {
      const { engine, engineAsOf } = this.#environment;
      const reading = asOf === undefined ? engine : engineAsOf(asOf);
      return await runStatement(reading, statement, parameters, signal);
    } catch (error) {
      throw error instanceof FieldstoneError ? runtimeError(error) : error;
    }
  }
}

function runtimeError({ code, message }: FieldstoneError): ApiError {
  if (code !== 'SQL_INVALID') return new ApiError(503, 'backendError', message);
  if (!/more memory than allowed/.test(message)) return invalidQuery(message);
  return new ApiError(400, 'resourcesExceeded', 'Resources exceeded during query execution');
}

/** A query of metadata is billed for 10 MB at least. */
function plusMetadata({ billed, processed, scans }: Bytes): Bytes {
  const least = 10 * 1_048_576;
  return { billed: billed + least, processed: processed + least, scans };
}

function tooDear(limit: bigint, { billed }: Bytes): ApiError {
  return new ApiError(
    400,
    'bytesBilledLimitExceeded',
    `Query exceeded limit for bytes billed: ${limit}. ${billed} or higher required.`,
  );
}
