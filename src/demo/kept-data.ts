import {
  type MaintenanceOptions,
  StoreMaintenance,
} from '../engines/duckdb/maintenance/store-maintenance.ts';
import { DemoData } from './demo-data.ts';

/** Dependencies and settings of `keepData`. */
export interface KeptDataOptions extends MaintenanceOptions {
  /** Whether demo data are made and kept current. */
  readonly isDemo: boolean;
}

/** What writes to the store while the service runs. */
export interface KeptData {
  close(): Promise<void>;
}

/** Makes the store's data complete and keeps them so: demo rows up to now, small files compacted, old days dropped. */
export async function keepData(options: KeptDataOptions): Promise<KeptData> {
  const { store, isDemo, onError } = options;
  const maintenance = new StoreMaintenance(options);
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
