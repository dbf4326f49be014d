import type { Table, TableColumn } from './table.ts';
import { SCALARS } from './types.ts';

/** The column of wildcard tables that has what their `*` stands for. */
export const TABLE_SUFFIX = '_TABLE_SUFFIX';

/** The time at which a row arrived, and its day, by which BigQuery partitions; NULL in its streaming buffer. */
const ARRIVAL: readonly TableColumn[] = [
  { name: '_PARTITIONTIME', type: SCALARS.TIMESTAMP, mode: 'NULLABLE' },
  { name: '_PARTITIONDATE', type: SCALARS.DATE, mode: 'NULLABLE' },
];

const SUFFIX: TableColumn = { name: TABLE_SUFFIX, type: SCALARS.STRING, mode: 'REQUIRED' };

/** What decides the pseudo-columns of a table. */
export interface PseudoTraits {
  /** Whether it stands for all tables whose names begin with its own. */
  readonly wildcard: boolean;
  /** Whether BigQuery partitions it by the time at which rows arrived. */
  readonly ingestionTime: boolean;
}

/** The columns that a table has beside those of its schema. */
export function pseudoColumns({ ingestionTime, wildcard }: PseudoTraits): readonly TableColumn[] {
  return [...(wildcard ? [SUFFIX] : []), ...(ingestionTime ? ARRIVAL : [])];
}

/** The columns that queries may read of a table. */
export function readableColumns({ columns, pseudo = [] }: PseudoTable): readonly TableColumn[] {
  return pseudo.length === 0 ? columns : [...columns, ...pseudo];
}

type PseudoTable = Pick<Table, 'columns' | 'pseudo'>;

/** The columns of which each may bound a table in time, as its declaration spells them. */
export function timeColumns({
  pseudo = [],
  time,
}: Pick<Table, 'pseudo' | 'time'>): readonly string[] {
  if (time !== undefined) return [time];
  return pseudo.map(({ name }) => name).filter((name) => name !== TABLE_SUFFIX);
}

/** Prefixes of names that BigQuery gives no column of a table or a result. */
const RESERVED = /^(?:_PARTITION|_TABLE_|_FILE_|_ROW_TIMESTAMP|__ROOT__|_COLIDENTIFIER)/i;

/** Whether BigQuery has a column name for itself. */
export function isReservedColumn(name: string): boolean {
  return RESERVED.test(name);
}
