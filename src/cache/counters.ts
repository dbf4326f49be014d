/** The names of the cache's counters. */
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
  /** Results not written because too many bytes were pending. */
  | 'shared_write_dropped'
  | 'shared_write_too_large'
  | 'breaker_opened'
  | 'breaker_closed'
  | 'replicas_run'
  /** Runs that no other replica can join, because Redis is unreachable or another replica's run reads other data. */
  | 'replicas_alone'
  /** Answers with an entry that another replica has just written. */
  | 'replicas_hit'
  /** Questions that found a run in progress on another replica. */
  | 'replicas_waited'
  | 'replicas_collapsed'
  /** Runs that replace one of another replica that failed or died. */
  | 'replicas_taken_over'
  /** Results not written because another replica had taken the lock. */
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

  /** All counts above zero. */
  entries(): Iterable<readonly [CounterName, number]> {
    return this.#counts;
  }
}
