import type { Client } from '../change.ts';
import { breaking, dangerous, safe } from './effects.ts';

const INTERFACES: readonly Client[] = ['graphql', 'rest', 'csv'];
const READERS: readonly Client[] = [...INTERFACES, 'sandbox'];

/** Changes of an endpoint as a whole. */
export const ENDPOINT_KINDS = {
  'endpoint-removed': breaking(
    READERS,
    'The endpoint is gone: the GraphQL field `{field}` and the REST paths are unknown, and key files that list it are refused.',
  ),
  'endpoint-added': safe(
    READERS,
    'The endpoint is new: the GraphQL field `{field}` and its REST paths.',
  ),
  'endpoint-renamed': breaking(
    READERS,
    'The endpoint `{before}` is called `{now}`: clients must use the new name, and key files that list the old one are refused; paths with its id still work.',
  ),
  'endpoint-id': breaking(
    ['rest', 'csv'],
    'The id is `{now}` in place of `{before}`: REST paths with the old id are 404.',
  ),
  'endpoint-field': breaking(
    ['graphql'],
    'The GraphQL field is `{now}` in place of `{before}`: documents with the old one are refused.',
  ),
  'returns-one': [
    ...breaking(
      INTERFACES,
      'It returns at most one row: the GraphQL result has `row` in place of `rows`, and REST leaves all rows but the first out.',
    ),
    ...breaking(
      ['sandbox'],
      'It returns at most one row, and so does SQL of callers: other rows are cut.',
    ),
  ],
  'returns-many': [
    ...breaking(
      ['graphql'],
      'It returns many rows: the GraphQL result has `rows` in place of `row`.',
    ),
    ...dangerous(
      ['rest', 'csv'],
      'It returns many rows: clients that read only the first miss the others.',
    ),
    ...safe(['sandbox'], 'It returns many rows, and so does SQL of callers.'),
  ],
  'engine-bigquery': [
    ...breaking(
      ['pins'],
      'It runs on BigQuery alone: keys that pin a tenant are refused with 403.',
    ),
    ...dangerous(
      INTERFACES,
      'It runs on BigQuery alone: rows, types and errors are what BigQuery makes of a text that is not compiled here.',
    ),
  ],
  'engine-compiled': safe(
    [...INTERFACES, 'pins'],
    'It is compiled here and no longer runs on BigQuery alone.',
  ),
  'text-changed': dangerous(
    INTERFACES,
    'The text for BigQuery is another one, which is not compiled here: compare what it answers.',
  ),
  deprecated: safe(INTERFACES, 'It is deprecated: tools of clients warn of it with "{now}".'),
  'deprecation-text': safe(INTERFACES, 'Its deprecation says "{now}" now.'),
  'deprecation-removed': safe(INTERFACES, 'It is no longer deprecated.'),
};
