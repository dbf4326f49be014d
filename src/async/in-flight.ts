/** The work as a function whose calls share one run while it lasts. */
export function shareRunning<Made>(work: () => Promise<Made>): () => Promise<Made> {
  const running = new InFlight<undefined, Made>();
  return () => running.share(undefined, work);
}

/** Shares running work by key: callers that arrive while it runs get the same promise; later ones start it again. */
export class InFlight<Key, Made> {
  readonly #running = new Map<Key, Promise<Made>>();

  /** The running work of a key, or `work` if none is running. */
  share(key: Key, work: () => Promise<Made>): Promise<Made> {
    return this.#running.get(key) ?? this.#start(key, work);
  }

  #start(key: Key, work: () => Promise<Made>): Promise<Made> {
    const made = work().finally(() => this.#running.delete(key));
    this.#running.set(key, made);
    return made;
  }
}
