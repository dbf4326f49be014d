import type { DuckDBConnection } from '@duckdb/node-api';
import { wireName } from '../../../src/engines/bigquery/statements/parameters.ts';
import { analyze } from '../../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { printDuckDb } from '../../../src/googlesql/duckdb/queries/print.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import type { Query } from '../../../src/googlesql/syntax/tree/ast.ts';
import { mapExpressions } from '../../../src/googlesql/syntax/tree/visit.ts';
import type { Table } from '../../../src/googlesql/table.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { PARAMETERS } from '../../engines/bigquery/leaves/forms.ts';
import { createTable, openFixtureDatabase } from '../../googlesql/fixture-database.ts';
import { readRows } from '../../googlesql/read-rows.ts';
import type { LeafStore, Rows, StoredName } from './trials.ts';

/**
 * Random tables in a DuckDB in this process, asked by statements that the compiler prints for it. Planning takes nearly
 * all of the time, twice as much with bound parameters, whose types DuckDB learns late.
 */
export async function duckDbLeaves(): Promise<LeafStore & { close(): void }> {
  const database = await openFixtureDatabase([]);
  await database.run('SET threads = 1');
  await database.run('PRAGMA disable_optimizer');
  let stored: Rows | undefined;
  const compile = (sql: string, name: string, table: Table | undefined) =>
    analyze(withValues(parseQuery(sql)), {
      tables: new Map(table && [[name, table]]),
      parameters: new Map(),
    });
  return {
    fill: async (rows) => {
      stored = rows;
      for (const [name, { rows: content, table }] of Object.entries(rows)) {
        await database.run(`DROP TABLE IF EXISTS ${name}`);
        await createTable(database, { ...table, name }, content);
      }
    },
    truth: (sql, name) => evaluate(database, compile(sql, 'logs', stored?.[name].table), name),
    evaluate: async (sql) => {
      const resolved = compile(sql, 'project.dataset.logs', stored?.live_rows.table);
      const rows = await evaluate(database, resolved, 'live_rows');
      const columns = resolved.output.map(({ column, name }) => ({ name, type: column.type }));
      return { columns, rows };
    },
    close: () => database.closeSync(),
  };
}

const VALUES = new Map(
  [...PARAMETERS].flatMap(([name, own]) => [[name, own] as const, [wireName(name), own] as const]),
);

/** A query with literals in place of its parameters. */
function withValues(query: Query): Query {
  return mapExpressions(query, (node) => {
    const parameter = node.kind === 'parameter' ? VALUES.get(node.name) : undefined;
    if (!parameter) return node;
    const type = parameter.type.kind === 'INT64' ? 'INT64' : 'STRING';
    return { kind: 'literal', type, value: String(parameter.value), at: node.at };
  });
}

async function evaluate(
  database: DuckDBConnection,
  resolved: ResolvedStatement,
  name: StoredName,
): Promise<readonly Row[]> {
  const { sql } = printDuckDb(resolved, { tableSource: () => name });
  return readRows(await database.run(sql), resolved);
}
