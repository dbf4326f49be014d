import type { Client, Effect } from '../change.ts';

const CALLERS: readonly Client[] = ['graphql', 'rest', 'csv', 'sandbox'];
const OTHERS: readonly Client[] = ['rest', 'csv', 'sandbox'];

/** Changes of an endpoint's parameters. */
export const PARAMETER_KINDS = {
  'parameter-required-added': [
    {
      level: 'breaking',
      for: CALLERS,
      sentence: '`@{parameter}` ({now}) is new and must be sent: requests without it are refused.',
    },
  ],
  'parameter-added': [
    {
      level: 'safe',
      for: CALLERS,
      sentence: '`@{parameter}` ({now}) is new and may be left out.',
    },
  ],
  'parameter-over-argument': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence:
        '`@{parameter}` takes the place of the argument `{argument}` of all fields: GraphQL documents that send that are refused or mean something else.',
    },
    {
      level: 'dangerous',
      for: ['rest', 'csv'],
      sentence:
        '`@{parameter}` takes the place of `{argument}`, by which callers limit or order rows: requests with it get other rows.',
    },
  ],
  'parameter-removed': [
    {
      level: 'breaking',
      for: [...CALLERS, 'pins'],
      sentence:
        '`@{parameter}` is gone: GraphQL refuses documents that send it, REST ignores it and returns other rows, and keys that pin it are not restricted by it here, or refused where no endpoint has it.',
    },
  ],
  'parameter-spelling': [
    {
      level: 'breaking',
      for: [...OTHERS, 'pins'],
      sentence:
        '`@{before}` is spelt `@{now}`: the GraphQL argument stays, but REST ignores the old name, and pins must have the new one.',
    },
  ],
  'parameter-type': [
    {
      level: 'breaking',
      for: [...CALLERS, 'pins'],
      sentence:
        '`@{parameter}` is {now} in place of {before}: values, GraphQL variables and pins of the old type are refused or mean something else.',
    },
  ],
  'parameter-wider': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence:
        '`@{parameter}` is {now} in place of {before}: GraphQL variables must be declared with the new type.',
    },
    {
      level: 'safe',
      for: [...OTHERS, 'pins'],
      sentence: '`@{parameter}` is {now}, which takes all values of {before}.',
    },
  ],
  'parameter-digits': [
    {
      level: 'safe',
      for: [...CALLERS, 'pins'],
      sentence: '`@{parameter}` is {now} in place of {before}: it takes numbers with more digits.',
    },
  ],
  'parameter-list': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence:
        '`@{parameter}` is a list ({now} in place of {before}): GraphQL variables must be declared as one.',
    },
    {
      level: 'dangerous',
      for: OTHERS,
      sentence:
        '`@{parameter}` is a list ({now} in place of {before}): one value still works, but an empty one is an empty list.',
    },
  ],
  'parameter-scalar': [
    {
      level: 'breaking',
      for: [...CALLERS, 'pins'],
      sentence:
        '`@{parameter}` is one value ({now} in place of {before}): several are refused, and so are GraphQL variables of a list.',
    },
  ],
  'parameter-required': [
    {
      level: 'breaking',
      for: CALLERS,
      sentence: '`@{parameter}` must be sent: requests that leave it out are refused.',
    },
  ],
  'parameter-optional': [
    { level: 'safe', for: CALLERS, sentence: '`@{parameter}` may be left out.' },
  ],
  'parameter-empty-text': [
    {
      level: 'dangerous',
      for: ['rest', 'csv'],
      sentence:
        'An empty `{parameter}=` in a query string or a form counts as left out; it was the empty text.',
    },
  ],
  'default-changed': [
    {
      level: 'dangerous',
      for: CALLERS,
      sentence:
        'The default of `@{parameter}` is {now} in place of {before}: requests that leave it out get other rows.',
    },
  ],
  'default-removed': [
    {
      level: 'breaking',
      for: CALLERS,
      sentence:
        '`@{parameter}` has lost its default {before} and must be sent: requests that leave it out are refused.',
    },
  ],
  'default-null': [
    {
      level: 'dangerous',
      for: CALLERS,
      sentence:
        '`@{parameter}` has lost its default {before}: requests that leave it out run with NULL and get other rows.',
    },
  ],
  'default-added': [
    {
      level: 'safe',
      for: CALLERS,
      sentence: '`@{parameter}` may be left out: its default is {now}.',
    },
  ],
  'default-for-null': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence:
        '`@{parameter}` has the default {now} in place of NULL: GraphQL refuses null for it, and requests that leave it out get other rows.',
    },
    {
      level: 'dangerous',
      for: OTHERS,
      sentence:
        '`@{parameter}` has the default {now} in place of NULL: requests that leave it out get other rows.',
    },
  ],
  'values-added': [
    { level: 'safe', for: CALLERS, sentence: '`@{parameter}` also takes {values}.' },
  ],
  'values-removed': [
    {
      level: 'breaking',
      for: [...CALLERS, 'pins'],
      sentence:
        '`@{parameter}` no longer takes {values}: requests with it are refused, or run with the fallback where the endpoint has one.',
    },
  ],
  'values-order': [
    {
      level: 'safe',
      for: ['graphql'],
      sentence: 'The values of `@{parameter}` are listed in another order.',
    },
  ],
  'values-listed': [
    {
      level: 'breaking',
      for: [...CALLERS, 'pins'],
      sentence: '`@{parameter}` takes only {values}, and is an enum in GraphQL.',
    },
  ],
  'values-unlisted': [
    {
      level: 'breaking',
      for: ['graphql'],
      sentence:
        '`@{parameter}` is no longer an enum in GraphQL: documents must send text in place of a name.',
    },
    {
      level: 'safe',
      for: [...OTHERS, 'pins'],
      sentence: '`@{parameter}` takes any text.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Effect[]>>;
