import type { DuckDBConnection } from '@duckdb/node-api';
import { wireName } from '../../../src/engines/bigquery/statements/parameters.ts';
import { bindParameters } from '../../../src/engines/duckdb/queries/bind-parameters.ts';
import { printDuckDb } from '../../../src/googlesql/duckdb/queries/print.ts';
import { quoteName, quoteText } from '../../../src/googlesql/functions/core/quote.ts';
import type { Parameters } from '../../engines/compile-query.ts';
import { compileStatement } from '../../engines/compile-query.ts';
import { openFixtureDatabase } from '../../googlesql/fixture-database.ts';
import { readRows } from '../../googlesql/read-rows.ts';
import { type Event, eventTable } from './questions.ts';
import type { EventStore } from './trials.ts';

const NAMES = ['events', 'more'] as const;
const TABLES = new Map(NAMES.map((name) => [name, eventTable(name)]));

/** Events in a DuckDB in this process, asked by statements that the compiler prints for it. */
export async function duckDbEvents(): Promise<EventStore & { close(): void }> {
  const database = await openFixtureDatabase([]);
  const columns = '"at" TIMESTAMPTZ, id VARCHAR, n BIGINT, tags STRUCT(k VARCHAR, v BIGINT)[]';
  for (const name of NAMES) await database.run(`CREATE TABLE ${name} (${columns})`);
  return {
    fill: async (tables) => {
      for (const name of NAMES) await fillTable(database, name, tables[name]);
    },
    evaluate: async (sql, { parameters }) => {
      const wired: Parameters = Object.fromEntries(
        [...parameters].map(([name, value]) => [wireName(name), value]),
      );
      const { resolved } = compileStatement(sql, wired, TABLES);
      const printed = printDuckDb(resolved, { tableSource: ({ table }) => quoteName(table.name) });
      const prepared = await database.prepare(printed.sql);
      bindParameters(
        prepared,
        printed.parameters.flatMap((name) => {
          const value = wired[name];
          return value ? [[name, value] as const] : [];
        }),
      );
      return readRows(await prepared.run(), resolved);
    },
    close: () => database.closeSync(),
  };
}

async function fillTable(
  database: DuckDBConnection,
  name: string,
  events: readonly Event[],
): Promise<void> {
  await database.run(`DELETE FROM ${name}`);
  if (events.length === 0) return;
  const rows = events.map(({ at, id, n, tags }) => {
    const items = tags.map(({ k, v }) => `{k: ${quoteText(k)}, v: ${v ?? 'NULL::BIGINT'}}`);
    const time = at === null ? 'NULL' : `make_timestamptz(${at})`;
    return `(${time}, ${quoteText(id)}, ${n ?? 'NULL'}, [${items.join(', ')}])`;
  });
  await database.run(`INSERT INTO ${name} VALUES ${rows.join(', ')}`);
}
