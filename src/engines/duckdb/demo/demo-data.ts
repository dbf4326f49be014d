import type { Table } from '../../../googlesql/table.ts';
import type { Tables } from '../../../tables.ts';
import { demoFileName } from '../data-file.ts';
import type { ParquetStore } from '../parquet-store.ts';
import { ParquetWriter } from '../parquet-writer.ts';
import type { TimeRange } from '../time-range.ts';
import { planDemo, rangeDay } from './demo-plan.ts';
import { type DemoTable, demoRowsSql } from './demo-table.ts';
import { DEMO_TABLES } from './demo-tables.ts';

/** What demo data need to stay current. */
export interface DemoDataOptions {
  readonly store: ParquetStore;
  readonly tables: Tables;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** @default 10 seconds */
  readonly intervalMs?: number;
  /** How long a running query may still read a file that has been replaced. @default 2 minutes */
  readonly graceMs?: number;
  /** Hears of a failed update; the next one tries again. */
  readonly onError?: (error: unknown) => void;
}

/** Files of work that are written at the same time: rows of one file are made by one thread. */
const PARALLEL_WRITES = 2;

interface DemoFile {
  readonly demo: DemoTable;
  readonly table: Table;
  readonly range: TimeRange;
}

/** Keeps the demo data of all log tables complete up to now; files that it did not make stay untouched. */
export class DemoData {
  readonly #options: DemoDataOptions;
  readonly #intervalMs: number;
  readonly #graceTicks: number;
  /** Ticks for which each replaced file has been seen, by path: ticks do not jump as clocks do. */
  #retired = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: DemoDataOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 10_000;
    this.#graceTicks = Math.ceil((options.graceMs ?? 120_000) / this.#intervalMs) + 1;
  }

  /** Resolves when the data are complete, and keeps them so until `close`. */
  async start(): Promise<void> {
    await this.update();
    this.#schedule();
  }

  /** Writes what is missing up to now and deletes what nobody reads any more. */
  async update(): Promise<void> {
    const { store, tables } = this.#options;
    // Rows at the very microsecond of `now` are not in the future: the range's end is exclusive.
    const now = Math.floor(this.#options.now() * 1_000) + 1;
    const missing: DemoFile[] = [];
    const seen = new Map<string, number>();
    for (const demo of DEMO_TABLES) {
      const table = tables.get(demo.table);
      if (!table) throw new Error(`Cannot make demo data: there is no table "${demo.table}"`);
      const folders = store
        .days(demo.table)
        .map((day) => ({ day, names: store.names(demo.table, day) }));
      const plan = planDemo(now, folders);
      for (const { day, name } of plan.retract) store.remove(demo.table, day, name);
      for (const { day, name } of plan.retire) this.#retire(demo.table, day, name, seen);
      missing.push(...plan.write.map((range) => ({ demo, table, range })));
    }
    this.#retired = seen;
    await this.#writeAll(missing);
  }

  /** Stops updating, after a running update has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #retire(table: string, day: string, name: string, seen: Map<string, number>): void {
    const path = this.#options.store.path(table, day, name);
    const ticks = (this.#retired.get(path) ?? 0) + 1;
    if (ticks > this.#graceTicks) this.#options.store.remove(table, day, name);
    else seen.set(path, ticks);
  }

  /** Today first: a first start can show something before all days are there. */
  async #writeAll(files: readonly DemoFile[]): Promise<void> {
    const queue = [...files].sort((a, b) => b.range.start - a.range.start);
    if (queue.length === 0) return;
    // An idle DuckDB keeps the memory of its busiest moment, some 200 MB; opening one takes 20 ms.
    const writer = await ParquetWriter.open(this.#options.store, {
      memory: '256MB',
      threads: PARALLEL_WRITES,
    });
    const work = async () => {
      for (let file = queue.shift(); file && !this.#closed; file = queue.shift()) {
        const { demo, table, range } = file;
        const place = { table: table.name, day: rangeDay(range), name: demoFileName(range) };
        await writer.write(place, demoRowsSql(demo, table, range));
      }
    };
    // Both workers end before their DuckDB is closed, also when one of them fails.
    const ends = await Promise.allSettled(Array.from({ length: PARALLEL_WRITES }, work));
    writer.close();
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
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
      this.#options.onError?.(error);
    }
    this.#schedule();
  }
}
