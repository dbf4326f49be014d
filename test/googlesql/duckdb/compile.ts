import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { analyze } from '../../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { type DuckDbStatement, printDuckDb } from '../../../src/googlesql/duckdb/queries/print.ts';
import { PRELUDE } from '../../../src/googlesql/functions/core/macros.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import type { Table } from '../../../src/googlesql/table.ts';
import type { Type } from '../../../src/googlesql/types.ts';
import type { Value } from '../../../src/googlesql/value.ts';
import { canonicalValue } from '../duckdb-value.ts';

/** What a statement may read: tables by name, each with the DuckDB FROM item that holds its rows, and parameters. */
export interface Sources {
  readonly tables?: Readonly<Record<string, { readonly table: Table; readonly from: string }>>;
  readonly parameters?: Readonly<Record<string, Type>>;
}

/** An empty DuckDB database that is ready for printed SQL. */
export async function openDatabase(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  for (const statement of PRELUDE) await connection.run(statement);
  return connection;
}

/** GoogleSQL as a resolved tree. */
export function resolve(
  sql: string,
  { tables = {}, parameters = {} }: Sources = {},
): ResolvedStatement {
  return analyze(parseQuery(sql), {
    tables: new Map(Object.entries(tables).map(([name, { table }]) => [name, table])),
    parameters: new Map(Object.entries(parameters)),
  });
}

/** GoogleSQL as DuckDB SQL. */
export function compile(sql: string, sources: Sources = {}): DuckDbStatement {
  return printDuckDb(resolve(sql, sources), {
    tableSource: ({ table }) => sources.tables?.[table.name]?.from ?? '',
  });
}

/** The rows of printed SQL as canonical values. */
export async function rowsOf(
  connection: DuckDBConnection,
  { sql }: DuckDbStatement,
  values?: Parameters<DuckDBConnection['runAndReadAll']>[1],
): Promise<Value[][]> {
  const reader = await connection.runAndReadAll(sql, values);
  return reader.getRows().map((row) => row.map(canonicalValue));
}
