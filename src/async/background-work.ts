import { withDeadline } from './deadline.ts';

/** Work that may go on after its caller was answered. */
export class BackgroundWork {
  readonly #running = new Set<Promise<unknown>>();

  /** Follows work until it has settled. */
  add(work: Promise<unknown>): void {
    const ended = work.then(
      () => {},
      () => {},
    );
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
  }

  /** Resolves when all work has settled, or after `ms`; never rejects. */
  async settled(ms: number): Promise<void> {
    const deadline = { ms, error: () => new Error('Work goes on') };
    await withDeadline(deadline, async (stop) => {
      while (this.#running.size > 0 && !stop.aborted) await Promise.all(this.#running);
    }).catch(() => {});
  }
}
