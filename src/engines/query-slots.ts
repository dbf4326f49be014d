import { FieldstoneError } from '../errors.ts';
import type { EngineQuery, SlotQuery, SlotUsage } from './engine.ts';

/** Limits on concurrent and waiting queries. */
export interface SlotLimits {
  readonly running: number;
  readonly waiting: number;
  /** For callers' SQL of all keys together; one key may have at most one less. @default all but one */
  readonly runningCallersSql?: number;
}

/** All background refreshes count as this key, which is no valid key id. */
const WARM = '(warm)';

/** The key that a query counts towards. */
export function slotKey({ purpose }: Pick<EngineQuery, 'purpose'>): string {
  return purpose.via === 'warm' ? WARM : purpose.keyId;
}

/** A running or waiting query, with the limits of its key. */
interface Entry {
  readonly key: string;
  readonly isCallersSql: boolean;
  readonly maxRunning: number;
  readonly maxCallersSql: number;
  readonly maxWaiting: number;
  readonly turn: PromiseWithResolvers<void>;
}

/**
 * A bounded number of slots for running queries, shared fairly by key.
 *
 * A free slot goes to the key with the fewest running queries; among equals, to the one served longest ago, and to its
 * stored queries before its own SQL. No key may take all slots, nor may callers' SQL: a key has two thirds of the slots
 * and half of the queue unless its record says otherwise. When the queue is full, the newest query is refused, unless
 * another key has far more waiting: then that key's newest is dropped, so that no key pays for another's backlog.
 */
export class QuerySlots {
  readonly #limits: Required<SlotLimits>;
  readonly #running = new Set<Entry>();
  readonly #waiting = new Set<Entry>();
  /** The keys of all entries, the one served longest ago first. */
  readonly #keys = new Set<string>();

  constructor(limits: SlotLimits) {
    this.#limits = { runningCallersSql: Math.max(1, limits.running - 1), ...limits };
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
    const entry = this.check(query);
    if (!this.#mayStart(entry)) this.#dropFor(entry);
    this.#keys.add(entry.key);
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

  get usage(): SlotUsage {
    return { running: this.#running.size, waiting: this.#waiting.size };
  }

  /** Throws if `use` would reject at once; returns the query's entry. */
  check(query: SlotQuery): Entry {
    const { running, runningCallersSql, waiting } = this.#limits;
    const { maxRunning, maxWaiting = Math.ceil(waiting / 2) } = query.bounds ?? {};
    const entry: Entry = {
      key: slotKey(query),
      isCallersSql: query.isCallersSql,
      maxRunning: maxRunning ?? Math.min(Math.max(1, running - 1), Math.ceil((running * 2) / 3)),
      maxCallersSql: maxRunning ?? Math.max(1, runningCallersSql - 1),
      maxWaiting,
      turn: Promise.withResolvers(),
    };
    if (this.#mayStart(entry)) return entry;
    if (of(entry.key, this.#waiting).length >= maxWaiting) throw keyQueueFull(maxWaiting);
    if (this.#isFull() && !this.#longestBacklog(entry)) throw QUEUE_FULL;
    return entry;
  }

  #isFull(): boolean {
    return this.#waiting.size >= this.#limits.waiting;
  }

  #mayStart({ isCallersSql, key, maxCallersSql, maxRunning }: Entry): boolean {
    const own = of(key, this.#running);
    if (this.#running.size >= this.#limits.running || own.length >= maxRunning) return false;
    const isSql = (entry: Entry) => entry.isCallersSql;
    const { length } = [...this.#running].filter(isSql);
    const hasRoom = length < this.#limits.runningCallersSql;
    return !isCallersSql || (hasRoom && own.filter(isSql).length < maxCallersSql);
  }

  /** The waiting queries of the key with the most, if far more than the entry's has. */
  #longestBacklog({ key }: Entry): readonly Entry[] | undefined {
    const most = 2 * (of(key, this.#waiting).length + 1) + SLACK;
    const backlogs = [...Map.groupBy(this.#waiting, (entry) => entry.key).values()];
    const [longest] = backlogs.sort((a, b) => b.length - a.length);
    return longest && longest.length > most ? longest : undefined;
  }

  /** If the queue is full, drops the newest query of the longest backlog, its own SQL first. */
  #dropFor(entry: Entry): void {
    const backlog = this.#isFull() ? this.#longestBacklog(entry) : undefined;
    const newest = backlog?.findLast(({ isCallersSql }) => isCallersSql) ?? backlog?.at(-1);
    if (newest) this.#drop(newest, QUEUE_FULL);
  }

  #drop(entry: Entry, reason: unknown): void {
    if (!this.#waiting.delete(entry)) return;
    entry.turn.reject(reason);
    if (of(entry.key, this.#running, this.#waiting).length === 0) this.#keys.delete(entry.key);
  }

  /** Puts the key behind all others. */
  #served({ key }: Entry): void {
    this.#keys.delete(key);
    if (of(key, this.#running, this.#waiting).length > 0) this.#keys.add(key);
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
    if (this.#waiting.size === 0 || this.#running.size >= this.#limits.running) return undefined;
    const ready = [...this.#keys].flatMap((key) => {
      const own = of(key, this.#waiting).filter((entry) => this.#mayStart(entry));
      const first = own.find(({ isCallersSql }) => !isCallersSql) ?? own[0];
      return first ? [{ first, running: of(key, this.#running).length }] : [];
    });
    return ready.sort((a, b) => a.running - b.running)[0]?.first;
  }
}

function of(key: string, ...entries: readonly Iterable<Entry>[]): readonly Entry[] {
  return entries.flatMap((some) => [...some]).filter((entry) => entry.key === key);
}

/** Difference in backlog that is tolerated before a key's query is dropped for another's. */
const SLACK = 4;

const RETRY = { headers: { 'Retry-After': '1' } };

function keyQueueFull(most: number): FieldstoneError {
  const message = `This key has ${most} queries waiting already, the most allowed; try again shortly`;
  return new FieldstoneError('RATE_LIMITED', message, RETRY);
}

/** A shared instance: under overload there are many, and a stack trace takes a sixth of the cost of a refusal. */
const QUEUE_FULL = new FieldstoneError(
  'OVERLOADED',
  'Too many queries wait already; try again shortly',
  RETRY,
);
