import { FieldstoneError } from '../errors.ts';

/** Whether the process is overloaded. */
export interface Load {
  readonly isOverloaded: boolean;
}

/** One shared error: capturing a stack for each would cost time under overload. */
const OVERLOADED = new FieldstoneError(
  'OVERLOADED',
  'The service has more to do than it can; try again shortly',
  { headers: { 'Retry-After': '1' } },
);

/** Throws `OVERLOADED` while the process is overloaded. */
export function refuseOverload({ isOverloaded }: Load): void {
  if (isOverloaded) throw OVERLOADED;
}

const CHECK_MS = 20;
/** A cached answer waits for two rounds of the event loop and should take at most 100 ms. */
const LATE_MS = 40;
/** Consecutive late checks, about half a second: one long pause, such as a garbage collection, is no overload. */
const LATE_CHECKS = 10;
/** The minimum share of that time spent on CPU: a process that waits for a core is not overloaded itself. */
const MIN_BUSY_SHARE = 0.25;

/** The time and the CPU time of the event loop's thread, in milliseconds; both are monotonic. */
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

/** Detects overload: every timer of the last half second was late because of the event loop's own work. */
export class EventLoopLoad implements Load {
  readonly #clock: LoadClock;
  readonly #timer: NodeJS.Timeout;
  #last: number;
  #lateChecks = 0;
  /** The last check that was on time. */
  #lastOnTime = { now: 0, worked: 0 };
  #isOverloaded = false;

  constructor(clock: LoadClock = SYSTEM) {
    this.#clock = clock;
    this.#last = clock.now();
    this.#timer = setInterval(() => this.look(), CHECK_MS).unref();
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  /** Measures how late it is called. */
  look(): void {
    const now = this.#clock.now();
    const worked = this.#clock.worked();
    const isLate = now - this.#last - CHECK_MS > LATE_MS;
    this.#last = now;
    this.#lateChecks = isLate ? this.#lateChecks + 1 : 0;
    if (!isLate) this.#lastOnTime = { now, worked };
    const busyMs = worked - this.#lastOnTime.worked;
    const isBusy = busyMs >= MIN_BUSY_SHARE * (now - this.#lastOnTime.now);
    this.#isOverloaded = this.#lateChecks >= LATE_CHECKS && isBusy;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** A load that is never too much. */
export const NO_LOAD: Load = { isOverloaded: false };
