import type { TableScan } from '#googlesql';
import type { TableSource } from './table-source.ts';

/** The rows that each scan of a statement reads. */
export type ScanSources = ReadonlyMap<TableScan, TableSource>;
