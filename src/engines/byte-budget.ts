const MS_PER_DAY = 86_400_000;

/**
 * Bytes billed on the current UTC day, by name: a key's id, or warming.
 *
 * Kept in memory: it restarts at zero with the process, and each replica counts for itself. Concurrent runs see the
 * same remainder, so together they can exceed a limit.
 */
export class ByteBudget {
  readonly #now: () => number;
  readonly #spent = new Map<string, number>();
  #day = Number.NaN;

  /** `now` returns milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The current UTC day, in days since the epoch. */
  get day(): number {
    return Math.floor(this.#now() / MS_PER_DAY);
  }

  /** Bytes left today of a daily limit. */
  rest(name: string, limit: number): number {
    return Math.max(0, limit - (this.#today().get(name) ?? 0));
  }

  /** Adds billed bytes. */
  charge(name: string, bytes: number): void {
    const spent = this.#today();
    if (bytes > 0) spent.set(name, (spent.get(name) ?? 0) + bytes);
  }

  /** Raises today's bytes to at least this many, as known from other replicas. */
  raise(name: string, bytes: number): void {
    const spent = this.#today();
    spent.set(name, Math.max(bytes, spent.get(name) ?? 0));
  }

  /** Start of the next UTC day, in ISO 8601. */
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
