import { setTimeout as sleep } from 'node:timers/promises';
import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import { BigQueryError, badAnswer } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { treatmentOf } from '../client/reasons.ts';
import type { Resilience } from '../client/resilience.ts';
import { endedJob } from './ended-job.ts';
import type { BillingStatistics, JobReference, QueryResponse } from './query-response.ts';

/** Options of `JobRun`. */
export interface JobRunOptions {
  readonly client: BigQueryClient;
  readonly resilience: Resilience;
  /** Aborted at the deadline, when no caller is waiting, and when the engine closes. */
  readonly stop: AbortSignal;
  /** In the time of `performance.now()`. */
  readonly deadline: number;
  /** How long BigQuery may hold a request while it waits for rows. */
  readonly serverWaitMs: number;
  /** Maximum rows per page. */
  readonly maxResults: number;
  /** Called at most once, with the statistics of a job that has ended, even if no caller is waiting. */
  readonly billed: (statistics: BillingStatistics) => void;
  /**
   * Called at most once, with the slot time of a job that has ended, in milliseconds; undefined if it is not wanted. Only
   * the job's own statistics have it, if BigQuery did not answer at once.
   */
  readonly slotTime?: ((ms: number) => void) | undefined;
  /** Receives work that outlives the run. */
  readonly background: (work: Promise<unknown>) => void;
  /** See `EngineRun.onJob`. */
  readonly onJob?: ((jobId: string) => void) | undefined;
}

const CANCEL_MS = 5_000;
/** How long after the deadline a submission's answer is still awaited: it has the id of the job to cancel. */
const LATE_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/** One job from submission to its last page; it is cancelled once when its rows are no longer needed. */
export class JobRun {
  readonly #options: JobRunOptions;
  #job: JobReference | undefined;
  #hasEnded = false;
  #isCancelled = false;
  #isBilled = false;
  #startedAt: number | undefined;

  constructor(options: JobRunOptions) {
    this.#options = options;
  }

  /**
   * When the job began by BigQuery's clock, or was made if it had to wait, in milliseconds since the epoch; undefined
   * before there is an answer, and where none says it.
   */
  get startedAt(): number | undefined {
    return this.#startedAt;
  }

  /** Submits a request; resolves with the first page of rows when the job is complete. */
  async complete(request: Readonly<Record<string, unknown>>): Promise<QueryResponse> {
    try {
      return await this.#wait(await this.#submit(request));
    } catch (error) {
      if (this.#options.stop.aborted || mayStillRun(error)) this.#cancel();
      throw error;
    }
  }

  /** Reads the page for a token. */
  async page(pageToken: string): Promise<QueryResponse> {
    return this.#results({ pageToken });
  }

  /**
   * A submission is not aborted with the run: only its answer has the id of the job to cancel. Retries repeat the
   * request id, so that a job whose answer was lost does not run twice.
   */
  #submit(request: Readonly<Record<string, unknown>>): Promise<QueryResponse> {
    const { background, client, deadline, maxResults, resilience, stop } = this.#options;
    const late = AbortSignal.timeout(
      Math.ceil(Math.max(0, deadline - performance.now())) + LATE_MS,
    );
    const send = () => client.query({ ...request, maxResults, timeoutMs: this.#waitMs() }, late);
    const submitted = resilience
      .run(stop, send, () => deadline - performance.now())
      .then((response) => this.#record(response));
    background(submitted);
    return settledOrAborted(submitted, stop);
  }

  async #wait(first: QueryResponse): Promise<QueryResponse> {
    let response = first;
    let pauseMs = FIRST_PAUSE_MS;
    while (!response.jobComplete) {
      const waitMs = this.#waitMs();
      const begin = performance.now();
      response = this.#record(await this.#results({ timeoutMs: waitMs }));
      // Back off if the server answers without waiting.
      if (response.jobComplete || performance.now() - begin >= waitMs / 2) continue;
      await sleep(pauseMs, undefined, { signal: this.#options.stop });
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
    }
    return response;
  }

  async #results(params: Readonly<Record<string, string | number>>): Promise<QueryResponse> {
    const { client, deadline, maxResults, resilience, stop } = this.#options;
    const job = this.#job;
    if (!job) throw badAnswer('The answer does not say which job there is more of');
    const send = () => client.results(job, { ...params, maxResults }, stop);
    try {
      return await resilience.run(stop, send, () => deadline - performance.now());
    } catch (error) {
      throw (await this.#jobError(job, error)) ?? error;
    }
  }

  /**
   * The job's own error, if it has failed: BigQuery then answers every request for its rows as if there were an outage,
   * and only a new job can help. A job that is still running must not be run, and billed, a second time.
   */
  async #jobError(job: JobReference, error: unknown): Promise<BigQueryError | undefined> {
    const { client, stop } = this.#options;
    if (stop.aborted || this.#hasEnded || !(error instanceof BigQueryError)) return undefined;
    if (error.status === 0 || treatmentOf(error).retry !== 'request') return undefined;
    const reason = await client.job(job, stop).then(errorOf, (lookupError) => {
      const isGone = lookupError instanceof BigQueryError && isPermanent(lookupError.status);
      return isGone ? error.reason : undefined;
    });
    if (reason === undefined) return undefined;
    this.#hasEnded = true;
    const failed = new BigQueryError(reason, error.message, { cause: error });
    const isTransient = treatmentOf(failed).retry === 'request';
    return isTransient ? new BigQueryError('jobFailed', error.message, { cause: error }) : failed;
  }

  /** Records the job's state. With optional job creation a short query may have no job; its answer is complete. */
  #record(response: QueryResponse): QueryResponse {
    const { creationTime, jobReference, startTime } = response;
    this.#startedAt ??= millisecondsIn(startTime) ?? millisecondsIn(creationTime);
    if (jobReference && !this.#job) this.#options.onJob?.(jobReference.jobId);
    this.#job = jobReference ?? this.#job;
    this.#hasEnded = response.jobComplete;
    if (this.#hasEnded) this.#bill(response);
    if (this.#options.stop.aborted) this.#cancel();
    return response;
  }

  #cancel(): void {
    if (!this.#job || this.#hasEnded || this.#isCancelled) return;
    this.#isCancelled = true;
    this.#options.background(this.#end(this.#job, AbortSignal.timeout(CANCEL_MS)));
  }

  /** Ends a job; it is billed all the same if it had begun to read, which only its statistics tell. */
  async #end(job: JobReference, late: AbortSignal): Promise<void> {
    const { client } = this.#options;
    // A job that cannot be cancelled stops itself soon.
    await client.cancel(job, late).catch(() => {});
    if (!this.#isBilled) this.#bill(await endedJob(client, job, late));
  }

  /** Once: a job may complete while it is being cancelled. */
  #bill(statistics: BillingStatistics): void {
    if (this.#isBilled) return;
    this.#isBilled = true;
    this.#options.billed(statistics);
    const { background, slotTime } = this.#options;
    if (slotTime) background(this.#slotTime(statistics).then(slotTime));
  }

  async #slotTime({ totalSlotMs }: BillingStatistics): Promise<number> {
    if (totalSlotMs !== undefined || !this.#job) return Number(totalSlotMs ?? 0);
    const late = AbortSignal.timeout(CANCEL_MS);
    const ended = await endedJob(this.#options.client, this.#job, late);
    return Number(ended.totalSlotMs);
  }

  /** Ends before the deadline, so that the job id is known by then. */
  #waitMs(): number {
    const rest = (this.#options.deadline - performance.now()) * 0.8;
    return Math.round(Math.max(10, Math.min(this.#options.serverWaitMs, rest)));
  }
}

function errorOf({ status }: Readonly<Record<string, unknown>>): string | undefined {
  const { errorResult } = Object(status) as { readonly errorResult?: { readonly reason?: string } };
  return errorResult ? (errorResult.reason ?? '') : undefined;
}

function millisecondsIn(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The job does not exist, or the server cannot tell. */
function isPermanent(status: number): boolean {
  return status === 404 || status === 501;
}

/** Whether the job may still be running after an error: the request failed, not the job. */
function mayStillRun(error: unknown): boolean {
  if (!(error instanceof BigQueryError)) return true;
  const { retry } = treatmentOf(error);
  return retry === 'request' || error.reason === 'badAnswer';
}
