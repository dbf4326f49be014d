import {
  type MaintenanceOptions,
  StoreMaintenance,
} from '../engines/duckdb/maintenance/store-maintenance.ts';
import { DemoData } from './demo-data.ts';

/** Dependencies and settings of `startStoreUpkeep`. */
export interface StoreUpkeepOptions extends MaintenanceOptions {
  /** Whether demo data are made and kept current. */
  readonly isDemo: boolean;
}

/** What writes to the store while the service runs. */
export interface StoreUpkeep {
  close(): Promise<void>;
}

/**
 * Starts what writes to the store while the service runs: its maintenance, and demo data if they are wanted. Resolves
 * once data of an earlier release are converted and demo rows reach up to now.
 */
export async function startStoreUpkeep(options: StoreUpkeepOptions): Promise<StoreUpkeep> {
  const { store, tables, isDemo, onError } = options;
  const maintenance = new StoreMaintenance(options);
  const demo = isDemo ? new DemoData({ store, tables, now: Date.now, onError }) : undefined;
  await maintenance.prepare();
  await demo?.start();
  maintenance.start();
  return {
    close: async () => {
      await Promise.all([demo?.close(), maintenance.close()]);
    },
  };
}
