import { analyze, type Prelude } from '../../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { parseTable, type SchemaField, type Table } from '../../../src/googlesql/table.ts';
import { arrayOf, SCALARS, type Type, typeName } from '../../../src/googlesql/types.ts';
import { PROJECT } from '../../support/project.ts';

/** The log tables under the names that callers know them by. */
const VIEWS = {
  auth_logs: 'gotrue.logs.prod',
  edge_logs: 'cloudflare.logs.prod',
  function_edge_logs: 'deno-relay-logs',
  function_logs: 'deno-subhosting-events',
  pgbouncer_logs: 'pgbouncer.logs.prod',
  postgres_logs: 'postgres.logs',
  postgrest_logs: 'postgREST.logs.prod',
  realtime_logs: 'realtime.logs.prod',
  storage_logs: 'storage.logs.prod.2',
} as const;

function fields(text: string): SchemaField[] {
  return text.split(', ').map((field) => {
    const [name = '', type = '', mode = 'NULLABLE'] = field.split(' ');
    return { name, type, mode };
  });
}

const PAIR = fields('a INTEGER, b STRING');

/** Small tables with a column of each type. */
const SMALL: readonly Table[] = [
  parseTable('hits', fields('id INTEGER, x INTEGER, y STRING'), {
    tenant: ['y'],
    time: 'timestamp',
  }),
  parseTable('users', fields('id INTEGER, x STRING, z FLOAT'), {
    tenant: ['x'],
    time: 'timestamp',
  }),
  parseTable(
    'events',
    [
      ...fields('id INTEGER, s STRING, f FLOAT, b BOOLEAN, ts TIMESTAMP, d DATE, dt DATETIME'),
      ...fields('tm TIME, j JSON, n NUMERIC, bn BIGNUMERIC, by BYTES, iv INTERVAL'),
      ...fields('arr INTEGER REPEATED, sarr STRING REPEATED'),
      { name: 'st', type: 'RECORD', fields: PAIR },
      { name: 'sts', type: 'RECORD', mode: 'REPEATED', fields: PAIR },
    ],
    { tenant: ['s'], time: 'timestamp' },
  ),
];

/** The tables that the cases read. */
export const TABLES: ReadonlyMap<string, Table> = new Map([
  ...Object.entries(VIEWS).map(([view, name]): [string, Table] => [view, logTable(name, view)]),
  ...SMALL.map((table): [string, Table] => [table.name, table]),
]);

function logTable(name: string, view: string): Table {
  const table = PROJECT.tables.get(name);
  if (!table) throw new Error(`Cannot find table "${name}"`);
  return { ...table, name: view };
}

/** The parameters that the cases use. */
export const PARAMETERS: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['p_int', SCALARS.INT64],
  ['p_str', SCALARS.STRING],
  ['p_ts', SCALARS.TIMESTAMP],
  ['p_arr', arrayOf(SCALARS.STRING)],
]);

/** Parses and resolves; with a prelude the query sees nothing but the prelude's CTEs. */
export function resolve(sql: string, prelude?: Prelude): ResolvedStatement {
  const query = parseQuery(sql);
  return prelude
    ? analyze(query, { tables: new Map(), parameters: new Map(), prelude })
    : analyze(query, { tables: TABLES, parameters: PARAMETERS });
}

/** The columns of a query's result, or the message with which it is refused. */
export function outcome(sql: string, prelude?: Prelude): string {
  try {
    const { output } = resolve(sql, prelude);
    return output.map(({ name, column }) => `${name}:${typeName(column.type)}`).join(', ');
  } catch (error) {
    if (error instanceof SqlError) return error.describe(sql);
    throw error;
  }
}
