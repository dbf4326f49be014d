import { fileURLToPath } from 'node:url';
import type { Manifest } from '../engines/duckdb/store/manifest.ts';
import type { ParquetStore } from '../engines/duckdb/store/parquet-store.ts';
import { WriterProcess } from '../engines/duckdb/writer/writer-process.ts';
import type { DemoOrder, WriterOrder } from './demo-order.ts';
import { type DemoFile, planDemo } from './demo-plan.ts';
import { DEMO_TABLES } from './demo-tables.ts';

const ENTRY = fileURLToPath(new URL('./entry.ts', import.meta.url));

/** Dependencies and settings of `DemoData`. */
export interface DemoDataOptions {
  readonly store: ParquetStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** @default 10 seconds */
  readonly intervalMs?: number;
  /** Called when an update fails; the next one tries again. */
  readonly onError?: (error: unknown) => void;
}

/** Keeps the demo data of all log tables complete up to now; files from other sources are not changed. */
export class DemoData {
  readonly #options: DemoDataOptions;
  readonly #intervalMs: number;
  readonly #writer = new WriterProcess<WriterOrder>(ENTRY, 'write the demo data');
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: DemoDataOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 10_000;
  }

  /** Resolves when the data are complete, and keeps them complete until `close`. */
  async start(): Promise<void> {
    await this.update();
    this.#schedule();
  }

  /** Writes missing data up to now, and removes what is too old or in the future. */
  async update(): Promise<void> {
    const { store } = this.#options;
    // Rows at the very microsecond of `now` are not in the future: the range's end is exclusive.
    const now = Math.floor(this.#options.now() * 1_000) + 1;
    const tables = DEMO_TABLES.flatMap(({ table }): readonly DemoOrder[] => {
      // A table that cannot be read fails in statements and checks, which tell of it; the others go on.
      const manifest = store.folder(table).readableManifest();
      return manifest ? [{ table, ...planDemo(now, demoFiles(manifest)) }] : [];
    }).filter(({ write, remove }) => write.length > 0 || remove.length > 0);
    if (tables.length === 0 || this.#closed) return;
    await this.#writer.run({ directory: store.directory, tables });
  }

  /** Stops updating, even during an update. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#writer.close();
    await this.#running;
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

/** The files of a table that have demo rows. */
export function demoFiles({ files }: Manifest): readonly DemoFile[] {
  return files.flatMap(({ path, demo }) => (demo ? [{ path, range: demo }] : []));
}
