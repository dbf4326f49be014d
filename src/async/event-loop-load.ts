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

/** Overload as the event loop shows it: every timer of the last half second was late. */
export class EventLoopLoad implements Load {
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #last: number;
  #lateLooks = 0;

  /** `now` is in milliseconds and never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#last = now();
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  get isOverloaded(): boolean {
    return this.#lateLooks >= LATE_LOOKS;
  }

  /** Takes note of how late it is called. */
  look(): void {
    const now = this.#now();
    const isLate = now - this.#last - LOOK_MS > LATE_MS;
    this.#last = now;
    this.#lateLooks = isLate ? this.#lateLooks + 1 : 0;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** For a process that takes whatever comes. */
export const NO_LOAD: Load = { isOverloaded: false };
