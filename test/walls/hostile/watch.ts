import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes, type ServerProcess } from '../server-process.ts';

const SAMPLE_EVERY_MS = 25;
const ASK_EVERY_MS = 100;
const MAX_HEALTH_MS = 1_000;
/** The default of `MEMORY`. */
const MAX_BYTES = 2e9;
const MAX_TRIES = 5;
const MINUTE = 60_000;

/** Watches an attacked gateway: memory of all its processes, health, and answers of stored queries. */
export class Watch {
  readonly #key: string;
  readonly #windows: readonly string[];
  readonly #expected = new Map<string, string>();
  readonly #failures: string[] = [];
  #isOver = false;
  #loops: Promise<void>[] = [];
  #peak = 0;
  #slowest = 0;
  #answers = 0;
  #maxHealthMs = MAX_HEALTH_MS;

  constructor(key: string, windows: number) {
    this.#key = key;
    const last = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE;
    this.#windows = Array.from({ length: windows }, (_, i) => {
      const start = last - (i + 1) * MINUTE;
      return new URLSearchParams({
        project: 'demo',
        project_tier: 'ENTERPRISE',
        iso_timestamp_start: new Date(start).toISOString(),
        iso_timestamp_end: new Date(start + MINUTE - 1).toISOString(),
      }).toString();
    });
  }

  /** Asks a gateway that is left in peace for the right answers. */
  async learn(server: ServerProcess): Promise<void> {
    for (const window of this.#windows)
      this.#expected.set(window, await this.#askCalmly(server, window));
  }

  /** Starts the process of stored queries, as the first of them does. */
  async warmUp(server: ServerProcess): Promise<void> {
    await this.#askCalmly(server, this.#windows[0] ?? '');
  }

  /** Asks again where the start of a process took longer than a query may. */
  async #askCalmly(server: ServerProcess, window: string): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#ask(server, window);
      if (answer.startsWith('{"result"') || tries === MAX_TRIES) return answer;
    }
  }

  /** `aloneMs` is what a small statement takes on this machine before the attack. */
  start(server: ServerProcess, aloneMs: number): void {
    this.#maxHealthMs = Math.max(MAX_HEALTH_MS, 5 * aloneMs);
    this.#loops = [this.#sample(server), this.#health(server), this.#stored(server)];
  }

  /** Ends the watch and returns what was wrong. */
  async stop(): Promise<readonly string[]> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    process.stdout.write(
      `  most memory of all processes ${Math.round(this.#peak / 1e6)} MB, slowest /livez ${Math.round(this.#slowest)} ms, ${this.#answers} stored answers\n`,
    );
    if (this.#peak > MAX_BYTES) this.#failures.push(`all processes took ${this.#peak} bytes`);
    return this.#failures;
  }

  async #sample(server: ServerProcess): Promise<void> {
    while (!this.#isOver) {
      const bytes = server.pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
      this.#peak = Math.max(this.#peak, bytes);
      await sleep(SAMPLE_EVERY_MS);
    }
  }

  async #health(server: ServerProcess): Promise<void> {
    while (!this.#isOver) {
      const begin = performance.now();
      const { status } = await fetch(`${server.url}/livez`);
      const took = performance.now() - begin;
      this.#slowest = Math.max(this.#slowest, took);
      if (status !== 200 || took > this.#maxHealthMs)
        this.#failures.push(`/livez: ${status} in ${took} ms`);
      await sleep(ASK_EVERY_MS);
    }
  }

  async #stored(server: ServerProcess): Promise<void> {
    for (let i = 0; !this.#isOver; i += 1) {
      const window = this.#windows[i % this.#windows.length] ?? '';
      const answer = await this.#ask(server, window);
      if (answer !== this.#expected.get(window)) {
        this.#failures.push(`a stored query answered ${answer.slice(0, 200)}`);
      }
      this.#answers += 1;
      await sleep(ASK_EVERY_MS);
    }
  }

  async #ask(server: ServerProcess, window: string): Promise<string> {
    const response = await fetch(`${server.url}/api/endpoints/query/logs.all?${window}`, {
      headers: { 'x-api-key': this.#key },
    });
    return response.text();
  }
}
