import type { Client } from '../change.ts';
import { breaking, dangerous, safe } from './effects.ts';

const READERS: readonly Client[] = ['graphql', 'rest', 'csv'];

/** Changes of an endpoint's result columns. */
export const COLUMN_KINDS = {
  'column-removed': breaking(
    READERS,
    'The column `{column}` is gone: GraphQL documents that select it are refused, and REST and CSV have no such member.',
  ),
  'column-added': safe(READERS, 'The column `{column}` ({now}) is new and the last one.'),
  'column-inserted': [
    ...safe(['graphql', 'rest'], 'The column `{column}` ({now}) is new.'),
    ...dangerous(
      ['csv'],
      'The new column `{column}` stands before others in CSV: programs that read by position take values of other columns.',
    ),
  ],
  'column-renamed': breaking(
    READERS,
    'The column `{before}` is called `{now}`: clients that read the old name find nothing, and GraphQL refuses it.',
  ),
  'column-spelling': breaking(
    ['rest', 'csv'],
    'The column `{before}` is spelt `{now}`: the GraphQL field stays, but REST and CSV have the new name.',
  ),
  'column-type': breaking(
    READERS,
    '`{column}` is {now} in place of {before}: clients get values of another type or form.',
  ),
  'column-graphql': breaking(
    ['graphql'],
    'The GraphQL type of `{column}` is {now} in place of {before}.',
  ),
  'column-more-digits': dangerous(
    READERS,
    '`{column}` is {now} in place of {before}: numbers may have more digits than a client can hold.',
  ),
  'column-fewer-digits': safe(
    READERS,
    '`{column}` is {now} in place of {before}: numbers have fewer digits.',
  ),
  'column-nullable': [
    ...breaking(['graphql', 'rest'], '`{column}` may be null, which typed clients do not expect.'),
    ...dangerous(['csv'], 'Cells of `{column}` may be empty.'),
  ],
  'column-required': safe(READERS, '`{column}` is never null now.'),
  'column-order': dangerous(
    ['csv'],
    'The columns stand in another order in CSV ({now}): programs that read by position take values of other columns.',
  ),
  'nested-removed': breaking(
    READERS,
    'The nested field `{column}` is gone: GraphQL documents that select it are refused, and REST and CSV have no such member.',
  ),
  'nested-added': safe(READERS, 'The nested field `{column}` ({now}) is new.'),
  'nested-order': safe(READERS, 'The fields of `{column}` stand in another order.'),
};

/** Changes of the views that callers' SQL may read. */
export const VIEW_KINDS = {
  'view-removed': breaking(['sandbox'], 'The view `{view}` is gone: SQL that reads it is refused.'),
  'view-added': safe(['sandbox'], 'The view `{view}` is new.'),
  'view-column-removed': breaking(
    ['sandbox'],
    'The column `{column}` of `{view}` is gone: SQL that names it is refused.',
  ),
  'view-column-added': safe(
    ['sandbox'],
    'The column `{column}` ({now}) of `{view}` is new and the last one.',
  ),
  'view-column-inserted': dangerous(
    ['sandbox'],
    'The new column `{column}` ({now}) of `{view}` stands before others: `SELECT *` and set operations have it in between.',
  ),
  'view-column-renamed': breaking(
    ['sandbox'],
    'The column `{before}` of `{view}` is called `{now}`: SQL with the old name is refused.',
  ),
  'view-column-type': breaking(
    ['sandbox'],
    '`{column}` of `{view}` is {now} in place of {before}: SQL over it may be refused.',
  ),
  'view-column-order': dangerous(
    ['sandbox'],
    'The columns of `{view}` stand in another order ({now}): `SELECT *` and set operations have it too.',
  ),
};
