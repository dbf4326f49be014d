import type { OutputColumn } from '../../../src/googlesql/analysis/analyze.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { ApiError } from './api-error.ts';
import type { Bytes } from './billing.ts';
import type { CheckedQuery } from './checked-query.ts';
import type { QueryRequest } from './query-request.ts';

/** Runs a job's query; rejects with an `ApiError`, or with the signal's reason. */
export type RunJob = (signal: AbortSignal) => Promise<readonly Row[]>;

/** How long a job keeps saying that it is not complete, whatever became of its query. */
export interface Hold {
  /** How many answers say so. */
  readonly answers: number;
  /** Whether such an answer comes at once, and not when the caller's wait is over. */
  readonly atOnce: boolean;
  /** What becomes of the job then; undefined is that it succeeds. */
  readonly error?: ApiError;
}

/** One query that was started. */
export class Job {
  readonly id: string;
  readonly location: string;
  readonly request: QueryRequest;
  readonly checked: CheckedQuery;
  readonly bytes: Bytes;
  readonly created = Date.now();
  rows: readonly Row[] = [];
  error: ApiError | undefined;
  isDone = false;
  cancels = 0;
  readonly #hold: Hold;
  #answers = 0;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(
    made: Pick<Job, 'id' | 'location' | 'request' | 'checked' | 'bytes'>,
    run: RunJob,
    hold: Hold,
  ) {
    this.id = made.id;
    this.location = made.location;
    this.request = made.request;
    this.checked = made.checked;
    this.bytes = made.bytes;
    this.#hold = hold;
    this.#ended = this.#run(run);
  }

  /** What it is billed for; one that fails is not. */
  get billedBytes(): number {
    return this.#hold.error ? 0 : this.bytes.billed;
  }

  /** Slot time, which grows with what is read. */
  get slotMs(): number {
    return 20 * Math.ceil(this.bytes.processed / 1_048_576);
  }

  get columns(): readonly OutputColumn[] {
    return this.checked.statement.columns;
  }

  /** Waits for the end, but no longer than `timeoutMs`; whether it has ended. */
  async wait(timeoutMs: number): Promise<boolean> {
    const held = this.#answers < this.#hold.answers;
    this.#answers += 1;
    if (held && this.#hold.atOnce) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const ended = held ? this.#stopped() : this.#ended;
    await Promise.race([promise, ended]);
    clearTimeout(timer);
    return this.isDone && (!held || this.#stop.signal.aborted);
  }

  cancel(): void {
    this.cancels += 1;
    this.stop('Job execution was cancelled: User requested cancellation');
  }

  stop(message: string): void {
    this.#stop.abort(new ApiError(400, 'stopped', message));
  }

  async #stopped(): Promise<void> {
    const { signal } = this.#stop;
    if (!signal.aborted) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
    await this.#ended;
  }

  async #run(run: RunJob): Promise<void> {
    const { jobTimeoutMs } = this.request;
    const limit =
      jobTimeoutMs === undefined
        ? undefined
        : setTimeout(() => this.stop('Job timed out'), jobTimeoutMs).unref();
    try {
      this.rows = await run(this.#stop.signal);
      if (this.#hold.error) throw this.#hold.error;
      if (this.#hold.answers === Number.POSITIVE_INFINITY) await this.#never();
    } catch (error) {
      this.error =
        error instanceof ApiError
          ? error
          : new ApiError(500, 'internalError', `The server failed: ${error}`);
    } finally {
      clearTimeout(limit);
      this.isDone = true;
    }
  }

  /** Ends only when the job is stopped. */
  async #never(): Promise<never> {
    const { signal } = this.#stop;
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    return promise;
  }
}
