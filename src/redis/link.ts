import { setTimeout as sleep } from 'node:timers/promises';
import { ConsecutiveBreaker } from 'cockatiel';
import { BackgroundWork } from '../async/background-work.ts';
import { Breaker, type Verdict } from '../async/breaker.ts';
import { withDeadline } from '../async/deadline.ts';
import type { Counters } from '../cache/counters.ts';
import type { RedisClient } from './client.ts';
import { runScript, type Script } from './scripts.ts';

/** Whether calls are sent to Redis. */
export type LinkState = 'up' | 'down';

/** Settings of a link. */
export interface LinkOptions {
  /** Time limit of one call. */
  readonly timeoutMs: number;
  readonly counters: Counters;
  /** Called on each change of state with its cause, and once with the first known state. */
  readonly onState: (state: LinkState, error?: Error) => void;
}

/** Error: the call was not sent, because Redis is down. */
export class LinkDown extends Error {
  constructor() {
    super('Redis is not asked');
  }
}

/** Error: Redis did not answer within the time limit. */
class TimedOut extends Error {
  constructor() {
    super('Redis did not answer in time');
  }
}

/** Pauses of the open breaker. The longest leaves time for a probe that fails within the 5 s of a recovery. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_500;
/** Redis has to be healthy for this long before pauses start short again. */
const RESET_AFTER_MS = 10_000;
/** Locks should be released before the process ends, but the wait is bounded. */
const CLOSE_MS = 500;

/**
 * A connection to Redis behind a breaker: no call takes longer than its timeout. After the first timeout calls fail at
 * once until Redis has recovered, which is probed in the background with one PING at a time.
 */
export class RedisLink {
  readonly #client: RedisClient;
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  readonly #pending = new BackgroundWork();
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
      resetAfterMs: RESET_AFTER_MS,
      onChange: (isOpen) => this.#onBreaker(isOpen),
    });
    client.on('error', (error: Error) => {
      this.#lastError = error;
      this.#reportState();
    });
    client.on('ready', () => this.#reportState());
    // It retries without a limit, so it rejects only when it is closed before it has connected.
    client.connect().catch(() => {});
  }

  /** Whether the next call would reach Redis. */
  get isUp(): boolean {
    return this.#client.isReady && !this.#breaker.isOpen && !this.#closing.signal.aborted;
  }

  /**
   * Sends a command; rejects with `LinkDown` at once, with `TimedOut`, or with the error reply of Redis. `late` is
   * aborted when the answer is no longer awaited.
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
            this.#pending.add(reply);
            return reply;
          }),
        judge,
      );
    } catch (error) {
      this.#options.counters.add(judge(error) === 'outage' ? 'shared_timeout' : 'shared_error');
      throw error;
    }
  }

  /** Runs a script; rejects as `call` does. */
  async run<Reply>(
    script: Script<Reply>,
    keys: string[],
    values: readonly (string | number | Buffer)[],
    timeoutMs?: number,
  ): Promise<Reply> {
    return this.call((client) => runScript(client, script, keys, values), timeoutMs);
  }

  /** Waits briefly for pending calls and closes the connection. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#pending.settled(CLOSE_MS);
    // A connection in the making outlives `destroy`; it must not keep the process alive.
    this.#client.unref();
    if (this.#client.isOpen) this.#client.destroy();
  }

  #onBreaker(isOpen: boolean): void {
    this.#options.counters.add(isOpen ? 'breaker_opened' : 'breaker_closed');
    if (isOpen) {
      this.#lastError = new TimedOut();
      this.#probe().catch(() => {});
    }
    this.#reportState();
  }

  /** Resolves when Redis answers within a call's time limit; rejects when the link is closed. */
  async #probe(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#breaker.isOpen) {
      await sleep(this.#breaker.restMs, undefined, { signal, ref: false });
      await this.#breaker.run(() => this.#ping(), judgePing).catch(() => {});
    }
  }

  /** Has no timeout of its own, so that a dead connection does not collect PINGs. */
  async #ping(): Promise<void> {
    const started = performance.now();
    await this.#client.ping();
    if (performance.now() - started >= this.#options.timeoutMs) throw new TimedOut();
  }

  #reportState(): void {
    const state = this.isUp ? 'up' : 'down';
    if (state === this.#state || this.#closing.signal.aborted) return;
    this.#state = state;
    this.#options.onState(state, state === 'down' ? this.#lastError : undefined);
  }
}

/** A connection that ends meanwhile also counts as an outage. */
const judgePing = () => 'outage' as const;

function judge(error: unknown): Verdict {
  return error instanceof TimedOut ? 'outage' : 'nothing';
}
