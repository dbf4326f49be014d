import type { Table } from '../googlesql/index.ts';
import type { Tables } from '../project/tables.ts';
import { UsageError } from './command-error.ts';

/** The log table that an argument names; a wrong name is wrong usage. */
export function findTable(name: string, tables: Tables): Table {
  const table = tables.get(name);
  if (table) return table;
  const names = [...tables.keys()].join(', ');
  throw new UsageError(`There is no table "${name}"; the tables are ${names}`);
}
