/** What the cache counts. */
export type CounterName =
  | 'memory_hit'
  | 'memory_miss'
  | 'refreshed'
  | 'refresh_failed'
  | 'stale_on_error'
  | 'warmed'
  | 'warm_failed'
  | 'warm_over_budget'
  | 'shared_hit'
  | 'shared_miss'
  | 'shared_rejected'
  | 'shared_error'
  | 'shared_timeout'
  | 'shared_skipped'
  | 'shared_written'
  | 'shared_write_failed'
  /** Results that were not written because too many bytes were on their way already. */
  | 'shared_write_dropped'
  | 'shared_write_too_large'
  | 'breaker_opened'
  | 'breaker_closed'
  | 'replicas_run'
  /** Runs that no other replica can join, because Redis does not answer. */
  | 'replicas_alone'
  /** Answers from what another replica wrote in the moment before. */
  | 'replicas_hit'
  /** Questions that found a run of another replica. */
  | 'replicas_waited'
  | 'replicas_collapsed'
  /** Runs in place of one of another replica that failed or died. */
  | 'replicas_taken_over'
  /** Results that were not written because the lock had passed to another replica. */
  | 'replicas_fenced';

/** Counts events since the process started. */
export class Counters {
  readonly #counts = new Map<CounterName, number>();

  add(name: CounterName): void {
    this.#counts.set(name, this.read(name) + 1);
  }

  read(name: CounterName): number {
    return this.#counts.get(name) ?? 0;
  }
}
