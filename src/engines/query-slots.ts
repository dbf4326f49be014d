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

interface Waiter {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** The queries of one key; stored ones are started before its own SQL. */
interface KeyQueue {
  readonly key: string;
  readonly stored: Set<Waiter>;
  readonly callersSql: Set<Waiter>;
  running: number;
  runningCallersSql: number;
  maxRunning: number;
  maxCallersSql: number;
  maxWaiting: number;
}

/**
 * A bounded number of slots for running queries, shared fairly by key.
 *
 * A free slot goes to the key with the fewest running queries; among equals, to the one served longest ago. No key may
 * take all slots, nor may callers' SQL: a key has two thirds of the slots and half of the queue unless its record says
 * otherwise. When the queue is full, the newest query is refused, unless another key has far
 * more waiting: then that key's newest is dropped instead, so that no key is refused because of another's backlog.
 */
export class QuerySlots {
  readonly #limits: Required<SlotLimits>;
  /** Of keys whose record has no bounds of its own. */
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  /** Keys with running or waiting queries; the one served longest ago comes first. */
  readonly #queues = new Map<string, KeyQueue>();
  #running = 0;
  #runningCallersSql = 0;
  #waiting = 0;

  constructor(limits: SlotLimits) {
    const allButOne = Math.max(1, limits.running - 1);
    this.#limits = { runningCallersSql: allButOne, ...limits };
    this.#maxRunning = Math.min(allButOne, Math.ceil((limits.running * 2) / 3));
    this.#maxWaiting = Math.ceil(limits.waiting / 2);
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
    this.check(query);
    const queue = this.#queueOf(query);
    await this.#enter(queue, query.isCallersSql, signal, whileWaiting);
    try {
      return await work();
    } finally {
      this.#leave(queue, query.isCallersSql);
    }
  }

  get usage(): SlotUsage {
    return { running: this.#running, waiting: this.#waiting };
  }

  /** Throws if `use` would reject at once. */
  check(query: SlotQuery): void {
    const queue = this.#queueOf(query);
    this.#removeIdle(queue);
    if (this.#startsAtOnce(queue, query.isCallersSql)) return;
    if (waitingOf(queue) >= queue.maxWaiting) throw keyQueueFull(queue.maxWaiting);
    if (this.#waiting >= this.#limits.waiting && !this.#largestBacklog(queue)) throw QUEUE_FULL;
  }

  #queueOf(query: SlotQuery): KeyQueue {
    const key = slotKey(query);
    const { runningCallersSql } = this.#limits;
    const maxRunning = query.bounds?.maxRunning ?? this.#maxRunning;
    const maxWaiting = query.bounds?.maxWaiting ?? this.#maxWaiting;
    const maxCallersSql = query.bounds?.maxRunning ?? Math.max(1, runningCallersSql - 1);
    const bounds = { maxRunning, maxCallersSql, maxWaiting };
    const known = this.#queues.get(key);
    // The key's record may have changed.
    if (known) return Object.assign(known, bounds);
    const stored = new Set<Waiter>();
    const callersSql = new Set<Waiter>();
    const queue = { key, stored, callersSql, running: 0, runningCallersSql: 0, ...bounds };
    this.#queues.set(key, queue);
    return queue;
  }

  async #enter(
    queue: KeyQueue,
    isCallersSql: boolean,
    signal: AbortSignal,
    whileWaiting?: () => unknown,
  ): Promise<void> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const waiters = isCallersSql ? queue.callersSql : queue.stored;
    const waiter = { start, refuse };
    if (!this.#startsAtOnce(queue, isCallersSql)) this.#makeRoom(queue);
    waiters.add(waiter);
    this.#waiting += 1;
    this.#startNext();
    if (waiters.has(waiter)) whileWaiting?.();
    const giveUp = () => {
      this.#drop(queue, waiter);
      refuse(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #startsAtOnce(queue: KeyQueue, isCallersSql: boolean): boolean {
    if (this.#running >= this.#limits.running || queue.running >= queue.maxRunning) return false;
    return !isCallersSql || this.#mayStartSql(queue);
  }

  /** If the queue is full, drops the newest query of the key with the largest backlog, if there is such a key. */
  #makeRoom(queue: KeyQueue): void {
    const largest = this.#waiting >= this.#limits.waiting && this.#largestBacklog(queue);
    if (!largest) return;
    const last = lastOf(largest);
    this.#drop(largest, last);
    last.refuse(QUEUE_FULL);
  }

  /** The key with the most waiting, if far more than the given one; undefined if all have a similar backlog. */
  #largestBacklog(queue: KeyQueue): KeyQueue | undefined {
    let largest: KeyQueue | undefined;
    let most = 2 * (waitingOf(queue) + 1) + SLACK;
    for (const other of this.#queues.values()) {
      if (waitingOf(other) <= most) continue;
      largest = other;
      most = waitingOf(other);
    }
    return largest;
  }

  #drop(queue: KeyQueue, waiter: Waiter): void {
    if (!queue.stored.delete(waiter) && !queue.callersSql.delete(waiter)) return;
    this.#waiting -= 1;
    this.#removeIdle(queue);
  }

  #leave(queue: KeyQueue, isCallersSql: boolean): void {
    queue.running -= 1;
    this.#running -= 1;
    if (isCallersSql) {
      queue.runningCallersSql -= 1;
      this.#runningCallersSql -= 1;
    }
    this.#moveLast(queue);
    this.#removeIdle(queue);
    this.#startNext();
  }

  #removeIdle(queue: KeyQueue): void {
    if (queue.running === 0 && waitingOf(queue) === 0) this.#queues.delete(queue.key);
  }

  /** Starts every query that can: one that ends may free two, held back by different limits. */
  #startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#start(next);
  }

  #next(): KeyQueue | undefined {
    if (this.#waiting === 0 || this.#running >= this.#limits.running) return undefined;
    let next: KeyQueue | undefined;
    for (const queue of this.#queues.values()) {
      if (this.#mayStart(queue) && queue.running < (next?.running ?? Number.POSITIVE_INFINITY)) {
        next = queue;
      }
    }
    return next;
  }

  #mayStart(queue: KeyQueue): boolean {
    if (queue.running >= queue.maxRunning) return false;
    return queue.stored.size > 0 || (queue.callersSql.size > 0 && this.#mayStartSql(queue));
  }

  #mayStartSql({ runningCallersSql, maxCallersSql }: KeyQueue): boolean {
    const isAllTaken = this.#runningCallersSql >= this.#limits.runningCallersSql;
    return !isAllTaken && runningCallersSql < maxCallersSql;
  }

  #start(queue: KeyQueue): void {
    const waiters = queue.stored.size > 0 ? queue.stored : queue.callersSql;
    const [waiter] = waiters;
    if (!waiter) return;
    waiters.delete(waiter);
    this.#waiting -= 1;
    this.#running += 1;
    queue.running += 1;
    if (waiters === queue.callersSql) {
      queue.runningCallersSql += 1;
      this.#runningCallersSql += 1;
    }
    this.#moveLast(queue);
    waiter.start();
  }

  #moveLast(queue: KeyQueue): void {
    this.#queues.delete(queue.key);
    this.#queues.set(queue.key, queue);
  }
}

function waitingOf({ stored, callersSql }: KeyQueue): number {
  return stored.size + callersSql.size;
}

/** The newest waiter of a queue that has one. */
function lastOf({ stored, callersSql }: KeyQueue): Waiter {
  const [last] = [...stored, ...callersSql].slice(-1);
  if (!last) throw new Error('The longest queue is empty');
  return last;
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
