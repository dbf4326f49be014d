import { setTimeout as sleep } from 'node:timers/promises';
import { ConsecutiveBreaker } from 'cockatiel';
import { Breaker, type Verdict } from '../../async/breaker.ts';
import { withDeadline } from '../../async/deadline.ts';
import type { Counters } from '../counters.ts';
import type { RedisClient } from './client.ts';
import { runScript, type Script } from './scripts.ts';

/** Whether Redis is asked at all. */
export type LinkState = 'up' | 'down';

/** How a link behaves. */
export interface LinkOptions {
  /** How long one call waits at most. */
  readonly timeoutMs: number;
  readonly counters: Counters;
  /** Told of each change, with what caused it; the first is told when it is known. */
  readonly onState: (state: LinkState, error?: Error) => void;
}

/** Says that Redis was not asked. */
export class LinkDown extends Error {
  constructor() {
    super('Redis is not asked');
  }
}

/** Says that an answer took too long. */
class TimedOut extends Error {
  constructor() {
    super('Redis did not answer in time');
  }
}

/** How long the breaker stays open at least, and at most where Redis answers but keeps being slow. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Redis has to be well for so long before the breaker forgets that it was not. */
const CALM_MS = 10_000;
/** Locks should be given back before the process ends; but it does end. */
const CLOSE_MS = 500;

/**
 * A connection to Redis behind a breaker: no call costs more than its timeout, and after the first that does, none
 * costs anything until Redis is well again, which one PING at a time finds out in the background.
 */
export class RedisLink {
  readonly #client: RedisClient;
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #breaker: Breaker;
  #state: LinkState | undefined;
  #lastError: Error | undefined;

  constructor(client: RedisClient, options: LinkOptions) {
    this.#client = client;
    this.#options = options;
    this.#breaker = new Breaker({
      counter: new ConsecutiveBreaker(1),
      minPauseMs: MIN_PAUSE_MS,
      maxPauseMs: MAX_PAUSE_MS,
      calmMs: CALM_MS,
      onChange: (isOpen) => this.#onBreaker(isOpen),
    });
    client.on('error', (error: Error) => {
      this.#lastError = error;
      this.#tell();
    });
    client.on('ready', () => this.#tell());
    // It retries for ever, so that it is rejected only when it is closed before it was connected.
    client.connect().catch(() => {});
  }

  /** Whether the next call would reach Redis. */
  get isUp(): boolean {
    return this.#client.isReady && !this.#breaker.isOpen && !this.#closing.signal.aborted;
  }

  /**
   * What Redis answers; rejects with `LinkDown` at once, with `TimedOut`, or with the error that Redis answers. `late`
   * is aborted when nobody waits for the answer any more.
   */
  async call<Result>(
    command: (client: RedisClient, late: AbortSignal) => Promise<Result>,
    timeoutMs = this.#options.timeoutMs,
  ): Promise<Result> {
    if (!this.isUp) {
      this.#options.counters.add('shared_skipped');
      throw new LinkDown();
    }
    try {
      return await this.#breaker.run(
        () =>
          withDeadline({ ms: timeoutMs, error: () => new TimedOut() }, (late) => {
            const reply = command(this.#client, late);
            this.#underWay.add(reply);
            const settle = () => this.#underWay.delete(reply);
            reply.then(settle, settle);
            return reply;
          }),
        judge,
      );
    } catch (error) {
      this.#options.counters.add(judge(error) === 'outage' ? 'shared_timeout' : 'shared_error');
      throw error;
    }
  }

  /** What a script answers; rejects as `call` does. */
  async run<Reply>(
    script: Script<Reply>,
    keys: string[],
    values: readonly (string | number | Buffer)[],
    timeoutMs?: number,
  ): Promise<Reply> {
    return this.call((client) => runScript(client, script, keys, values), timeoutMs);
  }

  /** Lets what is under way end, for a moment, and ends the connection. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    const late = { ms: CLOSE_MS, error: () => new TimedOut() };
    await withDeadline(late, () => Promise.allSettled(this.#underWay)).catch(() => {});
    // A connection that is just being made outlives `destroy`; it must not keep the process alive.
    this.#client.unref();
    if (this.#client.isOpen) this.#client.destroy();
  }

  #onBreaker(isOpen: boolean): void {
    this.#options.counters.add(isOpen ? 'breaker_opened' : 'breaker_closed');
    if (isOpen) {
      this.#lastError = new TimedOut();
      this.#probe().catch(() => {});
    }
    this.#tell();
  }

  /** Ends when Redis answers as fast as a call needs, or when the link is closed. */
  async #probe(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#breaker.isOpen) {
      await sleep(this.#breaker.restMs, undefined, { signal, ref: false });
      await this.#breaker.run(() => this.#ping(), judgePing).catch(() => {});
    }
  }

  /** Waits for the answer as long as the connection lasts, so that a dead one is not fed. */
  async #ping(): Promise<void> {
    const started = performance.now();
    await this.#client.ping();
    if (performance.now() - started >= this.#options.timeoutMs) throw new TimedOut();
  }

  #tell(): void {
    const state = this.isUp ? 'up' : 'down';
    if (state === this.#state || this.#closing.signal.aborted) return;
    this.#state = state;
    this.#options.onState(state, state === 'down' ? this.#lastError : undefined);
  }
}

/** A connection that ends meanwhile is no answer either. */
const judgePing = () => 'outage' as const;

function judge(error: unknown): Verdict {
  return error instanceof TimedOut ? 'outage' : 'nothing';
}
