import { setImmediate as immediate } from 'node:timers/promises';
import { type Load, refuseOverload } from '../async/event-loop-load.ts';
import type { Engine } from '../engines/engine.ts';
import { QuerySlots } from '../engines/query-slots.ts';
import type { RunRequest } from './request.ts';

/** Waiting statements of all keys; each takes at most about 10 ms of the event loop. */
const MAX_WAITING = 128;
/** Waiting statements of one key, unless its record allows more waiting queries. */
const MAX_WAITING_PER_KEY = 32;

/**
 * Compiles callers' SQL one statement at a time, shared fairly among keys, and yields to the event loop in between:
 * compiled on arrival, 200 statements would block it for a second. Statements that the engine has no room for are
 * refused before compilation, which costs 100 times as much as the refusal.
 */
export class CompileQueue {
  readonly #slots = new QuerySlots({ running: 1, waiting: MAX_WAITING });
  readonly #load: Load;
  readonly #engine: Pick<Engine, 'checkRoom'>;

  constructor(load: Load, engine: Pick<Engine, 'checkRoom'>) {
    this.#load = load;
    this.#engine = engine;
  }

  /**
   * Runs `work` for a request, with how long it waited in milliseconds; rejects as `QuerySlots.use` does, and with
   * `OVERLOADED` at once under overload.
   */
  async use<Result>(
    { caller, via, endpoint }: RunRequest,
    signal: AbortSignal,
    work: (waitedMs: number) => Result,
  ): Promise<Result> {
    refuseOverload(this.#load);
    const startedAt = performance.now();
    const purpose = { endpoint: endpoint.definition.name, keyId: caller.keyId, via };
    const { maxRunning, maxWaiting } = caller;
    const query = { purpose, isCallersSql: true, bounds: { maxRunning, maxWaiting } };
    this.#engine.checkRoom(query);
    const bounds = { maxWaiting: Math.max(maxWaiting ?? 0, MAX_WAITING_PER_KEY) };
    const waiting = { ...query, bounds };
    return this.#slots.use(waiting, signal, async () => {
      await immediate();
      signal.throwIfAborted();
      this.#engine.checkRoom(query);
      return work(performance.now() - startedAt);
    });
  }
}
