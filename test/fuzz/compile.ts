import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import type {
  ResolvedCte,
  ResolvedStatement,
} from '../../src/googlesql/analysis/resolved/resolved.ts';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';
import type { Query } from '../../src/googlesql/syntax/tree/ast.ts';
import { nodesOfKind } from '../../src/googlesql/syntax/tree/visit.ts';
import type { Table } from '../../src/googlesql/table.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { PROJECT } from '../support/project.ts';

/** A statement that the compiler accepts. */
export interface Accepted {
  readonly tree: Query;
  readonly resolved: ResolvedStatement;
  /** The views that it reads, and the tables if it got hold of one, in lower case. */
  readonly tables: ReadonlySet<string>;
  /** The views that its text names in FROM clauses, in lower case; some may be read for nothing, and not be read. */
  readonly named: ReadonlySet<string>;
}

/** The views as a stored query defines them, each over its table. */
const STORED = parseQuery(
  `WITH ${Object.entries(VIEWS)
    .map(([view, table]) => `${view} AS (SELECT t.* FROM \`${table}\` AS t)`)
    .join(', ')} SELECT 1`,
);

const TABLES = PROJECT.tables;

/** What the compiler makes of a statement over the views; any error but a `SqlError` is a fault, and thrown. */
export function compile(sql: string): Accepted | SqlError {
  try {
    const tree = parseQuery(sql);
    const resolved = analyze(tree, {
      tables: new Map(),
      parameters: new Map(),
      ...(STORED.with && {
        prelude: { with: STORED.with, tables: TABLES, parameters: new Map() },
      }),
    });
    return { tree, resolved, tables: tablesOf(resolved), named: viewsNamed(tree) };
  } catch (error) {
    if (error instanceof SqlError) return error;
    throw new Error(`The compiler failed on ${JSON.stringify(sql)}`, { cause: error });
  }
}

function viewsNamed(tree: Query): Set<string> {
  const names = nodesOfKind(tree, 'table_path').map(
    ({ path }) => path[0]?.name.toLowerCase() ?? '',
  );
  return new Set(names.filter((name) => name in VIEWS));
}

/** The views that a statement reads, and the tables that it reads past them; searches the whole resolved tree. */
function tablesOf({ scan }: ResolvedStatement): Set<string> {
  const stored = scan.kind === 'with' ? scan.ctes.filter(({ name }) => name in VIEWS) : [];
  const names = new Map(stored.map((cte) => [cte.id, cte.name]));
  const read = new Set<string>();
  // A set yields what is added to it while it is walked.
  const nodes = new Set<object>([scan]);
  for (const node of nodes) {
    if (stored.includes(node as ResolvedCte)) continue;
    const name = nameRead(node, names);
    if (name !== undefined) read.add(name.toLowerCase());
    for (const child of childrenOf(node)) nodes.add(child);
  }
  return read;
}

/** The table or stored view that a node reads; a CTE of the statement's own is neither. */
function nameRead(node: object, stored: ReadonlyMap<number, string>): string | undefined {
  if (!('kind' in node)) return undefined;
  if (node.kind === 'table' && 'table' in node) return (node.table as Table).name;
  return node.kind === 'with_ref' && 'cteId' in node ? stored.get(node.cteId as number) : undefined;
}

function childrenOf(node: object): object[] {
  return Object.entries(node)
    .filter(([key]) => !UNSEARCHED.has(key))
    .map(([, value]) => value)
    .filter((value): value is object => typeof value === 'object' && value !== null);
}

/** The members that lead out of the resolved tree: back to the text's tree, to types and to the catalogue. */
const UNSEARCHED = new Set(['select', 'table', 'type', 'function']);
