import type { Client, Effect } from '../change.ts';

const INTERFACES: readonly Client[] = ['graphql', 'rest', 'csv'];
const READERS: readonly Client[] = [...INTERFACES, 'sandbox'];

/** Changes of an endpoint as a whole. */
export const ENDPOINT_KINDS = {
  'endpoint-removed': [
    {
      level: 'breaking',
      for: READERS,
      sentence:
        'The endpoint is gone: the GraphQL field `{field}` and the REST paths are unknown, and key files that list it are refused.',
    },
  ],
  'endpoint-added': [
    {
      level: 'safe',
      for: READERS,
      sentence: 'The endpoint is new: the GraphQL field `{field}` and its REST paths.',
    },
  ],
  'endpoint-renamed': [
    {
      level: 'breaking',
      for: READERS,
      sentence:
        'The endpoint `{before}` is called `{now}`: clients must use the new name, and key files that list the old one are refused; paths with its id still work.',
    },
  ],
  'endpoint-id': [
    {
      level: 'breaking',
      for: ['rest', 'csv'],
      sentence: 'The id is `{now}` in place of `{before}`: REST paths with the old id are 404.',
    },
  ],
  'endpoint-field': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence:
        'The GraphQL field is `{now}` in place of `{before}`: documents with the old one are refused.',
    },
  ],
  'returns-one': [
    {
      level: 'breaking',
      for: INTERFACES,
      sentence:
        'It returns at most one row: the GraphQL result has `row` in place of `rows`, and REST leaves all rows but the first out.',
    },
    {
      level: 'breaking',
      for: ['sandbox'],
      sentence: 'It returns at most one row, and so does SQL of callers: other rows are cut.',
    },
  ],
  'returns-many': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence: 'It returns many rows: the GraphQL result has `rows` in place of `row`.',
    },
    {
      level: 'dangerous',
      for: ['rest', 'csv'],
      sentence: 'It returns many rows: clients that read only the first miss the others.',
    },
    {
      level: 'safe',
      for: ['sandbox'],
      sentence: 'It returns many rows, and so does SQL of callers.',
    },
  ],
  'engine-bigquery': [
    {
      level: 'breaking',
      for: ['pins'],
      sentence: 'It runs on BigQuery alone: keys that pin a tenant are refused with 403.',
    },
    {
      level: 'dangerous',
      for: INTERFACES,
      sentence:
        'It runs on BigQuery alone: rows, types and errors are what BigQuery makes of a text that is not compiled here.',
    },
  ],
  'engine-compiled': [
    {
      level: 'safe',
      for: [...INTERFACES, 'pins'],
      sentence: 'It is compiled here and no longer runs on BigQuery alone.',
    },
  ],
  'text-changed': [
    {
      level: 'dangerous',
      for: INTERFACES,
      sentence:
        'The text for BigQuery is another one, which is not compiled here: compare what it answers.',
    },
  ],
  deprecated: [
    {
      level: 'safe',
      for: INTERFACES,
      sentence: 'It is deprecated: tools of clients warn of it with "{now}".',
    },
  ],
  'deprecation-text': [
    { level: 'safe', for: INTERFACES, sentence: 'Its deprecation says "{now}" now.' },
  ],
  'deprecation-removed': [
    { level: 'safe', for: INTERFACES, sentence: 'It is no longer deprecated.' },
  ],
} as const satisfies Readonly<Record<string, readonly Effect[]>>;
