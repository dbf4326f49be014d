import { BIGQUERY } from './rows/bigquery.ts';
import type { Group } from './table.ts';

/** Every fault, in the order in which they are tried. */
export const GROUPS: readonly Group[] = [{ title: 'BigQuery', faults: BIGQUERY }];
