/** A clock that stands still until a test moves it. */
export class TestClock {
  #now: bigint;

  /** Microseconds since the epoch. @default 2026-07-01T12:00:00Z */
  constructor(now = 1_782_907_200_000_000n) {
    this.#now = now;
  }

  /** Reads the clock; bound, so that it can be handed on. */
  readonly now = (): bigint => this.#now;

  advance(seconds: number): void {
    this.#now += BigInt(Math.round(seconds * 1e6));
  }
}
