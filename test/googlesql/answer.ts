import type { DuckDBConnection } from '@duckdb/node-api';
import { readTables } from '../../src/endpoint/tables.ts';
import { bindParameters } from '../../src/engines/duckdb/queries/bind-parameters.ts';
import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../src/googlesql/analysis/resolved/resolved.ts';
import { quoteName } from '../../src/googlesql/duckdb/expressions/quote.ts';
import { printDuckDb } from '../../src/googlesql/duckdb/queries/print.ts';
import { raisedMessage } from '../../src/googlesql/functions/conversion/raised-message.ts';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';
import type { Table } from '../../src/googlesql/table.ts';
import { typeName } from '../../src/googlesql/types.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { sortRows } from '../oracle/goldens.ts';
import { type Golden, typedParameters } from './cases.ts';
import { canonicalValue } from './duckdb-value.ts';
import { goldenValue } from './golden-value.ts';

/** The views of `logs.all` as if they were tables of their own. */
const VIEW_TABLES: ReadonlyMap<string, Table> = viewTables();

/** The columns and rows of DuckDB, or the message of the compiler or of the data error, in the form of a golden. */
export async function answerTo(golden: Golden, database: DuckDBConnection): Promise<object> {
  try {
    const statement = compile(golden);
    const columns = statement.output.map(({ name, column }) => [name, typeName(column.type)]);
    const rows = await run(statement, golden, database);
    const isOrdered = 'ordered' in golden && golden.ordered;
    return { columns, rows: isOrdered ? rows : sortRows(rows) };
  } catch (error) {
    if (error instanceof SqlError) return { error: error.describe(golden.sql) };
    const raised = error instanceof Error ? raisedMessage(error.message) : undefined;
    if (raised === undefined) throw error;
    return { error: raised };
  }
}

function compile(golden: Golden): ResolvedStatement {
  const types = Object.entries(typedParameters(golden)).map(
    ([name, { type }]) => [name.toLowerCase(), type] as const,
  );
  return analyze(parseQuery(golden.sql), { tables: VIEW_TABLES, parameters: new Map(types) });
}

async function run(
  statement: ResolvedStatement,
  golden: Golden,
  database: DuckDBConnection,
): Promise<unknown[][]> {
  const { sql, parameters } = printDuckDb(statement, {
    tableSource: ({ table }) => quoteName(VIEWS[table.name as keyof typeof VIEWS]),
  });
  const prepared = await database.prepare(sql);
  const values = Object.entries(typedParameters(golden));
  const byName = new Map(values.map(([name, value]) => [name.toLowerCase(), value]));
  bindParameters(
    prepared,
    parameters.flatMap((name) => {
      const value = byName.get(name);
      return value ? [[name, value] as const] : [];
    }),
  );
  const reader = await prepared.runAndReadAll();
  return reader.getRows().map((row) => row.map((value) => goldenValue(canonicalValue(value))));
}

function viewTables(): Map<string, Table> {
  const tables = readTables();
  return new Map(
    Object.entries(VIEWS).flatMap(([view, name]) => {
      const table = tables.get(name);
      return table ? [[view, { ...table, name: view }] as const] : [];
    }),
  );
}
