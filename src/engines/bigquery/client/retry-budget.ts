/** Retries that are there for quiet times, when a tenth of the traffic is nothing. */
const RESERVE = 10;
const SHARE = 0.1;

/** Bounds retries to a tenth of the requests, so that retrying never doubles the load on a server that is in trouble. */
export class RetryBudget {
  #tokens = RESERVE;

  /** Counts a request that is sent for the first time. */
  earn(): void {
    this.#tokens = Math.min(RESERVE, this.#tokens + SHARE);
  }

  /** Whether one more retry may be sent; if so, it is counted. */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
