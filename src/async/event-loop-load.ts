import { FieldstoneError } from '../errors.ts';

/** Says whether the process has more to do than it can. */
export interface Load {
  readonly isOverloaded: boolean;
}

/** One for all: to take the stack of each would cost the time that is short. */
const OVERLOADED = new FieldstoneError(
  'OVERLOADED',
  'The service has more to do than it can; try again shortly',
  { headers: { 'retry-after': '1' } },
);

/** Throws `OVERLOADED` while there is more to do than the process can. */
export function refuseOverload({ isOverloaded }: Load): void {
  if (isOverloaded) throw OVERLOADED;
}

const LOOK_MS = 20;
/** A cached answer waits for two rounds of the loop, and should take no longer than 100 ms. */
const LATE_MS = 40;
/** Looks that must all be late, about half a second of them: one long pause, as of a collection, is no overload. */
const LATE_LOOKS = 10;
/** The part of that time in which the loop must have worked itself: one that waits for a core has not too much to do. */
const BUSY_PART = 0.25;

/** What time it is, and how long the thread of the event loop has worked, in milliseconds; neither goes back. */
export interface LoadClock {
  now(): number;
  worked(): number;
}

const SYSTEM: LoadClock = {
  now: () => performance.now(),
  worked() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
};

/** Overload as the event loop shows it: every timer of the last half second was late, for work of its own. */
export class EventLoopLoad implements Load {
  readonly #clock: LoadClock;
  readonly #timer: NodeJS.Timeout;
  #last: number;
  #lateLooks = 0;
  /** The last look that was in time. */
  #inTime = { now: 0, worked: 0 };
  #isOverloaded = false;

  constructor(clock: LoadClock = SYSTEM) {
    this.#clock = clock;
    this.#last = clock.now();
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  /** Takes note of how late it is called. */
  look(): void {
    const now = this.#clock.now();
    const worked = this.#clock.worked();
    const isLate = now - this.#last - LOOK_MS > LATE_MS;
    this.#last = now;
    this.#lateLooks = isLate ? this.#lateLooks + 1 : 0;
    if (!isLate) this.#inTime = { now, worked };
    const busyMs = worked - this.#inTime.worked;
    const isBusy = busyMs >= BUSY_PART * (now - this.#inTime.now);
    this.#isOverloaded = this.#lateLooks >= LATE_LOOKS && isBusy;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** For a process that takes whatever comes. */
export const NO_LOAD: Load = { isOverloaded: false };
