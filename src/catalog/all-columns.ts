import { parseQuery, printIdentifier, type Query } from '../googlesql/index.ts';

/**
 * The query with an outer SELECT that reads every column of every CTE, as a caller's SQL may.
 *
 * Analysis drops what the stored outer SELECT does not read, including scans in unread columns; a proof over all scans
 * has to cover everything that can be read.
 */
export function readAllColumns(query: Query): Query {
  const names = query.with?.ctes.map(({ name }) => printIdentifier(name.name)) ?? [];
  const { body } = parseQuery(
    `SELECT ${['1', ...names.map((name) => `ARRAY(SELECT AS STRUCT * FROM ${name})`)].join(', ')}`,
  );
  return { ...query, body, orderBy: [], limit: undefined, offset: undefined };
}
