import { type Cte, type OrderItem, type Query, walk } from '#googlesql';
import { checkExpression, type Dependence, isDependent, namesParameter } from './dependence.ts';
import {
  MEMBER_COLUMN,
  MEMBER_VARIABLE,
  MEMBERS_PARAMETER,
  memberReference,
} from './member-nodes.ts';
import { mergeSelect } from './merge-select.ts';

/**
 * The query that answers for every member of `@_members` what the given one answers for the parameter, with the member
 * as its first column and first sort key.
 *
 * A CTE depends on the member if it names the parameter or reads a CTE that does. Each dependent SELECT carries the
 * member: it takes it from what it reads, or lists the members itself, groups by it and joins on it. So rows of
 * different members are never joined or grouped together, and no subquery is correlated with a table, which BigQuery
 * does not run.
 *
 * Throws an `Error` for everything that it cannot merge with certainty, such as `has WITH RECURSIVE`.
 */
export function mergeQuery(query: Query, parameter: string): Query {
  checkNames(query);
  if (query.with?.recursive) throw new Error('has WITH RECURSIVE');
  const { ctes, dependence } = mergeCtes(query.with?.ctes ?? [], parameter.toLowerCase());
  if (!isDependent(query.body, dependence)) {
    throw new Error('has a result that does not depend on the parameter');
  }
  const merged = mergeBody(query, dependence);
  checkOrder(query.orderBy, dependence);
  const { at } = query;
  const byMember = {
    expression: memberReference([MEMBER_COLUMN], at),
    descending: false,
    nulls: undefined,
    at,
  };
  return {
    ...merged,
    with: query.with && { ...query.with, ctes },
    orderBy: [byMember, ...query.orderBy],
  };
}

function mergeCtes(
  ctes: readonly Cte[],
  parameter: string,
): { readonly ctes: readonly Cte[]; readonly dependence: Dependence } {
  const names = new Set<string>();
  const dependence = { parameter, ctes: names };
  const merged = ctes.map((cte) => {
    if (!isDependent(cte.query, dependence)) return cte;
    const query = mergeInner(cte.query, dependence);
    // A CTE may read those before it, but not itself.
    names.add(cte.name.name.toLowerCase());
    return { ...cte, query };
  });
  return { ctes: merged, dependence };
}

/** The query of a dependent CTE or derived table. */
function mergeInner(query: Query, dependence: Dependence): Query {
  if (query.with) throw new Error('has a nested WITH that depends on the parameter');
  if (query.orderBy.length > 0) {
    throw new Error('has an ORDER BY inside a query that depends on the parameter');
  }
  return mergeBody(query, dependence);
}

function mergeBody(query: Query, dependence: Dependence): Query {
  if (query.limit || query.offset) {
    throw new Error('has a LIMIT on rows that depend on the parameter');
  }
  if (query.body.kind !== 'select') {
    throw new Error('has a set operation or parentheses around rows that depend on the parameter');
  }
  const context = { ...dependence, mergeQuery: (inner: Query) => mergeInner(inner, dependence) };
  return { ...query, body: mergeSelect(query.body, context) };
}

function checkOrder(orderBy: readonly OrderItem[], dependence: Dependence): void {
  for (const item of orderBy) {
    if (item.expression.kind === 'literal') {
      throw new Error('has ORDER BY with the number of a column');
    }
    if (namesParameter(item, dependence)) throw new Error('orders by the parameter');
    checkExpression(item, dependence, new Set());
  }
}

const RESERVED: ReadonlySet<string> = new Set([MEMBER_COLUMN, MEMBER_VARIABLE, MEMBERS_PARAMETER]);

function checkNames(query: Query): void {
  walk(query, (node) => {
    if (!('name' in node) || typeof node.name !== 'string') return;
    if (RESERVED.has(node.name.toLowerCase())) {
      throw new Error(`uses the name "${node.name}", which merging needs`);
    }
  });
}
