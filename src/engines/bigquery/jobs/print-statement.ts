import {
  type AnyNode,
  type Literal,
  mapExpressions,
  printPath,
  printQuery,
  type Query,
  SqlError,
  walk,
} from '../../../googlesql/index.ts';
import { parameterNames, wireName } from './parameters.ts';

/** What is sent of a statement. */
export interface PrintedStatement {
  readonly sql: string;
  /** Names of the parameters that the text uses, in lower case. */
  readonly parameters: readonly string[];
  /** The log tables that it reads, by logical name. */
  readonly tables: ReadonlySet<string>;
}

/**
 * A statement for BigQuery: what stands for its logical tables in their place, and with at most `rows` rows.
 *
 * The LIMIT changes no row that is kept. Without it an ORDER BY over a day of logs fails for want of memory, and a
 * result of more than 10 GB for its size.
 */
export function printStatement(
  tree: Query,
  sources: ReadonlyMap<string, string>,
  rows: number,
): PrintedStatement {
  const ctes = cteNames(tree);
  const read = new Set<string>();
  const sql = printQuery(withPlainNames(limited(tree, rows)), {
    tableName: (path) => {
      const name = path.join('.');
      const source = sources.get(name);
      if (source === undefined) return printPath(path.map((part) => ({ at: 0, name: part })));
      if (path.length > 1 || ctes.has(name.toLowerCase())) throw ambiguous(name);
      read.add(name);
      return source;
    },
  });
  return { sql, parameters: parameterNames(tree), tables: read };
}

/** Parameters under the names that they are sent with. */
function withPlainNames(tree: Query): Query {
  return mapExpressions(tree, (node) =>
    node.kind === 'parameter' ? { ...node, name: wireName(node.name) } : node,
  );
}

/**
 * A path says nothing about the scope in which it stands: one of several parts may be an array, one part a CTE. To
 * print a table in its place would read it without the filters of its view, so such a query is refused.
 */
function ambiguous(name: string): SqlError {
  return new SqlError(`Name "${name}" is ambiguous here; rename it`);
}

function limited(tree: Query, rows: number): Query {
  if (tree.limit && !isLongerLiteral(tree.limit, rows)) return tree;
  const limit: Literal = { kind: 'literal', at: tree.at, type: 'INT64', value: String(rows) };
  return { ...tree, limit };
}

function isLongerLiteral(limit: AnyNode, rows: number): boolean {
  return (
    'kind' in limit &&
    limit.kind === 'literal' &&
    limit.type === 'INT64' &&
    BigInt(limit.value) > BigInt(rows)
  );
}

/** The names of all CTEs, in lower case. */
function cteNames(tree: Query): ReadonlySet<string> {
  const names = new Set<string>();
  walk(tree, (node) => {
    if ('query' in node && 'name' in node) names.add(node.name.name.toLowerCase());
  });
  return names;
}
