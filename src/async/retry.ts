import { setTimeout as sleep } from 'node:timers/promises';

/** Settings of retries. */
export interface RetryOptions {
  /** Numbers from 0 to 1 that spread the retries. @default Math.random */
  readonly random?: () => number;
  /** The pause that the server asks for after an error; the wait is at least as long. @default 0 */
  readonly retryAfterMs?: (error: unknown) => number;
}

const MAX_RETRIES = 2;
/** Maximum wait before the first retry, doubled before each further one. */
const MAX_FIRST_DELAY_MS = 100;

/** The token bucket of retries: its size, for times of little traffic, and the tokens that each request adds. */
const MAX_TOKENS = 10;
const TOKENS_PER_REQUEST = 0.1;

/**
 * Retries transient failures after random waits. Retries are limited to a tenth of the requests, so that they do not
 * multiply the load on a failing server.
 */
export class Retry {
  readonly #options: Required<RetryOptions>;
  #tokens = MAX_TOKENS;

  constructor({ random = Math.random, retryAfterMs = () => 0 }: RetryOptions = {}) {
    this.#options = { random, retryAfterMs };
  }

  /** Runs `send`, with retries; nothing is sent after `stop` is aborted. */
  async run<Result>(
    stop: AbortSignal,
    send: () => Promise<Result>,
    isTransient: (error: unknown) => boolean,
  ): Promise<Result> {
    this.#tokens = Math.min(MAX_TOKENS, this.#tokens + TOKENS_PER_REQUEST);
    for (let retries = 0; ; retries += 1) {
      stop.throwIfAborted();
      try {
        return await send();
      } catch (error) {
        const mayRetry = retries < MAX_RETRIES && !stop.aborted && isTransient(error);
        if (!mayRetry || this.#tokens < 1) throw error;
        this.#tokens -= 1;
        const waitMs = this.#waitMs(retries, error);
        await sleep(waitMs, undefined, { signal: stop }).catch(() => stop.throwIfAborted());
      }
    }
  }

  #waitMs(retries: number, error: unknown): number {
    const { random, retryAfterMs } = this.#options;
    return Math.max(random() * MAX_FIRST_DELAY_MS * 2 ** retries, retryAfterMs(error));
  }
}
