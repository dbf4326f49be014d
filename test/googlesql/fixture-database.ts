import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { registerFunctions } from '../../src/engines/duckdb/functions/register-functions.ts';
import { duckdbFieldName, duckdbType } from '../../src/googlesql/functions/core/duckdb-type.ts';
import { PRELUDE } from '../../src/googlesql/functions/core/macros.ts';
import { quoteName, quoteText } from '../../src/googlesql/functions/core/quote.ts';
import type { Table } from '../../src/googlesql/table.ts';
import type { StructType, Type } from '../../src/googlesql/types.ts';
import type { Row, Value } from '../../src/googlesql/value.ts';
import { fixtureRows } from './fixtures.ts';

/** A DuckDB database in memory that holds the fixture rows of some tables, each under its own name, and the macros. */
export async function openFixtureDatabase(tables: Iterable<Table>): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  registerFunctions(connection);
  await connection.run(PRELUDE.join(';\n'));
  for (const table of tables) await createTable(connection, table, fixtureRows(table));
  return connection;
}

/** Creates a table under its own name, with rows. */
export async function createTable(
  connection: DuckDBConnection,
  { columns, name }: Table,
  content: readonly Row[],
): Promise<void> {
  const declared = columns.map((c) => `${quoteName(c.name)} ${duckdbType(c.type)}`);
  await connection.run(`CREATE TABLE ${quoteName(name)} (${declared.join(', ')})`);
  const rows = content.map((row) =>
    columns.map(({ type }, i) => `CAST(${literal(type, row[i] ?? null)} AS ${duckdbType(type)})`),
  );
  if (rows.length === 0) return;
  const values = rows.map((row) => `(${row.join(', ')})`).join(',\n');
  await connection.run(`INSERT INTO ${quoteName(name)} VALUES ${values}`);
}

function literal(type: Type, value: Value): string {
  if (value === null) return 'NULL';
  if (type.kind === 'ARRAY') {
    const items = (value as readonly Value[]).map((item) => literal(type.element, item));
    return `[${items.join(', ')}]`;
  }
  if (type.kind === 'STRUCT') return structLiteral(type, value as readonly Value[]);
  if (type.kind === 'TIMESTAMP') return `make_timestamptz(${value})`;
  return type.kind === 'STRING' ? quoteText(String(value)) : String(value);
}

function structLiteral(type: StructType, values: readonly Value[]): string {
  const fields = type.fields.map(
    (field, i) =>
      `${quoteText(duckdbFieldName(type, i))}: ${literal(field.type, values[i] ?? null)}`,
  );
  return `{${fields.join(', ')}}`;
}
