import type { Tables } from '../endpoint/tables.ts';
import { StoreMaintenance } from '../engines/duckdb/maintenance/store-maintenance.ts';
import type { ParquetStore } from '../engines/duckdb/store/parquet-store.ts';
import { DemoData } from './demo-data.ts';

/** Dependencies and settings of `keepData`. */
export interface KeptDataOptions {
  readonly store: ParquetStore;
  readonly tables: Tables;
  /** Whether demo data are made and kept current. */
  readonly isDemo: boolean;
  /** Days of imported rows to keep; undefined keeps all. */
  readonly keepDays: number | undefined;
  /** How long a file that was replaced stays. */
  readonly graceMs: number;
  /** Called when the data could not be written; it is tried again. */
  readonly onError: (error: unknown) => void;
}

/** What writes to the store while the service runs. */
export interface KeptData {
  close(): Promise<void>;
}

/** Makes the store's data complete and keeps them so: demo rows up to now, small files compacted, old days dropped. */
export async function keepData(options: KeptDataOptions): Promise<KeptData> {
  const { store, tables, isDemo, keepDays, graceMs, onError } = options;
  const maintenance = new StoreMaintenance({ store, tables, keepDays, graceMs, onError });
  const demo = isDemo ? new DemoData({ store, now: Date.now, onError }) : undefined;
  await maintenance.prepare();
  await demo?.start();
  maintenance.start();
  return {
    close: async () => {
      await Promise.all([demo?.close(), maintenance.close()]);
    },
  };
}
