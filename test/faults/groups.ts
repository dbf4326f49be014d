import { BIGQUERY } from './rows/bigquery.ts';
import { CLIENTS } from './rows/clients.ts';
import { EMBEDDED } from './rows/embedded.ts';
import { INPUT } from './rows/input.ts';
import { LOAD } from './rows/load.ts';
import { NETWORK } from './rows/network.ts';
import { PROCESS } from './rows/process.ts';
import { REDIS } from './rows/redis.ts';
import { REPLICAS } from './rows/replicas.ts';
import { TENANTS } from './rows/tenants.ts';
import { TIME } from './rows/time.ts';
import type { Group } from './table.ts';

/** Every fault, in the order in which they are tried. */
export const GROUPS: readonly Group[] = [
  { title: 'BigQuery', faults: BIGQUERY },
  { title: 'The way to BigQuery', faults: NETWORK },
  { title: 'Redis', faults: REDIS },
  { title: 'Replicas', faults: REPLICAS },
  { title: 'Clients', faults: CLIENTS },
  { title: 'Input', faults: INPUT },
  { title: 'Keys, tenants and log', faults: TENANTS },
  { title: 'Time', faults: TIME },
  { title: 'Processes', faults: PROCESS },
  { title: 'Load', faults: LOAD },
  { title: 'Embedded engine and disk', faults: EMBEDDED },
];
