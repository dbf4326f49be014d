const MS_PER_DAY = 86_400_000;

/**
 * The bytes that each key was billed for on the current UTC day.
 *
 * It is kept in memory: a process that starts anew starts at zero, and replicas count each for itself. Runs that
 * overlap see the same rest, so a key can pass its limit by what runs at the same time.
 */
export class ByteBudget {
  readonly #now: () => number;
  readonly #spent = new Map<string, number>();
  #day = Number.NaN;

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** What a key with this daily limit may still spend today. */
  rest(keyId: string, limit: number): number {
    this.#turnDay();
    return Math.max(0, limit - (this.#spent.get(keyId) ?? 0));
  }

  /** Counts what a key was billed for. */
  charge(keyId: string, bytes: number): void {
    this.#turnDay();
    if (bytes > 0) this.#spent.set(keyId, (this.#spent.get(keyId) ?? 0) + bytes);
  }

  /** When the next UTC day begins, as ISO 8601. */
  resetsAt(): string {
    return new Date((this.#today() + 1) * MS_PER_DAY).toISOString();
  }

  #today(): number {
    return Math.floor(this.#now() / MS_PER_DAY);
  }

  #turnDay(): void {
    const today = this.#today();
    if (today === this.#day) return;
    this.#day = today;
    this.#spent.clear();
  }
}
