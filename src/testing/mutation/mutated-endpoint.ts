import { analyze, parseQuery, type Query, SqlError, type With } from '#googlesql';
import { statementOf } from '../../catalog/checked-statement.ts';
import { NO_MERGING } from '../../catalog/merging/merging.ts';
import type { PreparedEndpoint, StoredQuery } from '../../catalog/prepare.ts';
import { isForeign } from '../../engines/engine.ts';
import type { Mutation } from './sites.ts';

/**
 * An endpoint with one change in its statements and views, made after all proofs; undefined if one of them does not
 * compile then.
 */
export function mutatedEndpoint(
  endpoint: PreparedEndpoint,
  mutation: Mutation,
): PreparedEndpoint | undefined {
  try {
    const { columns, declared, definition, tables, tenancy, version, views } = endpoint;
    const open = mutated(endpoint, endpoint.open, mutation);
    let pinned: StoredQuery | undefined;
    return {
      columns,
      declared,
      definition,
      open,
      tables,
      tenancy,
      version,
      views,
      get pinned() {
        pinned ??= mutated(endpoint, endpoint.pinned, mutation);
        return pinned;
      },
    };
  } catch (error) {
    if (error instanceof SqlError) return undefined;
    throw error;
  }
}

function mutated(
  { tables }: PreparedEndpoint,
  stored: StoredQuery,
  mutation: Mutation,
): StoredQuery {
  const { parameters, statement, views } = stored;
  if (isForeign(statement)) throw new TypeError('A foreign statement has no tree');
  const environment = { tables, parameters };
  const tree = mutation.apply(statement.tree);
  const changedViews = views && mutation.apply(views);
  if (changedViews && changedViews !== views) analyze(overViews(changedViews), environment);
  return {
    parameters,
    views: changedViews,
    merging: NO_MERGING,
    statement: tree === statement.tree ? statement : statementOf(tree, analyze(tree, environment)),
  };
}

/** A query that reads no view: all of them are analysed even so. */
function overViews(views: With): Query {
  return { ...parseQuery('SELECT 1'), with: views };
}
