import { setTimeout as sleep } from 'node:timers/promises';
import type { Counters } from '../counters.ts';
import type { RedisClient } from './client.ts';
import { inTime, TimedOut } from './in-time.ts';

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

/** How long the breaker stays open at least, and at most where Redis answers but keeps being slow. */
const MIN_OPEN_MS = 100;
const MAX_OPEN_MS = 5_000;
/** Redis has to be well for so long before the breaker forgets that it was not. */
const WELL_MS = 10_000;
/** Locks should be given back before the process ends; but it does end. */
const CLOSE_MS = 500;

/**
 * A connection to Redis behind a breaker: no call costs more than its timeout, and after the first that does, none
 * costs anything until Redis is well again.
 *
 * The breaker is not cockatiel's, which counts by the wall clock, so that a clock set back keeps it open for as long,
 * and which lets callers wait for the probe of another. Here one PING at a time probes in the background.
 */
export class RedisLink {
  readonly #client: RedisClient;
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #state: LinkState | undefined;
  #lastError: Error | undefined;
  #isOpen = false;
  #openMs = MIN_OPEN_MS;
  #closedAt = Number.NEGATIVE_INFINITY;

  constructor(client: RedisClient, options: LinkOptions) {
    this.#client = client;
    this.#options = options;
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
    return this.#client.isReady && !this.#isOpen && !this.#closing.signal.aborted;
  }

  /** What Redis answers; rejects with `LinkDown` at once, with `TimedOut`, or with the error that Redis answers. */
  async call<Result>(
    command: (client: RedisClient) => Promise<Result>,
    timeoutMs = this.#options.timeoutMs,
  ): Promise<Result> {
    if (!this.isUp) {
      this.#options.counters.add('shared_skipped');
      throw new LinkDown();
    }
    const reply = command(this.#client);
    this.#underWay.add(reply);
    const settle = () => this.#underWay.delete(reply);
    reply.then(settle, settle);
    try {
      return await inTime(reply, timeoutMs);
    } catch (error) {
      const isLate = error instanceof TimedOut;
      this.#options.counters.add(isLate ? 'shared_timeout' : 'shared_error');
      if (isLate) this.#open(error);
      throw error;
    }
  }

  /** Lets what is under way end, for a moment, and ends the connection. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await inTime(Promise.allSettled(this.#underWay), CLOSE_MS).catch(() => {});
    // A connection that is just being made outlives `destroy`; it must not keep the process alive.
    this.#client.unref();
    if (this.#client.isOpen) this.#client.destroy();
  }

  #open(error: Error): void {
    if (this.#isOpen || this.#closing.signal.aborted) return;
    const wasWell = performance.now() - this.#closedAt > WELL_MS;
    this.#openMs = wasWell ? MIN_OPEN_MS : Math.min(2 * this.#openMs, MAX_OPEN_MS);
    this.#isOpen = true;
    this.#lastError = error;
    this.#options.counters.add('breaker_opened');
    this.#tell();
    this.#probe().catch(() => {});
  }

  /** Ends when Redis answers as fast as a call needs, or when the link is closed. */
  async #probe(): Promise<void> {
    const { signal } = this.#closing;
    do {
      await sleep(this.#openMs, undefined, { signal, ref: false });
    } while (!(await this.#isWell()));
    this.#isOpen = false;
    this.#closedAt = performance.now();
    this.#options.counters.add('breaker_closed');
    this.#tell();
  }

  /** Waits for the answer as long as the connection lasts, so that a dead one is not fed. */
  async #isWell(): Promise<boolean> {
    const started = performance.now();
    try {
      await this.#client.ping();
      return performance.now() - started < this.#options.timeoutMs;
    } catch {
      return false;
    }
  }

  #tell(): void {
    const state = this.isUp ? 'up' : 'down';
    if (state === this.#state || this.#closing.signal.aborted) return;
    this.#state = state;
    this.#options.onState(state, state === 'down' ? this.#lastError : undefined);
  }
}
