import { LRUCache } from 'lru-cache';
import { type ErrorCode, FieldstoneError } from '../errors.ts';
import type { SlotQuery, SlotUsage } from './engine.ts';
import { slotKey } from './slot-key.ts';

/** Limits on concurrent and waiting queries. */
export interface SlotLimits {
  readonly running: number;
  readonly waiting: number;
  /** For callers' SQL of all keys together; one key may have at most one less. @default all but one */
  readonly runningCallersSql?: number;
}

/** A running or waiting query. */
type Entry = SlotQuery & { readonly turn: PromiseWithResolvers<void> };

/**
 * A bounded number of slots for running queries, shared fairly by key.
 *
 * A free slot goes to the key with the fewest running queries; among equals, to the one served longest ago, and to its
 * stored queries before its own SQL. No key may take all slots, nor may callers' SQL: a key has two thirds of the slots
 * and half of the queue unless its record says otherwise. When the queue is full, the newest query is refused, unless
 * another key has far more waiting: then that key's newest is dropped, so that no key pays for another's backlog.
 */
export class QuerySlots {
  readonly #limits: SlotLimits;
  /** Queries that may run at once. */
  #most: number;
  readonly #running = new Set<Entry>();
  readonly #waiting = new Set<Entry>();
  /** The turn at which a query of each key came first, or was served last. */
  readonly #turns = new LRUCache<string, number>({ max: 10_000 });
  #turn = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
    this.#most = limits.running;
  }

  /**
   * Runs `work` once a slot is free; rejects with `RATE_LIMITED` if too many queries of the key wait, with `OVERLOADED`
   * if too many of all keys do, or with the signal's reason. `whileWaiting` is called once if the query has to wait.
   */
  async use<Result>(
    query: SlotQuery,
    signal: AbortSignal,
    work: () => Promise<Result>,
    whileWaiting?: () => unknown,
  ): Promise<Result> {
    signal.throwIfAborted();
    const dropped = this.check(query);
    const entry = { ...query, turn: Promise.withResolvers<void>() };
    if (dropped) this.#drop(dropped, QUEUE_FULL);
    if (!this.#turns.has(slotKey(query))) this.#served(query);
    this.#waiting.add(entry);
    this.#startNext();
    if (this.#waiting.has(entry)) whileWaiting?.();
    const giveUp = () => this.#drop(entry, signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    await entry.turn.promise.finally(() => signal.removeEventListener('abort', giveUp));
    try {
      return await work();
    } finally {
      this.#running.delete(entry);
      this.#served(entry);
      this.#startNext();
    }
  }

  /** Changes how many queries may run at once; those that run go on. */
  limitTo(running: number): void {
    if (running === this.#most) return;
    this.#most = running;
    this.#startNext();
  }

  get usage(): SlotUsage {
    return { running: this.#running.size, waiting: this.#waiting.size };
  }

  /** Throws if `use` would reject at once; returns the waiting query that it would drop. */
  check(query: SlotQuery): Entry | undefined {
    if (this.#mayStart(query)) return undefined;
    const most = query.bounds?.maxWaiting ?? Math.ceil(this.#limits.waiting / 2);
    if (of(query, this.#waiting).length >= most) throw refusal('RATE_LIMITED', keyFull(most));
    return this.#waiting.size < this.#limits.waiting ? undefined : this.#toDrop(query);
  }

  #mayStart(query: SlotQuery): boolean {
    const running = this.#most;
    const runningCallersSql = this.#limits.runningCallersSql ?? Math.max(1, running - 1);
    const { maxRunning } = query.bounds ?? {};
    const own = of(query, this.#running);
    const most = maxRunning ?? Math.min(Math.max(1, running - 1), Math.ceil((running * 2) / 3));
    if (this.#running.size >= running || own.length >= most) return false;
    if (!query.isCallersSql) return true;
    const mostSql = maxRunning ?? Math.max(1, runningCallersSql - 1);
    return sqlIn(this.#running) < runningCallersSql && sqlIn(own) < mostSql;
  }

  /** The newest query of the longest backlog, its own SQL first; throws if that is not far longer than the query's. */
  #toDrop(query: SlotQuery): Entry | undefined {
    const most = 2 * (of(query, this.#waiting).length + 1) + SLACK;
    const backlogs = [...Map.groupBy(this.#waiting, slotKey).values()];
    const longest = backlogs.sort((a, b) => b.length - a.length)[0] ?? [];
    if (longest.length <= most) throw QUEUE_FULL;
    return longest.findLast(({ isCallersSql }) => isCallersSql) ?? longest.at(-1);
  }

  #drop(entry: Entry, reason: unknown): void {
    if (this.#waiting.delete(entry)) entry.turn.reject(reason);
  }

  /** Puts the query's key behind all others. */
  #served(query: SlotQuery): void {
    this.#turns.set(slotKey(query), ++this.#turn);
  }

  /** Starts every query that can: one that ends may free two, held back by different limits. */
  #startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.delete(next);
      this.#running.add(next);
      this.#served(next);
      next.turn.resolve();
    }
  }

  #next(): Entry | undefined {
    if (this.#waiting.size === 0 || this.#running.size >= this.#most) return undefined;
    const ready = [...Map.groupBy(this.#waiting, slotKey).values()].flatMap((backlog) => {
      const own = backlog.filter((entry) => this.#mayStart(entry));
      return own.find(({ isCallersSql }) => !isCallersSql) ?? own.slice(0, 1);
    });
    const runningOf = (entry: Entry) => of(entry, this.#running).length;
    const turnOf = (entry: Entry) => this.#turns.get(slotKey(entry)) ?? 0;
    return ready.sort((a, b) => runningOf(a) - runningOf(b) || turnOf(a) - turnOf(b))[0];
  }
}

function of(query: SlotQuery, entries: Iterable<Entry>): readonly Entry[] {
  return [...entries].filter((entry) => slotKey(entry) === slotKey(query));
}

function sqlIn(entries: Iterable<Entry>): number {
  return [...entries].filter(({ isCallersSql }) => isCallersSql).length;
}

/** Difference in backlog that is tolerated before a key's query is dropped for another's. */
const SLACK = 4;

/** A shared instance: under overload there are many, and a stack trace takes a sixth of the cost of a refusal. */
const QUEUE_FULL = refusal('OVERLOADED', 'Too many queries wait already');

const keyFull = (most: number) => `This key has ${most} queries waiting already, the most allowed`;

function refusal(code: ErrorCode, problem: string): FieldstoneError {
  const headers = { 'Retry-After': '1' };
  return new FieldstoneError(code, `${problem}; try again shortly`, { headers });
}
