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
  | 'breaker_opened';

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
