import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { registerFunctions } from '../../../src/engines/duckdb/functions/register-functions.ts';
import { analyze } from '../../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { printDuckDb } from '../../../src/googlesql/duckdb/queries/print.ts';
import type { DuckDbStatement } from '../../../src/googlesql/duckdb/queries/printer.ts';
import type { Digits } from '../../../src/googlesql/functions/core/digits.ts';
import { PRELUDE } from '../../../src/googlesql/functions/core/macros.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import type { Table } from '../../../src/googlesql/table.ts';
import type { Type } from '../../../src/googlesql/types.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { readRows } from '../read-rows.ts';

/** A table, the DuckDB FROM item that holds its rows, and the digits of columns in it that are DECIMALs of these. */
interface StoredTable {
  readonly table: Table;
  readonly from: string;
  readonly digits?: Readonly<Record<string, Digits>>;
}

/** What a statement may read: tables by name, each with the DuckDB FROM item that holds its rows, and parameters. */
export interface Sources {
  readonly tables?: Readonly<Record<string, StoredTable>>;
  readonly parameters?: Readonly<Record<string, Type>>;
}

let instance: Promise<DuckDBInstance> | undefined;

/** A connection to a DuckDB database that is ready for printed SQL. All tests of a worker share it: making one takes 0.3 s. */
export async function openDatabase(): Promise<DuckDBConnection> {
  instance ??= createDatabase();
  return (await instance).connect();
}

async function createDatabase(): Promise<DuckDBInstance> {
  const created = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await created.connect();
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  registerFunctions(connection);
  await connection.run(PRELUDE.join(';\n'));
  connection.closeSync();
  return created;
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

/** Printed SQL, with the columns that it gives. */
export interface Compiled extends DuckDbStatement {
  readonly output: ResolvedStatement['output'];
}

/** GoogleSQL as DuckDB SQL. */
export function compile(sql: string, sources: Sources = {}): Compiled {
  return print(resolve(sql, sources), sources);
}

/** A resolved tree as DuckDB SQL. */
export function print(statement: ResolvedStatement, { tables = {} }: Sources = {}): Compiled {
  const printed = printDuckDb(statement, {
    tableSource: ({ table }) => tables[table.name]?.from ?? '',
    storedDigits: ({ table }) => new Map(Object.entries(tables[table.name]?.digits ?? {})),
  });
  return { ...printed, output: statement.output };
}

/** The rows of printed SQL, as the product reads them. */
export async function rowsOf(
  connection: DuckDBConnection,
  compiled: Compiled,
  values?: Parameters<DuckDBConnection['run']>[1],
): Promise<readonly Row[]> {
  return readRows(await connection.run(compiled.sql, values), compiled);
}
