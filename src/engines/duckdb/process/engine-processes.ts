import { setTimeout as sleep } from 'node:timers/promises';
import { EngineProcess, type EngineProcessOptions } from './engine-process.ts';
import type { ProcessEnded } from './process-ended.ts';
import { processMemory } from './process-memory.ts';
import { ProcessPool } from './process-pool.ts';
import { residentMemory } from './resident-memory.ts';
import { sweepSpillFolders } from './spill-folders.ts';

/** Number and limits of engine processes. */
export interface EngineProcessesOptions extends Partial<Omit<EngineProcessOptions, 'onBusy'>> {
  readonly dataDir: string;
  readonly folders: readonly string[];
  /** Processes for stored queries. @default 1 */
  readonly stored?: number;
  /** Processes for callers' SQL. @default 1 */
  readonly callers?: number;
  /** Resident memory of all processes; the largest one is ended beyond it. @default 1.1 GB */
  readonly maxTogether?: number;
  /** Called when a process has ended before `close`. */
  readonly onEnd?: (ended: ProcessEnded) => void;
}

/** What the processes may take together, where nothing is said. */
const DEFAULT_BYTES = 1.1e9;

/** Interval for checking busy processes' memory: at 2 GB/s a process grows by 40 MB in between. */
const WATCH_EVERY_MS = 20;

/** An idle process that keeps more than this part of its share is replaced: the next statement needs the memory. */
const RETAINED_SHARE = 0.6;

/** How long a process has after a statement to free memory. */
const FREE_WITHIN_MS = 500;

/** How long `close` waits for killed processes to end. */
const END_WITHIN_MS = 2_000;

/** The engine processes of a gateway: a pool for stored queries, and one for callers' SQL. The first statement of a pool starts its process. */
export class EngineProcesses {
  readonly stored: ProcessPool;
  readonly callers: ProcessPool;
  readonly #options: EngineProcessOptions;
  readonly #maxTogether: number;
  readonly #share: number;
  readonly #onEnd: (ended: ProcessEnded) => void;
  readonly #all = new Set<EngineProcess>();
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;
  #restarts = 0;

  constructor(options: EngineProcessesOptions) {
    const { stored = 1, callers = 1, onEnd = () => {}, ...rest } = options;
    const count = stored + callers;
    const { maxTogether, ...each } = { ...processMemory(DEFAULT_BYTES, count), ...rest };
    this.#options = { threads: 2, ...each, onBusy: () => this.#watchMemory() };
    this.#maxTogether = maxTogether;
    this.#share = maxTogether / count;
    this.#onEnd = onEnd;
    this.stored = new ProcessPool(stored, () => this.#open());
    this.callers = new ProcessPool(callers, () => this.#open());
    sweepSpillFolders(options.dataDir, Date.now());
  }

  /** The ids of all processes. */
  get pids(): readonly number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** How many processes have ended before `close`. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Starts all processes, instead of on first use; resolves when they can run statements. */
  async start(): Promise<void> {
    await Promise.all([this.stored.start(), this.callers.start()]);
  }

  /** Kills all processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    const ends = [...this.#all].map((process) => process.ended);
    for (const process of this.#all) process.close();
    // Bounded, as a process may hang in the kernel.
    await Promise.race([Promise.all(ends), sleep(END_WITHIN_MS, undefined, { ref: false })]);
  }

  #open(): EngineProcess {
    if (this.#isClosed) throw new Error('Cannot start an engine process: the engine is closed');
    const process = new EngineProcess(this.#options);
    this.#all.add(process);
    void process.ended.then((ended) => {
      this.#all.delete(process);
      if (!this.#isClosed) {
        this.#restarts += 1;
        this.#onEnd(ended);
      }
    });
    return process;
  }

  /** Watches the memory of processes for as long as a statement runs, or one of them has too much. */
  #watchMemory(): void {
    this.#watch ??= setInterval(() => this.#checkMemory(), WATCH_EVERY_MS).unref();
  }

  #checkMemory(): void {
    const watched = [...this.#all].filter(
      (process) => !process.isOver && (process.load > 0 || this.#retainsTooMuch(process)),
    );
    for (const process of watched) this.#measure(process);
    this.#boundTogether();
    if (watched.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** The largest process has more than its share, so that none is ended for what another has borrowed. */
  #boundTogether(): void {
    const busy = [...this.#all].filter((process) => !process.isOver);
    const together = busy.reduce((sum, { resident }) => sum + resident, 0);
    if (together <= this.#maxTogether) return;
    busy.reduce((left, right) => (left.resident > right.resident ? left : right)).endForMemory();
  }

  #measure(process: EngineProcess): void {
    const bytes = process.pid === undefined ? undefined : residentMemory(process.pid);
    if (bytes !== undefined) process.noteResident(bytes);
    if (process.idleMs < FREE_WITHIN_MS || !this.#retainsTooMuch(process)) return;
    process.close(`it kept ${Math.round(process.resident / 1e6)} MB`);
  }

  #retainsTooMuch(process: EngineProcess): boolean {
    return process.resident > this.#share * RETAINED_SHARE;
  }
}
