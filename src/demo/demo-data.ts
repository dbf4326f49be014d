import type { ParquetStore } from '../engines/duckdb/store/parquet-store.ts';
import { planDemo } from './demo-plan.ts';
import { DEMO_TABLES } from './demo-tables.ts';
import { DemoWriter } from './demo-writer.ts';
import type { DemoFile } from './writer-messages.ts';

/** Dependencies and settings of `DemoData`. */
export interface DemoDataOptions {
  readonly store: ParquetStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** @default 10 seconds */
  readonly intervalMs?: number;
  /** How long replaced files are kept for running queries. @default 2 minutes */
  readonly graceMs?: number;
  /** Called when an update fails; the next one tries again. */
  readonly onError?: (error: unknown) => void;
}

/** Keeps the demo data of all log tables complete up to now; files from other sources are not changed. */
export class DemoData {
  readonly #options: DemoDataOptions;
  readonly #intervalMs: number;
  readonly #graceTicks: number;
  readonly #writer = new DemoWriter();
  /** Ticks since each file was replaced, by path; ticks, unlike clocks, do not jump. */
  #retired = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: DemoDataOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 10_000;
    this.#graceTicks = Math.ceil((options.graceMs ?? 120_000) / this.#intervalMs) + 1;
  }

  /** Resolves when the data are complete, and keeps them complete until `close`. */
  async start(): Promise<void> {
    await this.update();
    this.#schedule();
  }

  /** Writes missing data up to now and deletes files that are no longer read. */
  async update(): Promise<void> {
    const { store } = this.#options;
    // Rows at the very microsecond of `now` are not in the future: the range's end is exclusive.
    const now = Math.floor(this.#options.now() * 1_000) + 1;
    const missing: DemoFile[] = [];
    const seen = new Map<string, number>();
    for (const { table } of DEMO_TABLES) {
      const folders = store.days(table).map((day) => ({ day, names: store.names(table, day) }));
      const plan = planDemo(now, folders);
      for (const { day, name } of plan.retract) store.remove(table, day, name);
      for (const { day, name } of plan.retire) this.#retire(table, day, name, seen);
      missing.push(...plan.write.map((range) => ({ table, range })));
    }
    this.#retired = seen;
    await this.#writeAll(missing);
  }

  /** Stops updating, even during an update. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#writer.close();
    await this.#running;
  }

  #retire(table: string, day: string, name: string, seen: Map<string, number>): void {
    const path = this.#options.store.path(table, day, name);
    const ticks = (this.#retired.get(path) ?? 0) + 1;
    if (ticks > this.#graceTicks) this.#options.store.remove(table, day, name);
    else seen.set(path, ticks);
  }

  /** Today first, so that a first start has recent data before all days are written. */
  async #writeAll(files: readonly DemoFile[]): Promise<void> {
    if (files.length === 0 || this.#closed) return;
    const sorted = [...files].sort((a, b) => b.range.start - a.range.start);
    await this.#writer.write({ directory: this.#options.store.directory, files: sorted });
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#tick();
    }, this.#intervalMs);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    try {
      await this.update();
    } catch (error) {
      if (!this.#closed) this.#options.onError?.(error);
    }
    this.#schedule();
  }
}
