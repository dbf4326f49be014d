import { settledOrAborted } from '../async/settled-or-aborted.ts';
import type { EngineQuery } from '../engines/engine.ts';
import { slotKey } from '../engines/query-slots.ts';
import { hasKeyLimits } from './key-limits.ts';
import { isRefusedRun } from './refused-run.ts';
import type { Answer, Plan, RunOptions, Source } from './source.ts';

interface Flight {
  readonly key: string;
  /** The `slotKey` that the run counts against. */
  readonly owner: string;
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  hasEnded: boolean;
  waiting: number;
}

/**
 * Runs each key once at a time; callers that arrive while it runs get the same rows.
 *
 * A caller that leaves does not affect the others. When the last one leaves, the run is aborted and the next caller
 * starts a new one. A run refused because of its key's load is retried for callers with other keys.
 */
export class SingleFlight implements Source {
  readonly #source: Source;
  readonly #flights = new Map<string, Flight>();

  constructor(source: Source) {
    this.#source = source;
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    for (;;) {
      const answer = await this.#join(plan, run);
      if (answer) return answer;
    }
  }

  /** Undefined if another key's run was joined and refused. */
  async #join(plan: Plan, run: RunOptions): Promise<Answer | undefined> {
    run.signal.throwIfAborted();
    const query = plan.queryAt(run);
    const key = flightKey(plan, query);
    const owner = slotKey(query);
    // A run without key limits may be joined by all keys: joining is not billed.
    const running = this.#flights.get(plan.key) ?? this.#flights.get(key);
    const flight = running ?? this.#start({ key, owner }, plan, run);
    try {
      const answer = await this.#wait(flight, run.signal);
      // Rows that the source found instead of computing are a HIT for every caller.
      return running && answer.cacheStatus !== 'HIT'
        ? { ...answer, cacheStatus: 'COLLAPSED' }
        : answer;
    } catch (error) {
      if (flight.owner !== owner && isRefusedRun(error)) return undefined;
      throw error;
    }
  }

  #start(names: Pick<Flight, 'key' | 'owner'>, plan: Plan, run: RunOptions): Flight {
    const controller = new AbortController();
    const { signal } = controller;
    const answer = Promise.resolve(this.#source.answer(plan, { ...run, signal }));
    const flight: Flight = { ...names, answer, controller, hasEnded: false, waiting: 0 };
    this.#flights.set(flight.key, flight);
    const end = () => {
      flight.hasEnded = true;
      this.#forget(flight);
    };
    answer.then(end, end);
    return flight;
  }

  async #wait(flight: Flight, signal: AbortSignal): Promise<Answer> {
    flight.waiting += 1;
    try {
      return await settledOrAborted(flight.answer, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.hasEnded) {
        // An abandoned flight must not be joined: it is about to fail.
        this.#forget(flight);
        flight.controller.abort();
      }
    }
  }

  #forget(flight: Flight): void {
    if (this.#flights.get(flight.key) === flight) this.#flights.delete(flight.key);
  }
}

/** Keys with limits of their own have separate flights. */
function flightKey({ key }: Plan, query: EngineQuery): string {
  return hasKeyLimits(query) ? `${key} ${query.purpose.keyId}` : key;
}
