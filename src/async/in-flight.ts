/** Work that runs once for everybody who asks for it meanwhile, by key; who asks later has it run again. */
export class InFlight<Key, Made> {
  readonly #running = new Map<Key, Promise<Made>>();

  /** What the running work of a key comes to; without any, `work` is what runs. */
  share(key: Key, work: () => Promise<Made>): Promise<Made> {
    return this.#running.get(key) ?? this.#start(key, work);
  }

  #start(key: Key, work: () => Promise<Made>): Promise<Made> {
    const made = work().finally(() => this.#running.delete(key));
    this.#running.set(key, made);
    return made;
  }
}
