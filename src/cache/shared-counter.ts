/** Sums that replicas share. */
export interface SharedCounter {
  /**
   * Adds to the sum under a name and returns the new sum; undefined if it is unknown.
   *
   * A sum expires `ttlSeconds` after its first addition.
   */
  add(name: string, amount: number, ttlSeconds: number): Promise<number | undefined>;
}
