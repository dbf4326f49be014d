import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Load, refuseOverload } from '../async/event-loop-load.ts';
import type { Engine } from '../engines/engine.ts';
import { QuerySlots } from '../engines/query-slots.ts';
import type { RunRequest } from './run-request.ts';

/** Each takes some 10 ms of the event loop at most. */
const WAITING = 128;
/** Of one key, where its record does not allow more queries to wait. */
const WAITING_PER_KEY = 32;

/**
 * Compiles callers' SQL one statement after the other, shared fairly by key, with the event loop serving others in
 * between: compiled as they arrive, two hundred statements would keep it for a second. What the engine has no room for
 * is refused before it is compiled, which costs a hundred times as much as the refusal.
 */
export class CompileQueue {
  readonly #slots = new QuerySlots({ running: 1, waiting: WAITING });
  readonly #load: Load;
  readonly #engine: Pick<Engine, 'checkRoom'>;

  constructor(load: Load, engine: Pick<Engine, 'checkRoom'>) {
    this.#load = load;
    this.#engine = engine;
  }

  /** Does the work for a request; rejects as `QuerySlots.use` does, and with `OVERLOADED` at once under overload. */
  async use<Result>(
    { caller, via, endpoint }: RunRequest,
    signal: AbortSignal,
    work: () => Result,
  ): Promise<Result> {
    refuseOverload(this.#load);
    const purpose = { endpoint: endpoint.definition.name, keyId: caller.keyId, via };
    const { maxRunning, maxWaiting = 0 } = caller;
    const query = {
      purpose,
      isCallersSql: true,
      bounds: { maxRunning, maxWaiting: caller.maxWaiting },
    };
    this.#engine.checkRoom(query);
    const waiting = { ...query, bounds: { maxWaiting: Math.max(maxWaiting, WAITING_PER_KEY) } };
    return this.#slots.use(waiting, signal, async () => {
      await yieldToOthers();
      signal.throwIfAborted();
      this.#engine.checkRoom(query);
      return work();
    });
  }
}
