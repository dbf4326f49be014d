const MS_PER_DAY = 86_400_000;

/**
 * The bytes that were billed on the current UTC day, by who has to answer for them: a key, or warming.
 *
 * It is kept in memory: a process that starts anew starts at zero, and replicas count each for itself. Runs that
 * overlap see the same rest, so a limit can be passed by what runs at the same time.
 */
export class ByteBudget {
  readonly #now: () => number;
  readonly #spent = new Map<string, number>();
  #day = Number.NaN;

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The current UTC day, as a count since the epoch. */
  get day(): number {
    return Math.floor(this.#now() / MS_PER_DAY);
  }

  /** What may still be spent today of a daily limit. */
  rest(name: string, limit: number): number {
    return Math.max(0, limit - (this.#today().get(name) ?? 0));
  }

  /** Counts what was billed. */
  charge(name: string, bytes: number): void {
    const spent = this.#today();
    if (bytes > 0) spent.set(name, (spent.get(name) ?? 0) + bytes);
  }

  /** Takes note that at least so many bytes were billed today, here and elsewhere. */
  raise(name: string, bytes: number): void {
    const spent = this.#today();
    spent.set(name, Math.max(bytes, spent.get(name) ?? 0));
  }

  /** When the next UTC day begins, as ISO 8601. */
  resetsAt(): string {
    return new Date((this.day + 1) * MS_PER_DAY).toISOString();
  }

  #today(): Map<string, number> {
    const { day } = this;
    if (day !== this.#day) this.#spent.clear();
    this.#day = day;
    return this.#spent;
  }
}
