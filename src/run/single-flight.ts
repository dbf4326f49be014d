import { hasKeyLimits } from './key-limits.ts';
import type { Answer, Plan, Source } from './source.ts';

interface Flight {
  readonly key: string;
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * One run per key at a time: whoever asks while it runs waits for the same rows.
 *
 * A waiter that leaves does not disturb the others; when the last has left, the run is aborted, and who comes then
 * starts a new one.
 */
export class SingleFlight implements Source {
  readonly #source: Source;
  readonly #flights = new Map<string, Flight>();

  constructor(source: Source) {
    this.#source = source;
  }

  async answer(plan: Plan, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const key = flightKey(plan);
    // A run that no key's limits bound is for everybody: whoever joins it is not billed.
    const running = this.#flights.get(plan.key) ?? this.#flights.get(key);
    const flight = running ?? this.#start(key, plan);
    const answer = await this.#wait(flight, signal);
    // Rows that were found and not computed are a hit for everybody.
    return running && answer.cacheStatus !== 'HIT'
      ? { ...answer, cacheStatus: 'COLLAPSED' }
      : answer;
  }

  #start(key: string, plan: Plan): Flight {
    const controller = new AbortController();
    const answer = this.#source.answer(plan, controller.signal);
    const flight: Flight = { key, answer, controller, waiting: 0 };
    this.#flights.set(key, flight);
    const land = () => this.#forget(flight);
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
      if (flight.waiting === 0) {
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
