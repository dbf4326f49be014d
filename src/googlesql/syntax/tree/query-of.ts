import type { Query, QueryBody } from './ast.ts';

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
