import { BIGQUERY } from './rows/bigquery.ts';
import { NETWORK } from './rows/network.ts';
import { REDIS } from './rows/redis.ts';
import { REPLICAS } from './rows/replicas.ts';
import type { Group } from './table.ts';

/** Every fault, in the order in which they are tried. */
export const GROUPS: readonly Group[] = [
  { title: 'BigQuery', faults: BIGQUERY },
  { title: 'The way to BigQuery', faults: NETWORK },
  { title: 'Redis', faults: REDIS },
  { title: 'Replicas', faults: REPLICAS },
];
