import type { Client } from '../change.ts';
import { breaking, dangerous, safe } from './effects.ts';

const CALLERS: readonly Client[] = ['graphql', 'rest', 'csv', 'sandbox'];
const OTHERS: readonly Client[] = ['rest', 'csv', 'sandbox'];

/** Changes of an endpoint's parameters. */
export const PARAMETER_KINDS = {
  'parameter-required-added': breaking(
    CALLERS,
    '`@{parameter}` ({now}) is new and must be sent: requests without it are refused.',
  ),
  'parameter-added': safe(CALLERS, '`@{parameter}` ({now}) is new and may be left out.'),
  'parameter-over-argument': [
    ...breaking(
      ['graphql'],
      '`@{parameter}` takes the place of the argument `{argument}` of all fields: GraphQL documents that send that are refused or mean something else.',
    ),
    ...dangerous(
      ['rest', 'csv'],
      '`@{parameter}` takes the place of `{argument}`, by which callers limit or order rows: requests with it get other rows.',
    ),
  ],
  'parameter-removed': breaking(
    [...CALLERS, 'pins'],
    '`@{parameter}` is gone: GraphQL refuses documents that send it, REST ignores it and returns other rows, and keys that pin it are not restricted by it here, or refused where no endpoint has it.',
  ),
  'parameter-spelling': breaking(
    [...OTHERS, 'pins'],
    '`@{before}` is spelt `@{now}`: the GraphQL argument stays, but REST ignores the old name, and pins must have the new one.',
  ),
  'parameter-type': breaking(
    [...CALLERS, 'pins'],
    '`@{parameter}` is {now} in place of {before}: values, GraphQL variables and pins of the old type are refused or mean something else.',
  ),
  'parameter-wider': [
    ...breaking(
      ['graphql'],
      '`@{parameter}` is {now} in place of {before}: GraphQL variables must be declared with the new type.',
    ),
    ...safe([...OTHERS, 'pins'], '`@{parameter}` is {now}, which takes all values of {before}.'),
  ],
  'parameter-digits': safe(
    [...CALLERS, 'pins'],
    '`@{parameter}` is {now} in place of {before}: it takes numbers with more digits.',
  ),
  'parameter-list': [
    ...breaking(
      ['graphql'],
      '`@{parameter}` is a list ({now} in place of {before}): GraphQL variables must be declared as one.',
    ),
    ...dangerous(
      OTHERS,
      '`@{parameter}` is a list ({now} in place of {before}): one value still works, but an empty one is an empty list.',
    ),
  ],
  'parameter-scalar': breaking(
    [...CALLERS, 'pins'],
    '`@{parameter}` is one value ({now} in place of {before}): several are refused, and so are GraphQL variables of a list.',
  ),
  'parameter-required': breaking(
    CALLERS,
    '`@{parameter}` must be sent: requests that leave it out are refused.',
  ),
  'parameter-optional': safe(CALLERS, '`@{parameter}` may be left out.'),
  'parameter-empty-text': dangerous(
    ['rest', 'csv'],
    'An empty `{parameter}=` in a query string or a form counts as left out; it was the empty text.',
  ),
  'default-changed': dangerous(
    CALLERS,
    'The default of `@{parameter}` is {now} in place of {before}: requests that leave it out get other rows.',
  ),
  'default-removed': breaking(
    CALLERS,
    '`@{parameter}` has lost its default {before} and must be sent: requests that leave it out are refused.',
  ),
  'default-null': dangerous(
    CALLERS,
    '`@{parameter}` has lost its default {before}: requests that leave it out run with NULL and get other rows.',
  ),
  'default-added': safe(CALLERS, '`@{parameter}` may be left out: its default is {now}.'),
  'default-for-null': [
    ...breaking(
      ['graphql'],
      '`@{parameter}` has the default {now} in place of NULL: GraphQL refuses null for it, and requests that leave it out get other rows.',
    ),
    ...dangerous(
      OTHERS,
      '`@{parameter}` has the default {now} in place of NULL: requests that leave it out get other rows.',
    ),
  ],
  'values-added': safe(CALLERS, '`@{parameter}` also takes {values}.'),
  'values-removed': breaking(
    [...CALLERS, 'pins'],
    '`@{parameter}` no longer takes {values}: requests with it are refused, or run with the fallback where the endpoint has one.',
  ),
  'values-order': safe(['graphql'], 'The values of `@{parameter}` are listed in another order.'),
  'values-listed': breaking(
    [...CALLERS, 'pins'],
    '`@{parameter}` takes only {values}, and is an enum in GraphQL.',
  ),
  'values-unlisted': [
    ...breaking(
      ['graphql'],
      '`@{parameter}` is no longer an enum in GraphQL: documents must send text in place of a name.',
    ),
    ...safe([...OTHERS, 'pins'], '`@{parameter}` takes any text.'),
  ],
};
