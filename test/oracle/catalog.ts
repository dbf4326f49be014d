import type { Table } from '../../src/googlesql/table.ts';
import { SCALARS, type Type } from '../../src/googlesql/types.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { PROJECT } from '../support/project.ts';
import { encodeType } from './type-proto.ts';
import { encodeValue } from './value-proto.ts';

/** The views of `logs.all` and the table behind each; every view shows all columns of its table. */
export const VIEWS = {
  edge_logs: 'cloudflare.logs.prod',
  postgres_logs: 'postgres.logs',
  function_edge_logs: 'deno-relay-logs',
  function_logs: 'deno-subhosting-events',
  auth_logs: 'gotrue.logs.prod',
  realtime_logs: 'realtime.logs.prod',
  storage_logs: 'storage.logs.prod.2',
  postgrest_logs: 'postgREST.logs.prod',
  pgbouncer_logs: 'pgbouncer.logs.prod',
} as const;

/** A table as the reference is to see it, with its rows. */
export interface CatalogTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: Type }[];
  readonly rows: readonly Row[];
}

/** The base tables under their own names. */
export function catalogTables(rowsOf: (table: Table) => readonly Row[] = () => []): CatalogTable[] {
  return [...PROJECT.tables.values()].map((table) => ({ ...table, rows: rowsOf(table) }));
}

/** The nine views of `logs.all`, and nothing else, as a sandbox statement sees them. */
export function catalogViews(rowsOf: (table: Table) => readonly Row[] = () => []): CatalogTable[] {
  const tables = PROJECT.tables;
  return Object.entries(VIEWS).map(([view, name]) => {
    const table = tables.get(name);
    if (!table) throw new Error(`Cannot find the table "${name}" of the view "${view}"`);
    return { ...table, name: view, rows: rowsOf(table) };
  });
}

/** BigQuery's other names of INT64, which the reference leaves to the catalog. */
const INTEGER_NAMES = ['INT', 'SMALLINT', 'INTEGER', 'BIGINT', 'TINYINT', 'BYTEINT'];

/** The message that makes a catalog known to the reference. */
export function catalogRequest(tables: readonly CatalogTable[], languageOptions: object): object {
  const content = tables.map(({ name, columns, rows }) => [
    name,
    {
      table_data: {
        row: rows.map((row) => ({
          cell: columns.map(({ type }, i) => encodeValue(type, row[i] ?? null)),
        })),
      },
    },
  ]);
  return {
    simple_catalog: {
      name: 'catalog',
      table: tables.map(({ name, columns }) => ({
        name,
        column: columns.map((column) => ({ name: column.name, type: encodeType(column.type) })),
      })),
      named_type: INTEGER_NAMES.map((name) => ({ name, type: encodeType(SCALARS.INT64) })),
      builtin_function_options: { language_options: languageOptions },
    },
    table_content: Object.fromEntries(content),
  };
}
