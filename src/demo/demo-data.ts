import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../engines/duckdb/store/manifest.ts';
import type { TableFiles } from '../engines/duckdb/tables/table-files.ts';
import { WriterProcess } from '../engines/duckdb/writer/writer-process.ts';
import type { Table } from '../googlesql/index.ts';
import type { Tables } from '../project/tables.ts';
import { type DemoFile, type DemoPlan, planDemo } from './demo-plan.ts';
import { DEMO_TABLES } from './demo-tables.ts';

const ENTRY = fileURLToPath(new URL('./entry.ts', import.meta.url));

/** The changes of one table's demo data. */
export interface DemoOrder extends DemoPlan {
  readonly table: Table;
}

/** The message to the writer process. */
export interface WriterOrder {
  readonly directory: string;
  readonly tables: readonly DemoOrder[];
}

/** Dependencies and settings of `DemoData`. */
export interface DemoDataOptions {
  readonly store: TableFiles;
  /** Those without demo data are left alone. */
  readonly tables: Tables;
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
  readonly #writer = new WriterProcess<WriterOrder>(ENTRY, 'write the demo data');
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: DemoDataOptions) {
    this.#options = options;
  }

  /** Resolves when the data are complete, and keeps them complete until `close`. */
  async start(): Promise<void> {
    await this.update({ isUrgent: true });
    this.#running = this.#keepCurrent(this.#closing.signal);
  }

  /** Writes missing data up to now, and removes what is too old or in the future. */
  async update(priority?: { readonly isUrgent: boolean }): Promise<void> {
    const { store } = this.#options;
    // Rows at the very microsecond of `now` are not in the future: the range's end is exclusive.
    const now = Math.floor(this.#options.now() * 1_000) + 1;
    const tables = DEMO_TABLES.flatMap(({ table: name }): readonly DemoOrder[] => {
      const table = this.#options.tables.get(name);
      // A table that cannot be read fails in statements and checks, which tell of it; the others go on.
      const manifest = table && store.folder(name).readableManifest();
      return manifest ? [{ table, ...planDemo(now, demoFiles(manifest)) }] : [];
    }).filter(({ write, remove }) => write.length > 0 || remove.length > 0);
    if (tables.length === 0 || this.#closing.signal.aborted) return;
    await this.#writer.run({ directory: store.dataDir, tables }, priority);
  }

  /** Stops updating, even during an update. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#writer.close();
    await this.#running;
  }

  async #keepCurrent(signal: AbortSignal): Promise<void> {
    const { intervalMs = 10_000, onError } = this.#options;
    while (!signal.aborted) {
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.update().catch((error) => {
        if (!signal.aborted) onError?.(error);
      });
    }
  }
}

/** The files of a table that have demo rows. */
export function demoFiles({ files }: Manifest): readonly DemoFile[] {
  return files.flatMap(({ path, demo }) => (demo ? [{ path, range: demo }] : []));
}
