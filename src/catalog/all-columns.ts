import { parseQuery, printIdentifier, type Query } from '../googlesql/index.ts';

/**
 * The query with an outer SELECT that reads every column of every CTE, as a caller's SQL may.
 *
 * What the stored outer SELECT does not read is left out when it is analysed, scans in unread columns included; a
 * proof over all scans has to look at all that can be read.
 */
export function readAllColumns(query: Query): Query {
  const names = query.with?.ctes.map(({ name }) => printIdentifier(name.name)) ?? [];
  const { body } = parseQuery(
    `SELECT ${['1', ...names.map((name) => `ARRAY(SELECT AS STRUCT * FROM ${name})`)].join(', ')}`,
  );
  return { ...query, body, orderBy: [], limit: undefined, offset: undefined };
}
