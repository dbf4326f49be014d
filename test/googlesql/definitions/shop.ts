import { analyze } from '../../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import type { Definitions } from '../../../src/googlesql/definitions/definition.ts';
import { parseFunctions } from '../../../src/googlesql/definitions/parse-functions.ts';
import { parseStatement } from '../../../src/googlesql/definitions/parse-statement.ts';
import { parseView } from '../../../src/googlesql/definitions/parse-view.ts';
import { substitute } from '../../../src/googlesql/definitions/substitute.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import type { Query } from '../../../src/googlesql/syntax/tree/ast.ts';
import { parseTable, type Table } from '../../../src/googlesql/table.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { openDatabase, print, rowsOf } from '../duckdb/compile.ts';

const ORDERS = parseTable('orders', [
  { name: 'id', type: 'INTEGER' },
  { name: 'customer', type: 'STRING' },
  { name: 'amount', type: 'INTEGER' },
  {
    name: 'items',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'sku', type: 'STRING' },
      { name: 'n', type: 'INTEGER' },
    ],
  },
]);

const ROWS = `(FROM (VALUES
  (1, 'ann', 10, [{'sku': 'a', 'n': 1}, {'sku': 'b', 'n': 2}]),
  (2, 'bob', 20, [{'sku': 'a', 'n': 5}]),
  (3, 'ann', 5, [])
) AS t(id, customer, amount, items))`;

/** The tables that the cases read: three orders. */
export const TABLES: ReadonlyMap<string, Table> = new Map([
  ['orders', ORDERS],
  ['shop.orders', { ...ORDERS, name: 'shop.orders' }],
]);

const SOURCES = {
  tables: {
    orders: { table: ORDERS, from: ROWS },
    'shop.orders': { table: { ...ORDERS, name: 'shop.orders' }, from: ROWS },
  },
};

/** A text of CREATE FUNCTION statements, and the texts of views by name. */
export interface Texts {
  readonly functions?: string;
  readonly views?: Readonly<Record<string, string>>;
}

/** A function that doubles a number. */
export const TWICE: Texts = { functions: 'CREATE FUNCTION twice(x INT64) AS (x + x)' };

/** A view of the second order. */
export const BIG = { views: { big: 'SELECT id, amount FROM orders WHERE amount > 10' } } as const;

export function define({ functions, views = {} }: Texts): Definitions {
  return {
    functions: functions === undefined ? [] : parseFunctions(functions),
    views: Object.entries(views).map(([name, text]) => parseView(name, text)),
  };
}

/** The tree of a statement with the definitions put in. */
export function treeOf(sql: string, texts: Texts = {}): Query {
  const { functions: own, query } = parseStatement(sql);
  return substitute(query, { ...define(texts), own });
}

export function resolveOver(sql: string, texts: Texts = {}): ResolvedStatement {
  return analyze(treeOf(sql, texts), { tables: TABLES, parameters: new Map() });
}

/** The rows of a statement over the orders, executed by DuckDB. */
export async function rowsOver(sql: string, texts: Texts = {}): Promise<readonly Row[]> {
  const compiled = print(resolveOver(sql, texts), SOURCES);
  return rowsOf(await openDatabase(), compiled);
}

/** The message and place of what `work` throws. */
export function refusal(sql: string, work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof SqlError) return error.describe(sql);
    throw error;
  }
  return undefined;
}
