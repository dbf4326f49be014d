import {
  type Cte,
  type Expression,
  mapExpressions,
  type OrderItem,
  type Query,
  writtenNames,
} from '#googlesql';
import { MEMBERS_PARAMETER } from '../../engines/members.ts';
import { checkExpression, type Dependence, isDependent, namesParameter } from './dependence.ts';
import { limitEach, shiftOrdinal } from './member-limit.ts';
import {
  MEMBER_COLUMN,
  POSITION_VARIABLE,
  pathTo,
  ROWS_PARAMETER,
  VALUE_VARIABLE,
} from './member-nodes.ts';
import { type MergedSelect, mergeSelect } from './merge-select.ts';

/**
 * The query that answers for every member of `@_members` what the given one answers for the parameter, which is not NULL:
 * at most `@_rows` rows each, with the position of the member as its first column and first sort key.
 *
 * A CTE depends on the member if it names the parameter or reads a CTE that does. Each dependent SELECT carries the
 * member's position: it takes it from what it reads, or lists the members itself, groups by it and joins on it. So rows of
 * different members are never joined or grouped together, and no subquery is correlated with a table, which BigQuery
 * does not run.
 *
 * Throws an `Error` for everything that it cannot merge with certainty, such as `has WITH RECURSIVE`.
 */
export function mergeQuery(original: Query, parameter: string): Query {
  checkNames(original);
  if (original.with?.recursive) throw new Error('has WITH RECURSIVE');
  const query = withoutNullBranches(original, parameter.toLowerCase());
  const { ctes, dependence } = mergeCtes(query.with?.ctes ?? [], parameter.toLowerCase());
  if (!isDependent(query.body, dependence)) {
    throw new Error('has a result that does not depend on the parameter');
  }
  const { select, member } = mergeBody(query, dependence);
  checkOrder(query.orderBy, dependence);
  const { at } = query;
  return {
    ...query,
    with: query.with && { ...query.with, ctes },
    body: limitEach(select, member, query.orderBy),
    orderBy: [
      ascending(pathTo([MEMBER_COLUMN], at)),
      ...query.orderBy.map((item) => ({ ...item, expression: shiftOrdinal(item.expression) })),
    ],
  };
}

/**
 * Evaluates `@p IS NULL`, which no member is, and takes it out of `@p IS NULL OR …` (parameter not sent): what is left may
 * be an equality.
 */
function withoutNullBranches(query: Query, parameter: string): Query {
  const isParameter = (expression: Expression) =>
    expression.kind === 'parameter' && expression.name.toLowerCase() === parameter;
  return mapExpressions(query, (expression) => {
    if (expression.kind === 'binary' && expression.operator === 'OR')
      return withoutFalse(expression);
    if (expression.kind !== 'is' || expression.what !== 'NULL') return expression;
    const { at, negated, operand } = expression;
    return isParameter(operand)
      ? { kind: 'literal', type: 'BOOL', value: String(negated), at }
      : expression;
  });
}

function withoutFalse(either: Expression & { readonly kind: 'binary' }): Expression {
  const isFalse = (side: Expression) =>
    side.kind === 'literal' && side.type === 'BOOL' && side.value === 'false';
  if (isFalse(either.left)) return either.right;
  return isFalse(either.right) ? either.left : either;
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
  return { ...query, body: mergeBody(query, dependence).select };
}

function mergeBody(query: Query, dependence: Dependence): MergedSelect {
  if (query.limit || query.offset) {
    throw new Error('has a LIMIT on rows that depend on the parameter');
  }
  if (query.body.kind !== 'select') {
    throw new Error('has a set operation or parentheses around rows that depend on the parameter');
  }
  const context = { ...dependence, mergeQuery: (inner: Query) => mergeInner(inner, dependence) };
  return mergeSelect(query.body, context);
}

function ascending(expression: Expression): OrderItem {
  return { expression, descending: false, nulls: undefined, at: expression.at };
}

function checkOrder(orderBy: readonly OrderItem[], dependence: Dependence): void {
  for (const item of orderBy) {
    if (namesParameter(item, dependence)) throw new Error('orders by the parameter');
    checkExpression(item, dependence, new Set());
  }
}

const RESERVED: ReadonlySet<string> = new Set([
  ...[MEMBER_COLUMN, VALUE_VARIABLE, POSITION_VARIABLE],
  ...[MEMBERS_PARAMETER, ROWS_PARAMETER],
]);

/** Whether merging needs a name for itself. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}

function checkNames(query: Query): void {
  const name = writtenNames(query).find(isReserved);
  if (name !== undefined) throw new Error(`uses the name "${name}", which merging needs`);
}
