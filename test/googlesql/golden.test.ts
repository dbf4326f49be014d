import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../src/googlesql/analysis/resolved.ts';
import { printDuckDb } from '../../src/googlesql/duckdb/print.ts';
import { quoteName } from '../../src/googlesql/duckdb/quote.ts';
import { raisedMessage } from '../../src/googlesql/functions/macros-error.ts';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser.ts';
import { typeName } from '../../src/googlesql/types.ts';
import { readTables } from '../../src/tables.ts';
import { VIEW_TABLES } from '../fuzz/compile.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { sortRows } from '../oracle/goldens.ts';
import { type Golden, readGoldens, subjects, typedParameters } from './cases.ts';
import { bindParameter } from './duckdb-parameter.ts';
import { canonicalValue } from './duckdb-value.ts';
import { openFixtureDatabase } from './fixture-database.ts';
import { goldenValue } from './golden-value.ts';
import { REFUSALS } from './refusals.ts';

let database: DuckDBConnection;

beforeAll(async () => {
  database = await openFixtureDatabase(readTables().values());
});

const goldens = subjects().flatMap((subject) =>
  readGoldens(subject).map((golden) => ({ title: `${subject}: ${golden.name}`, golden })),
);

test.each(goldens)(
  'the compiler agrees with the reference on $title',
  async ({ title, golden }) => {
    const answer = await answerTo(golden);

    expect(answer).toEqual(expectedOf(title, golden));
  },
);

/** What a golden expects in the form of `answerTo`; what is not supported on purpose is refused with our message. */
function expectedOf(title: string, golden: Golden): object {
  const refusal = REFUSALS[title];
  if (refusal !== undefined) return { error: refusal };
  if ('error' in golden) return { error: golden.error };
  const { columns, rows, ordered } = golden;
  return { columns, rows: ordered ? rows : sortRows(rows) };
}

/** The columns and rows of DuckDB, or the message of the compiler or of the data error. */
async function answerTo(golden: Golden): Promise<object> {
  try {
    const statement = compile(golden);
    const columns = statement.output.map(({ name, column }) => [name, typeName(column.type)]);
    const rows = await run(statement, golden);
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

async function run(statement: ResolvedStatement, golden: Golden): Promise<unknown[][]> {
  const { sql, parameters } = printDuckDb(statement, {
    tableSource: ({ table }) => quoteName(VIEWS[table.name as keyof typeof VIEWS]),
  });
  const prepared = await database.prepare(sql);
  for (const [written, { type, value }] of Object.entries(typedParameters(golden))) {
    const name = written.toLowerCase();
    if (parameters.includes(name)) bindParameter(prepared, name, type, value);
  }
  const reader = await prepared.runAndReadAll();
  return reader.getRows().map((row) => row.map((value) => goldenValue(canonicalValue(value))));
}
