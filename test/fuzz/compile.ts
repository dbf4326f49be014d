import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import type { ResolvedStatement, TableScan } from '../../src/googlesql/analysis/resolved.ts';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import type { Query } from '../../src/googlesql/syntax/ast.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser.ts';
import type { Table } from '../../src/googlesql/table.ts';
import { readTables } from '../../src/tables.ts';
import { VIEWS } from '../oracle/catalog.ts';

/** A statement that the compiler accepts. */
export interface Accepted {
  readonly tree: Query;
  readonly resolved: ResolvedStatement;
  /** The tables that it reads, in lower case. */
  readonly tables: ReadonlySet<string>;
}

/** The views of `logs.all` by their names in lower case, as if they were tables of their own. */
export const VIEW_TABLES: ReadonlyMap<string, Table> = viewTables();

/** What the compiler makes of a statement over the views; any error but a `SqlError` is a fault, and thrown. */
export function compile(sql: string): Accepted | SqlError {
  try {
    const tree = parseQuery(sql);
    const resolved = analyze(tree, { tables: VIEW_TABLES, parameters: new Map() });
    return { tree, resolved, tables: tablesOf(resolved) };
  } catch (error) {
    if (error instanceof SqlError) return error;
    throw new Error(`The compiler failed on ${JSON.stringify(sql)}`, { cause: error });
  }
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

/** Searches the whole resolved tree, so that no scan can hide in a place that nobody thought of. */
function tablesOf(resolved: ResolvedStatement): Set<string> {
  const names = new Set<string>();
  const nodes = new Set<object>([resolved.scan]);
  // A set yields what is added to it while it is walked.
  for (const node of nodes) {
    if (isTableScan(node)) names.add(node.table.name.toLowerCase());
    for (const child of childrenOf(node)) nodes.add(child);
  }
  return names;
}

function childrenOf(node: object): object[] {
  return Object.entries(node)
    .filter(([key]) => !UNSEARCHED.has(key))
    .map(([, value]) => value)
    .filter((value): value is object => typeof value === 'object' && value !== null);
}

function isTableScan(node: object): node is TableScan {
  return 'kind' in node && node.kind === 'table' && 'table' in node;
}

/** The members that lead out of the resolved tree: back to the text's tree, to types and to the catalogue. */
const UNSEARCHED = new Set(['select', 'table', 'type', 'function']);
