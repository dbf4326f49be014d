import { DelegateBackoff, handleType, retry } from 'cockatiel';

/** How patient retries are. */
export interface RetryOptions {
  /** @default 2 */
  readonly maxRetries?: number;
  /** The longest wait before the first retry; twice as long before each that follows. @default 100 */
  readonly minDelayMs?: number;
  /** @default 2000 */
  readonly maxDelayMs?: number;
  /** Numbers from 0 to 1 that spread the retries. */
  readonly random?: () => number;
}

/** Retries that are there for quiet times, when a tenth of the traffic is nothing. */
const RESERVE = 10;
const SHARE = 0.1;

/** Carries an error that another try may cure through cockatiel, which retries by class. */
class Again extends Error {}

/**
 * Repeats what failed in passing, after random waits; retries are bounded to a tenth of the requests, so that they
 * never double the load on a server that is in trouble.
 */
export class Retry {
  readonly #maxRetries: number;
  readonly #policy;
  #tokens = RESERVE;

  constructor(options: RetryOptions = {}) {
    const { maxRetries = 2, minDelayMs = 100, maxDelayMs = 2_000, random = Math.random } = options;
    this.#maxRetries = maxRetries;
    this.#policy = retry(handleType(Again), {
      maxAttempts: maxRetries,
      backoff: new DelegateBackoff(
        ({ attempt }) => random() * Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1)),
      ),
    });
  }

  /** What `send` comes to, perhaps in a later try; nothing is sent any more once `stop` is aborted. */
  async run<Result>(
    stop: AbortSignal,
    send: () => Promise<Result>,
    isTransient: (error: unknown) => boolean,
  ): Promise<Result> {
    this.#tokens = Math.min(RESERVE, this.#tokens + SHARE);
    try {
      return await this.#policy.execute(async ({ attempt }) => {
        stop.throwIfAborted();
        try {
          return await send();
        } catch (error) {
          const mayRetry = attempt < this.#maxRetries && !stop.aborted && isTransient(error);
          if (mayRetry && this.#spend()) throw new Again('Try again', { cause: error });
          throw error;
        }
      }, stop);
    } catch (error) {
      throw error instanceof Again ? error.cause : error;
    }
  }

  #spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
