import { slotKey } from '../engines/query-slots.ts';
import { hasKeyLimits } from './key-limits.ts';
import { isRefusedRun } from './refused-run.ts';
import type { Answer, Plan, Source } from './source.ts';

interface Flight {
  readonly key: string;
  /** The key that the run counts for. */
  readonly owner: string;
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  hasLanded: boolean;
  waiting: number;
}

/**
 * One run per key at a time: whoever asks while it runs waits for the same rows.
 *
 * A waiter that leaves does not disturb the others; when the last has left, the run is aborted, and who comes then
 * starts a new one. A run that is refused for what its key has under way is asked for again by those of other keys.
 */
export class SingleFlight implements Source {
  readonly #source: Source;
  readonly #flights = new Map<string, Flight>();

  constructor(source: Source) {
    this.#source = source;
  }

  async answer(plan: Plan, signal: AbortSignal): Promise<Answer> {
    for (;;) {
      const answer = await this.#join(plan, signal);
      if (answer) return answer;
    }
  }

  /** Undefined where another key's run was joined and refused. */
  async #join(plan: Plan, signal: AbortSignal): Promise<Answer | undefined> {
    signal.throwIfAborted();
    const key = flightKey(plan);
    // A run that no key's limits bound is for everybody: whoever joins it is not billed.
    const running = this.#flights.get(plan.key) ?? this.#flights.get(key);
    const flight = running ?? this.#start(key, plan);
    try {
      const answer = await this.#wait(flight, signal);
      // Rows that were found and not computed are a hit for everybody.
      return running && answer.cacheStatus !== 'HIT'
        ? { ...answer, cacheStatus: 'COLLAPSED' }
        : answer;
    } catch (error) {
      const isOthers = flight.owner !== slotKey(plan.query);
      if (isOthers && isRefusedRun(error)) return undefined;
      throw error;
    }
  }

  #start(key: string, plan: Plan): Flight {
    const controller = new AbortController();
    const answer = this.#source.answer(plan, controller.signal);
    const owner = slotKey(plan.query);
    const flight: Flight = { key, owner, answer, controller, hasLanded: false, waiting: 0 };
    this.#flights.set(key, flight);
    const land = () => {
      flight.hasLanded = true;
      this.#forget(flight);
    };
    answer.then(land, land);
    return flight;
  }

  async #wait(flight: Flight, signal: AbortSignal): Promise<Answer> {
    flight.waiting += 1;
    const { promise: left, reject: leave } = Promise.withResolvers<never>();
    const onAbort = () => leave(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([flight.answer, left]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.hasLanded) {
        // A flight that nobody waits for must not be joined: it is about to fail.
        this.#forget(flight);
        flight.controller.abort();
      }
    }
  }

  #forget(flight: Flight): void {
    if (this.#flights.get(flight.key) === flight) this.#flights.delete(flight.key);
  }
}

/** What keys with limits of their own ask is run for each key apart. */
function flightKey({ key, query }: Plan): string {
  return hasKeyLimits(query) ? `${key} ${query.purpose.keyId}` : key;
}
