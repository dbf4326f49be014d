import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Tables } from '../../../project/tables.ts';
import { dayOf } from '../store/day.ts';
import { EMPTY_MANIFEST } from '../store/manifest.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { WriterProcess } from '../writer/writer-process.ts';
import { mayHaveLeftovers, needsConversion, needsMaintenance } from './due.ts';

const ENTRY = fileURLToPath(new URL('./entry.ts', import.meta.url));
const MS_PER_DAY = 86_400_000;
const INTERVAL_MS = 60_000;

/** The message to the maintenance process. */
export interface MaintenanceOrder {
  readonly directory: string;
  readonly tables: Tables;
  /** Imported rows of earlier days are dropped: `2026-07-01`; undefined keeps all. */
  readonly firstDay?: string | undefined;
  /** Whether the service starts: tables are converted and leftovers deleted only then. */
  readonly isStart: boolean;
}

/** Dependencies and settings of `StoreMaintenance`. */
export interface MaintenanceOptions {
  readonly store: ParquetStore;
  readonly tables: Tables;
  /** Days of imported rows to keep, today not counted; undefined keeps all. */
  readonly keepDays: number | undefined;
  /** How long a file that was replaced stays, for statements of other processes. */
  readonly graceMs: number;
  /** Called when something could not be done; it is tried again at the next interval. */
  readonly onError: (error: unknown) => void;
}

/** Keeps the store tidy while the service runs: compacts small files, drops old days, deletes replaced files. */
export class StoreMaintenance {
  readonly #options: MaintenanceOptions;
  readonly #process = new WriterProcess<MaintenanceOrder>(ENTRY, 'tidy the data');
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #hasLeftovers = true;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
  }

  /** Converts data of an earlier release, without which nothing can be read. Before this process writes anything. */
  async prepare(): Promise<void> {
    const { store, tables } = this.#options;
    if (needsConversion(store, tables)) await this.#convert();
    try {
      this.#hasLeftovers = mayHaveLeftovers(store, tables);
    } catch {
      // A folder that cannot be read is told of by the attempt to delete what is in it.
    }
  }

  /** A table that cannot be converted fails in statements and checks; the others go on, if there are any. */
  async #convert(): Promise<void> {
    const { store, tables, onError } = this.#options;
    try {
      await this.#order({ isStart: true }, { isUrgent: true });
    } catch (error) {
      if (![...tables.keys()].some((table) => store.folder(table).hasManifest())) throw error;
      onError(error);
    }
  }

  /** Deletes what dead writers left, in the background, and keeps the store tidy until `close`. */
  start(): void {
    this.#running = this.#keepTidy(this.#closing.signal);
  }

  /** Does now what is due. */
  async update(now = Date.now()): Promise<void> {
    const { store, tables, keepDays } = this.#options;
    await this.#deleteRetired(now);
    const firstDay =
      keepDays === undefined ? undefined : dayOf((now - keepDays * MS_PER_DAY) * 1_000);
    const isDue = [...tables.keys()].some((table) => {
      const manifest = store.folder(table).readableManifest();
      return manifest !== undefined && needsMaintenance(manifest, firstDay);
    });
    if (isDue && !this.#closing.signal.aborted) await this.#order({ isStart: false, firstDay });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#process.close();
    await this.#running;
  }

  #order(
    order: Omit<MaintenanceOrder, 'directory' | 'tables'>,
    priority?: { readonly isUrgent: boolean },
  ): Promise<void> {
    const { store, tables } = this.#options;
    return this.#process.run({ directory: store.directory, tables, ...order }, priority);
  }

  /** Deletes files that no manifest names any longer; their paths are never used again. */
  async #deleteRetired(now: number): Promise<void> {
    const { store, tables, graceMs } = this.#options;
    for (const table of tables.keys()) {
      const folder = store.folder(table);
      // A table that cannot be read fails in statements and checks, which tell of it; the others are kept tidy.
      const { retired } = folder.readableManifest() ?? EMPTY_MANIFEST;
      for (const { path, at } of retired) {
        const file = join(folder.path, path);
        if (at + graceMs < now && !store.isHeld(file)) await rm(file, { force: true });
      }
    }
  }

  async #keepTidy(signal: AbortSignal): Promise<void> {
    if (this.#hasLeftovers) await this.#attempt(() => this.#order({ isStart: true }));
    while (!signal.aborted) {
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.#attempt(() => this.update());
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.onError(error);
    }
  }
}
