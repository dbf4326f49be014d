import { Flight } from '../async/flight.ts';
import { slotKey } from '../engines/slot-key.ts';
import { hasKeyLimits, isRefusedRun } from './limits.ts';
import type { Answer, Plan, RunContext, RunOptions, Source } from './source.ts';

/** A run that callers may join. */
interface SharedRun {
  /** The `slotKey` that it counts against. */
  readonly owner: string;
  readonly flight: Flight<Answer>;
}

/**
 * Runs each key once at a time; callers that arrive while it runs get the same rows.
 *
 * A caller that leaves does not affect the others. When the last one leaves, the run is aborted and the next caller
 * starts a new one. A run refused because of its key's load is retried for callers with other keys. Keys with limits of
 * their own have separate runs.
 */
export class SingleFlight implements Source {
  readonly #source: Source;
  readonly #runs = new Map<string, SharedRun>();

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
    const terms = plan.termsAt(run);
    const openKey = flightKey(plan, run);
    const key = hasKeyLimits(terms) ? `${openKey} ${terms.purpose.keyId}` : openKey;
    const owner = slotKey(terms);
    // A run without key limits may be joined by all keys: joining is not billed.
    const running = this.#runs.get(openKey) ?? this.#runs.get(key);
    const joined = running ?? this.#start({ key, owner }, plan, run);
    try {
      const answer = await joined.flight.wait(run.signal);
      // Rows that the source found instead of computing are a HIT for every caller.
      return running && answer.cacheStatus !== 'HIT'
        ? { ...answer, cacheStatus: 'COLLAPSED' }
        : answer;
    } catch (error) {
      if (joined.owner !== owner && isRefusedRun(error)) return undefined;
      throw error;
    }
  }

  #start({ key, owner }: { key: string; owner: string }, plan: Plan, run: RunOptions): SharedRun {
    const flight = new Flight(
      async (signal) => this.#source.answer(plan, { ...run, signal }),
      () => this.#runs.delete(key),
    );
    const started = { owner, flight };
    this.#runs.set(key, started);
    return started;
  }
}

/** A run that began before the data changed does not answer callers who came afterwards. */
function flightKey({ key }: Plan, { dataState }: RunContext): string {
  return dataState ? `${key} ${dataState.local}` : key;
}
