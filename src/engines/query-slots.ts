import { FieldstoneError } from '../errors.ts';

/** How many queries run and wait at the same time. */
export interface SlotLimits {
  readonly running: number;
  readonly waiting: number;
}

/** A bounded number of slots for running queries, and a bounded queue in front of them, served in order. */
export class QuerySlots {
  readonly #limits: SlotLimits;
  readonly #waiters = new Set<() => void>();
  #running = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when a slot is free; rejects with `OVERLOADED` when too many wait, or with the signal's reason. */
  async use<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#limits.running) {
      this.#running += 1;
      return;
    }
    if (this.#waiters.size >= this.#limits.waiting) {
      throw new FieldstoneError('OVERLOADED', 'Too many queries wait already; try again shortly', {
        headers: { 'retry-after': '1' },
      });
    }
    await this.#wait(signal);
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      this.#waiters.delete(enter);
      reject(signal.reason);
    };
    this.#waiters.add(enter);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** A slot that becomes free goes straight to the next waiter: `#running` does not change. */
  #leave(): void {
    const [enter] = this.#waiters;
    if (!enter) {
      this.#running -= 1;
      return;
    }
    this.#waiters.delete(enter);
    enter();
  }
}
