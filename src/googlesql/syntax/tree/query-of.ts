import type { Query, QueryBody, Select } from './ast.ts';

/** The query inside of parentheses that have no other clause behind them; any other query as it is. */
export function unwrapped(query: Query): Query {
  const { with: ctes, body, orderBy, limit } = query;
  const isBare = ctes === undefined && orderBy.length === 0 && limit === undefined;
  return isBare && body.kind === 'query' ? body : query;
}

/** The SELECT that is the body of a query, which must have one. */
export function selectOf({ body }: Query): Select {
  if (body.kind !== 'select') throw new TypeError('The query is no SELECT');
  return body;
}

/** A query that is its body alone: without WITH, ORDER BY and LIMIT. */
export function queryOf(body: QueryBody, at: number): Query {
  return {
    kind: 'query',
    at,
    with: undefined,
    body,
    orderBy: [],
    limit: undefined,
    offset: undefined,
  };
}
