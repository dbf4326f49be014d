import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Load, refuseOverload } from '../async/event-loop-load.ts';
import { QuerySlots } from '../engines/query-slots.ts';
import type { RunRequest } from './run-request.ts';

/** Each takes some 10 ms of the event loop at most. */
const WAITING = { waiting: 128, waitingPerKey: 32 };

/**
 * Compiles callers' SQL one statement after the other, shared fairly by key, with the event loop serving others in
 * between: compiled as they arrive, two hundred statements would keep it for a second.
 */
export class CompileQueue {
  readonly #slots = new QuerySlots({ running: 1, ...WAITING });
  readonly #load: Load;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Does the work for a request; rejects as `QuerySlots.use` does, and with `OVERLOADED` at once under overload. */
  async use<Result>(
    { caller, via, endpoint }: RunRequest,
    signal: AbortSignal,
    work: () => Result,
  ): Promise<Result> {
    refuseOverload(this.#load);
    const purpose = { endpoint: endpoint.definition.name, keyId: caller.keyId, via };
    return this.#slots.use({ purpose, isCallersSql: true }, signal, async () => {
      await yieldToOthers();
      signal.throwIfAborted();
      return work();
    });
  }
}
