import type { Client, Effect } from '../change.ts';

const READERS: readonly Client[] = ['graphql', 'rest', 'csv'];

/** Changes of an endpoint's result columns. */
export const COLUMN_KINDS = {
  'column-removed': [
    {
      level: 'breaking',
      for: READERS,
      sentence:
        'The column `{column}` is gone: GraphQL documents that select it are refused, and REST and CSV have no such member.',
    },
  ],
  'column-added': [
    {
      level: 'safe',
      for: READERS,
      sentence: 'The column `{column}` ({now}) is new and the last one.',
    },
  ],
  'column-inserted': [
    { level: 'safe', for: ['graphql', 'rest'], sentence: 'The column `{column}` ({now}) is new.' },
    {
      level: 'dangerous',
      for: ['csv'],
      sentence:
        'The new column `{column}` stands before others in CSV: programs that read by position take values of other columns.',
    },
  ],
  'column-renamed': [
    {
      level: 'breaking',
      for: READERS,
      sentence:
        'The column `{before}` is called `{now}`: clients that read the old name find nothing, and GraphQL refuses it.',
    },
  ],
  'column-spelling': [
    {
      level: 'breaking',
      for: ['rest', 'csv'],
      sentence:
        'The column `{before}` is spelt `{now}`: the GraphQL field stays, but REST and CSV have the new name.',
    },
  ],
  'column-type': [
    {
      level: 'breaking',
      for: READERS,
      sentence:
        '`{column}` is {now} in place of {before}: clients get values of another type or form.',
    },
  ],
  'column-graphql': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence: 'The GraphQL type of `{column}` is {now} in place of {before}.',
    },
  ],
  'column-more-digits': [
    {
      level: 'dangerous',
      for: READERS,
      sentence:
        '`{column}` is {now} in place of {before}: numbers may have more digits than a client can hold.',
    },
  ],
  'column-fewer-digits': [
    {
      level: 'safe',
      for: READERS,
      sentence: '`{column}` is {now} in place of {before}: numbers have fewer digits.',
    },
  ],
  'column-nullable': [
    {
      level: 'breaking',
      for: ['graphql', 'rest'],
      sentence: '`{column}` may be null, which typed clients do not expect.',
    },
    { level: 'dangerous', for: ['csv'], sentence: 'Cells of `{column}` may be empty.' },
  ],
  'column-required': [{ level: 'safe', for: READERS, sentence: '`{column}` is never null now.' }],
  'column-order': [
    {
      level: 'dangerous',
      for: ['csv'],
      sentence:
        'The columns stand in another order in CSV ({now}): programs that read by position take values of other columns.',
    },
  ],
  'nested-removed': [
    {
      level: 'breaking',
      for: READERS,
      sentence:
        'The nested field `{column}` is gone: GraphQL documents that select it are refused, and REST and CSV have no such member.',
    },
  ],
  'nested-added': [
    { level: 'safe', for: READERS, sentence: 'The nested field `{column}` ({now}) is new.' },
  ],
  'nested-order': [
    {
      level: 'safe',
      for: READERS,
      sentence: 'The fields of `{column}` stand in another order.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Effect[]>>;

/** Changes of the views that callers' SQL may read. */
export const VIEW_KINDS = {
  'view-removed': [
    {
      level: 'breaking',
      for: ['sandbox'],
      sentence: 'The view `{view}` is gone: SQL that reads it is refused.',
    },
  ],
  'view-added': [{ level: 'safe', for: ['sandbox'], sentence: 'The view `{view}` is new.' }],
  'view-column-removed': [
    {
      level: 'breaking',
      for: ['sandbox'],
      sentence: 'The column `{column}` of `{view}` is gone: SQL that names it is refused.',
    },
  ],
  'view-column-added': [
    {
      level: 'safe',
      for: ['sandbox'],
      sentence: 'The column `{column}` ({now}) of `{view}` is new and the last one.',
    },
  ],
  'view-column-inserted': [
    {
      level: 'dangerous',
      for: ['sandbox'],
      sentence:
        'The new column `{column}` ({now}) of `{view}` stands before others: `SELECT *` and set operations have it in between.',
    },
  ],
  'view-column-renamed': [
    {
      level: 'breaking',
      for: ['sandbox'],
      sentence:
        'The column `{before}` of `{view}` is called `{now}`: SQL with the old name is refused.',
    },
  ],
  'view-column-type': [
    {
      level: 'breaking',
      for: ['sandbox'],
      sentence: '`{column}` of `{view}` is {now} in place of {before}: SQL over it may be refused.',
    },
  ],
  'view-column-order': [
    {
      level: 'dangerous',
      for: ['sandbox'],
      sentence:
        'The columns of `{view}` stand in another order ({now}): `SELECT *` and set operations have it too.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Effect[]>>;
