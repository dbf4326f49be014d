/** Sums that replicas have in common. */
export interface SharedCounter {
  /**
   * Adds to the sum under a name and gives the new sum; undefined when it is not known.
   *
   * A sum is forgotten `ttlSeconds` after the first addition.
   */
  add(name: string, amount: number, ttlSeconds: number): Promise<number | undefined>;
}
