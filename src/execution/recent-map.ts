/** How much a map of recent entries may hold. */
export interface RecentLimits {
  readonly entries: number;
  /** The sum of all weights. */
  readonly weight: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** A map that forgets what was not asked for the longest, so that it stays within its limits. */
export class RecentMap<Value> {
  // A `Map` keeps the order of insertion: the first entry is the one that was used least recently.
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #limits: RecentLimits;
  #weight = 0;
  #newest: string | undefined;

  constructor(limits: RecentLimits) {
    this.#limits = limits;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A client that polls asks for the newest entry over and over: its place is the last one already.
    if (key !== this.#newest) this.#append(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, weight: number): void {
    this.#delete(key);
    this.#append(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#isWithinLimits()) return;
      this.#delete(oldest);
    }
  }

  #append(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#newest = key;
  }

  #delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  #isWithinLimits(): boolean {
    const { entries, weight } = this.#limits;
    return this.#entries.size <= entries && this.#weight <= weight;
  }
}
