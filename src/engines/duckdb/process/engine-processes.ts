import { setTimeout as sleep } from 'node:timers/promises';
import { EngineProcess, type EngineProcessOptions } from './engine-process.ts';
import type { ProcessEnded } from './process-ended.ts';
import { processMemory } from './process-memory.ts';
import { ProcessPool } from './process-pool.ts';
import { residentMemory } from './resident-memory.ts';
import { sweepSpillFolders } from './spill-folders.ts';

/** How many engine processes there are, and what each may use. */
export interface EngineProcessesOptions extends Partial<EngineProcessOptions> {
  readonly directory: string;
  /** Processes for stored queries. @default 1 */
  readonly stored?: number;
  /** Processes for callers' SQL. @default 1 */
  readonly callers?: number;
  /** Resident memory of all processes but the spare; the largest one is ended beyond it. @default 1.1 GB */
  readonly maxTogether?: number;
  /** Whether a started process stands ready to replace one that has ended. @default false */
  readonly hasSpare?: boolean;
  /** Hears of a process that has ended before `close`. */
  readonly onEnd?: (ended: ProcessEnded) => void;
}

/** What the processes may take together, where nothing is said. */
const DEFAULT_BYTES = 1.1e9;

/** How often the memory of busy processes is looked at: at 2 GB a second one grows by 40 MB meanwhile. */
const WATCH_EVERY_MS = 20;

/** An idle process that keeps more than this part of its share is replaced: the next statement needs the memory. */
const KEPT_PART = 0.6;

/** How long a process has after a statement to free what that has taken. */
const FREE_WITHIN_MS = 500;

/** How long the end of killed processes is waited for. */
const END_WITHIN_MS = 2_000;

/** The engine processes of a gateway: one pool for stored queries, another one for callers' SQL, and a spare. */
export class EngineProcesses {
  readonly stored: ProcessPool;
  readonly callers: ProcessPool;
  readonly #options: EngineProcessOptions;
  readonly #maxTogether: number;
  readonly #share: number;
  readonly #hasSpare: boolean;
  readonly #onEnd: (ended: ProcessEnded) => void;
  readonly #all = new Set<EngineProcess>();
  #spare: EngineProcess | undefined;
  #watch: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isClosed = false;

  constructor(options: EngineProcessesOptions) {
    const { stored = 1, callers = 1, hasSpare = false, onEnd = () => {}, ...rest } = options;
    const count = stored + callers;
    const { maxTogether, ...each } = { ...processMemory(DEFAULT_BYTES, count), ...rest };
    this.#options = { threads: 2, ...each };
    this.#maxTogether = maxTogether;
    this.#share = maxTogether / count;
    this.#hasSpare = hasSpare;
    this.#onEnd = onEnd;
    this.stored = new ProcessPool(stored, () => this.#take());
    this.callers = new ProcessPool(callers, () => this.#take());
    sweepSpillFolders(options.directory, Date.now());
  }

  /** The ids of all processes, the spare among them. */
  get pids(): readonly number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** Starts everything at once, instead of when it is needed first; resolves when statements can be run. */
  async start(): Promise<void> {
    await Promise.all([this.stored.start(), this.callers.start()]);
    this.#isStarted = true;
    this.#refill();
  }

  /** Ends all processes, whatever they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.stored.close();
    this.callers.close();
    const ends = [...this.#all].map((process) => process.ended);
    for (const process of this.#all) process.close();
    // One that hangs in the kernel is not ours to wait for.
    await Promise.race([Promise.all(ends), sleep(END_WITHIN_MS, undefined, { ref: false })]);
  }

  /** The spare, or a new process where there is none. */
  #take(): EngineProcess {
    const spare = this.#spare;
    this.#spare = undefined;
    setImmediate(() => this.#refill());
    return spare && !spare.isOver ? spare : this.#open();
  }

  #open(): EngineProcess {
    if (this.#isClosed) throw new Error('Cannot start an engine process: the engine is closed');
    const process = new EngineProcess(this.#options);
    this.#all.add(process);
    void process.ended.then((ended) => {
      this.#all.delete(process);
      if (!this.#isClosed) this.#onEnd(ended);
      if (this.#spare === process) this.#spare = undefined;
      if (process.hasOpened) this.#refill();
    });
    this.#watch ??= setInterval(() => this.#lookAtMemory(), WATCH_EVERY_MS).unref();
    return process;
  }

  #refill(): void {
    if (!this.#hasSpare || !this.#isStarted || this.#isClosed) return;
    // A process that is ending has not given its memory back: a new one beside it would be one too many.
    const isOneEnding = [...this.#all].some(({ isOver }) => isOver);
    if (!isOneEnding && !this.#spare) this.#spare = this.#open();
  }

  #lookAtMemory(): void {
    for (const process of this.#all) {
      const isOfInterest = process.load > 0 || this.#keepsMuch(process);
      if (!process.isOver && isOfInterest) this.#lookAt(process);
    }
    this.#boundTogether();
  }

  /** The largest process has more than its share, so that none is ended for what another has borrowed. */
  #boundTogether(): void {
    const busy = [...this.#all].filter((process) => !process.isOver && process !== this.#spare);
    const together = busy.reduce((sum, { resident }) => sum + resident, 0);
    if (together <= this.#maxTogether) return;
    busy.reduce((left, right) => (left.resident > right.resident ? left : right)).endForMemory();
  }

  #lookAt(process: EngineProcess): void {
    const bytes = process.pid === undefined ? undefined : residentMemory(process.pid);
    if (bytes !== undefined) process.noteResident(bytes);
    if (process.idleMs < FREE_WITHIN_MS || !this.#keepsMuch(process)) return;
    process.close(`it kept ${Math.round(process.resident / 1e6)} MB`);
  }

  #keepsMuch(process: EngineProcess): boolean {
    return process.resident > this.#share * KEPT_PART;
  }
}
