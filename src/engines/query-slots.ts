import { FieldstoneError } from '../errors.ts';
import type { EngineQuery, SlotQuery } from './engine.ts';

/** How many queries run and wait at the same time. */
export interface SlotLimits {
  readonly running: number;
  readonly waiting: number;
  /** For one key, where its record says nothing else. @default two thirds of `running`, and never all */
  readonly runningPerKey?: number;
  /** For one key, where its record says nothing else. @default half of `waiting` */
  readonly waitingPerKey?: number;
  /** For callers' own SQL of all keys, of which one key's may again not take all. @default all but one */
  readonly runningCallersSql?: number;
}

/** All refreshes that no caller waits for count as one key, which no key's id can equal. */
const WARM = '(warm)';

/** The key that a query counts for. */
export function slotKey({ purpose }: Pick<EngineQuery, 'purpose'>): string {
  return purpose.via === 'warm' ? WARM : purpose.keyId;
}

interface Waiter {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** What one key has under way. Its stored queries go before its own SQL. */
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
 * A free slot goes to the key that has fewest running, and among those to the one that was served longest ago. No key
 * may take all slots, nor callers' SQL all of them. Where too many wait in all, the newest run is refused,
 * or that of a key that has far more waiting, so that nobody is refused for what another has queued.
 */
export class QuerySlots {
  readonly #limits: Required<SlotLimits>;
  /** Keys with something under way; the one served longest ago is first. */
  readonly #queues = new Map<string, KeyQueue>();
  #running = 0;
  #runningCallersSql = 0;
  #waiting = 0;

  constructor(limits: SlotLimits) {
    const allButOne = Math.max(1, limits.running - 1);
    this.#limits = {
      runningPerKey: Math.min(allButOne, Math.ceil((limits.running * 2) / 3)),
      waitingPerKey: Math.ceil(limits.waiting / 2),
      runningCallersSql: allButOne,
      ...limits,
    };
  }

  /**
   * Runs `work` when a slot is free; rejects with `RATE_LIMITED` when the key has too many waiting, with `OVERLOADED`
   * when all keys have, or with the signal's reason.
   */
  async use<Result>(
    query: SlotQuery,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    this.check(query);
    const queue = this.#queueOf(query);
    await this.#enter(queue, query.isCallersSql, signal);
    try {
      return await work();
    } finally {
      this.#leave(queue, query.isCallersSql);
    }
  }

  /** Throws what `use` would reject with at once. */
  check(query: SlotQuery): void {
    const queue = this.#queueOf(query);
    this.#forgetIdle(queue);
    if (this.#startsAtOnce(queue, query.isCallersSql)) return;
    if (waitingOf(queue) >= queue.maxWaiting) throw tooManyOfKey(queue.maxWaiting);
    if (this.#waiting >= this.#limits.waiting && !this.#greediest(queue)) throw TOO_MANY_OF_ALL;
  }

  #queueOf(query: SlotQuery): KeyQueue {
    const key = slotKey(query);
    const { runningCallersSql, runningPerKey, waitingPerKey } = this.#limits;
    const maxRunning = query.bounds?.maxRunning ?? runningPerKey;
    const maxWaiting = query.bounds?.maxWaiting ?? waitingPerKey;
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

  async #enter(queue: KeyQueue, isCallersSql: boolean, signal: AbortSignal): Promise<void> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const line = isCallersSql ? queue.callersSql : queue.stored;
    const waiter = { start, refuse };
    if (!this.#startsAtOnce(queue, isCallersSql)) this.#makeRoom(queue);
    line.add(waiter);
    this.#waiting += 1;
    this.#startNext();
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

  /** Where all places are taken, one more waits in the place of the greediest key's newest. */
  #makeRoom(queue: KeyQueue): void {
    const greediest = this.#waiting >= this.#limits.waiting && this.#greediest(queue);
    if (!greediest) return;
    const last = lastOf(greediest);
    this.#drop(greediest, last);
    last.refuse(TOO_MANY_OF_ALL);
  }

  /** The queue in which most wait, if far more than in the given one: where all ask a lot, the newest is refused at once. */
  #greediest(queue: KeyQueue): KeyQueue | undefined {
    let greediest: KeyQueue | undefined;
    let most = 2 * (waitingOf(queue) + 1) + SLACK;
    for (const other of this.#queues.values()) {
      if (waitingOf(other) <= most) continue;
      greediest = other;
      most = waitingOf(other);
    }
    return greediest;
  }

  #drop(queue: KeyQueue, waiter: Waiter): void {
    if (!queue.stored.delete(waiter) && !queue.callersSql.delete(waiter)) return;
    this.#waiting -= 1;
    this.#forgetIdle(queue);
  }

  #leave(queue: KeyQueue, isCallersSql: boolean): void {
    queue.running -= 1;
    this.#running -= 1;
    if (isCallersSql) {
      queue.runningCallersSql -= 1;
      this.#runningCallersSql -= 1;
    }
    this.#moveLast(queue);
    this.#forgetIdle(queue);
    this.#startNext();
  }

  #forgetIdle(queue: KeyQueue): void {
    if (queue.running === 0 && waitingOf(queue) === 0) this.#queues.delete(queue.key);
  }

  /** Starts whatever may: the end of one run can make room for two that different bounds kept waiting. */
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
    const line = queue.stored.size > 0 ? queue.stored : queue.callersSql;
    const [waiter] = line;
    if (!waiter) return;
    line.delete(waiter);
    this.#waiting -= 1;
    this.#running += 1;
    queue.running += 1;
    if (line === queue.callersSql) {
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

/** Of a queue in which somebody waits. */
function lastOf({ stored, callersSql }: KeyQueue): Waiter {
  const [last] = [...stored, ...callersSql].slice(-1);
  if (!last) throw new Error('The longest queue is empty');
  return last;
}

/** How many more may wait before a key gives way to another. */
const SLACK = 4;

const RETRY = { headers: { 'retry-after': '1' } };

function tooManyOfKey(most: number): FieldstoneError {
  const message = `This key has ${most} queries waiting already, the most allowed; try again shortly`;
  return new FieldstoneError('RATE_LIMITED', message, RETRY);
}

/** One for all: there are many of them when time is short, and a stack takes a sixth of what a refusal costs. */
const TOO_MANY_OF_ALL = new FieldstoneError(
  'OVERLOADED',
  'Too many queries wait already; try again shortly',
  RETRY,
);
