import { DelegateBackoff, handleType, retry } from 'cockatiel';

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

/** Wraps a transient error for cockatiel, which selects errors to retry by class. */
class TransientFailure extends Error {}

/**
 * Retries transient failures after random waits. Retries are limited to a tenth of the requests, so that they do not
 * multiply the load on a failing server.
 */
export class Retry {
  readonly #policy;
  #tokens = MAX_TOKENS;

  constructor({ random = Math.random, retryAfterMs = () => 0 }: RetryOptions = {}) {
    this.#policy = retry(handleType(TransientFailure), {
      maxAttempts: MAX_RETRIES,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const delayMs = random() * MAX_FIRST_DELAY_MS * 2 ** (attempt - 1);
        const error =
          'error' in result && result.error instanceof TransientFailure && result.error.cause;
        return Math.max(delayMs, error ? retryAfterMs(error) : 0);
      }),
    });
  }

  /** Runs `send`, with retries; nothing is sent after `stop` is aborted. */
  async run<Result>(
    stop: AbortSignal,
    send: () => Promise<Result>,
    isTransient: (error: unknown) => boolean,
  ): Promise<Result> {
    this.#tokens = Math.min(MAX_TOKENS, this.#tokens + TOKENS_PER_REQUEST);
    try {
      return await this.#policy.execute(async ({ attempt }) => {
        stop.throwIfAborted();
        try {
          return await send();
        } catch (error) {
          const mayRetry = attempt < MAX_RETRIES && !stop.aborted && isTransient(error);
          if (mayRetry && this.#spend()) throw new TransientFailure('Try again', { cause: error });
          throw error;
        }
      }, stop);
    } catch (error) {
      throw error instanceof TransientFailure ? error.cause : error;
    }
  }

  #spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
