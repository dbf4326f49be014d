import type { DuckDBConnection } from '@duckdb/node-api';
import { bindParameters } from '../../src/engines/duckdb/queries/bind-parameters.ts';
import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../src/googlesql/analysis/resolved/resolved.ts';
import { dataExcerpt, nullElementMessage } from '../../src/googlesql/data-messages.ts';
import { withNeededValues } from '../../src/googlesql/duckdb/queries/needed-values.ts';
import { printDuckDb } from '../../src/googlesql/duckdb/queries/print.ts';
import { raisedMessage } from '../../src/googlesql/functions/conversion/raised-message.ts';
import { quoteName } from '../../src/googlesql/functions/core/quote.ts';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';
import type { Table } from '../../src/googlesql/table.ts';
import { type StructField, type Type, typeName } from '../../src/googlesql/types.ts';
import type { LiteralValue } from '../../src/googlesql/value.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { sortRows } from '../oracle/goldens.ts';
import { PROJECT } from '../support/project.ts';
import { type Case, type Golden, typedParameters } from './cases.ts';
import { goldenValue } from './golden-value.ts';
import { readRows } from './read-rows.ts';

/** The views of `logs.all` as if they were tables of their own. */
const VIEW_TABLES: ReadonlyMap<string, Table> = viewTables();

/** What one side says to a statement. */
export interface Answer {
  readonly columns?: unknown;
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: string;
  /** An error that is not worded for a caller. */
  readonly failure?: string;
}

/** The columns and rows of DuckDB, or the message of the compiler or of the data error, in the form of a golden. */
export async function answerTo(golden: Golden, database: DuckDBConnection): Promise<Answer> {
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

/**
 * What a golden says, in the same form. The reference tells a NULL array from an empty one, which no result of BigQuery
 * does, and returns arrays that hold NULL, which BigQuery refuses.
 */
export function expectedAnswer(golden: Golden): Answer {
  if ('error' in golden) return { error: golden.error };
  const { columns, ordered } = golden;
  const types = outputTypes(golden);
  const path = pathOfNull(
    types.map((type, i) => ({ name: String(columns[i]?.[0]), type })),
    golden.rows,
  );
  if (path) return { error: dataExcerpt(nullElementMessage(path)) };
  const rows = golden.rows.map((row) => row.map((value, i) => withoutNullArrays(types[i], value)));
  return { columns, rows: ordered ? rows : sortRows(rows) };
}

/** None where the compiler refuses the statement, whose rows are compared with nothing then. */
function outputTypes(golden: Golden): readonly Type[] {
  try {
    return compile(golden).output.map(({ column }) => column.type);
  } catch (error) {
    if (error instanceof SqlError) return [];
    throw error;
  }
}

/** The path of the first column or field whose arrays hold NULL; undefined if there is none. */
function pathOfNull(
  fields: readonly StructField[],
  rows: readonly unknown[],
): readonly string[] | undefined {
  for (const [i, { name, type }] of fields.entries()) {
    const values = rows.flatMap((row) => (Array.isArray(row) ? [row[i]] : []));
    const path = pathOfNullIn(type, values);
    if (path) return [name || `_field_${i + 1}`, ...path];
  }
  return undefined;
}

function pathOfNullIn(type: Type, values: readonly unknown[]): readonly string[] | undefined {
  if (type.kind === 'STRUCT') return pathOfNull(type.fields, values);
  if (type.kind !== 'ARRAY') return undefined;
  const elements = values.flatMap((value) => (Array.isArray(value) ? value : []));
  return pathOfNullIn(type.element, elements) ?? (elements.includes(null) ? [] : undefined);
}

function withoutNullArrays(type: Type | undefined, value: unknown): unknown {
  if (type?.kind === 'ARRAY') {
    return Array.isArray(value) ? value.map((item) => withoutNullArrays(type.element, item)) : [];
  }
  if (type?.kind !== 'STRUCT' || !Array.isArray(value)) return value;
  return value.map((field, i) => withoutNullArrays(type.fields[i]?.type, field));
}

/** The statement of a case over the log tables, under the names of the views of `logs.all`. */
export function compile(golden: Case): ResolvedStatement {
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
  const { sql, parameters } = printDuckDb(withNeededValues(statement, literalsOf(golden)), {
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
  const rows = await readRows(await prepared.run(), statement);
  return rows.map((row) => row.map(goldenValue));
}

/** The scalars among the parameters as literals have them. */
function literalsOf(golden: Case): ReadonlyMap<string, LiteralValue> {
  return new Map(
    Object.entries(typedParameters(golden)).flatMap(([name, { type, value }]) => {
      if (type.kind === 'ARRAY') return [];
      return [
        [
          name.toLowerCase(),
          type.kind === 'INT64' && value !== null
            ? BigInt(value as number)
            : (value as LiteralValue),
        ],
      ];
    }),
  );
}

function viewTables(): Map<string, Table> {
  const tables = PROJECT.tables;
  return new Map(
    Object.entries(VIEWS).flatMap(([view, name]) => {
      const table = tables.get(name);
      return table ? [[view, { ...table, name: view }] as const] : [];
    }),
  );
}
