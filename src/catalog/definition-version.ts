import { hash } from 'node:crypto';
import { COMPILER_VERSION, spellType, type Table } from '#googlesql';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { ProjectTable, Tables } from '../project/tables/tables.ts';
import { getOrInsertComputed } from '../values/memory.ts';

/**
 * The hash of a definition, of what its columns are, of the tables that it reads, and of the texts that run for it: of
 * all that decides its rows but their data.
 */
export function definitionVersion(
  { name, codeVersion, columns, parameters, settings, tenant }: Endpoint,
  tables: Tables,
  texts: readonly string[],
): string {
  const schema = columns.map((column) => [column.name, spellType(column.type)]);
  const shape = [schema, parameters, settings, tenant, codeVersion];
  const read = [...tables.values()].map(tableVersion);
  const parts = [COMPILER_VERSION, name, shape, read, texts];
  // Defaults of INT64 and TIMESTAMP are bigints.
  const spell = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
  return hash('sha256', JSON.stringify(parts, spell)).slice(0, 16);
}

const versions = new WeakMap<Table, string>();

/** The hash of a table's definition, without how its demo rows are made. */
function tableVersion(table: Table): string {
  return getOrInsertComputed(versions, table, () => {
    const { demo: _, ...definition }: Partial<ProjectTable> = table;
    return hash('sha256', JSON.stringify(definition));
  });
}
