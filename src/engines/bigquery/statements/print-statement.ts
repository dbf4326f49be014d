import {
  type AnyNode,
  type Literal,
  mapExpressions,
  nodesIn,
  printPath,
  printQuery,
  type Query,
  SqlError,
  type Statement,
} from '#googlesql';
import type { ForeignStatement } from '../../engine.ts';
import type { TableSource } from '../warehouse/table-source.ts';
import { parameterNames, wireName } from './parameters.ts';
import { placeSources } from './place-sources.ts';

/** A statement printed for BigQuery. */
export interface PrintedStatement {
  readonly sql: string;
  /** Names of the parameters in the text, in lower case. */
  readonly parameters: readonly string[];
  /** The log tables read, by logical name; none of a foreign statement, whose tables nobody here knows. */
  readonly tables: ReadonlySet<string>;
  /** Whether it is a foreign statement, in which a table without a dataset is one of the default dataset. */
  readonly isForeign: boolean;
}

/**
 * Prints a statement for BigQuery, with each logical table replaced by its source and at most `rows` rows; a foreign one
 * stays as it is.
 *
 * The LIMIT removes no row that would be kept. Without it an ORDER BY over a day of logs runs out of memory, and a
 * result of more than 10 GB fails for its size.
 */
export function printStatement(
  statement: Pick<Statement, 'tree' | 'resolved'> | ForeignStatement,
  sources: ReadonlyMap<string, TableSource>,
  rows: number,
): PrintedStatement {
  if ('sql' in statement) {
    const { parameters, sql } = statement;
    return { sql, parameters, tables: new Set(), isForeign: true };
  }
  const { tree, resolved } = statement;
  const ctes = cteNames(tree);
  const read = new Set<string>();
  const placed = placeSources({ tree, resolved, sources, ctes });
  const sql = printQuery(withWireNames(withLimit(placed.tree, rows)), {
    tableName: (path) => {
      const name = path.join('.');
      const place = placed.places.get(name);
      if (place !== undefined) {
        read.add(place.table);
        return place.from;
      }
      if (sources.has(name)) throw ambiguousName(name);
      return printPath(path.map((part) => ({ at: 0, name: part })));
    },
  });
  const given = [...read].flatMap((name) => sources.get(name)?.parameter ?? []);
  const parameters = [...parameterNames(tree), ...given];
  return { sql, parameters, tables: read, isForeign: false };
}

/** Renames parameters to the names used in the request. */
function withWireNames(tree: Query): Query {
  return mapExpressions(tree, (node) =>
    node.kind === 'parameter' ? { ...node, name: wireName(node.name) } : node,
  );
}

/**
 * A path alone does not reveal its scope: several parts may be an array, a single part a CTE. Replacing it by a table
 * would bypass the filters of its view, so such a query is refused.
 */
function ambiguousName(name: string): SqlError {
  return new SqlError(`Name "${name}" is ambiguous here; rename it`);
}

function withLimit(tree: Query, rows: number): Query {
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
  const ctes = nodesIn(tree).filter((node) => 'query' in node && 'name' in node);
  return new Set(ctes.map(({ name }) => name.name.toLowerCase()));
}
