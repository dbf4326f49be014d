import type { Client, Effect } from '../change.ts';

const INTERFACES: readonly Client[] = ['graphql', 'rest', 'csv'];
const CALLERS: readonly Client[] = [...INTERFACES, 'sandbox'];

/** Changes of limits, caching, redaction and the sandbox. */
export const SETTING_KINDS = {
  'rows-fewer': [
    {
      level: 'breaking',
      for: CALLERS,
      sentence:
        'At most {now} rows in place of {before}: others are cut, and a larger `limit` is refused.',
    },
  ],
  'rows-more': [
    { level: 'safe', for: CALLERS, sentence: 'At most {now} rows in place of {before}.' },
  ],
  'cap-lowered': [
    {
      level: 'dangerous',
      for: CALLERS,
      sentence: 'Queries that would bill more than {now} bytes are refused; the cap was {before}.',
    },
  ],
  'cap-added': [
    {
      level: 'dangerous',
      for: CALLERS,
      sentence:
        'Queries that would bill more than {now} bytes are refused; there was no cap of its own.',
    },
  ],
  'cap-raised': [
    {
      level: 'safe',
      for: CALLERS,
      sentence: 'Queries may bill up to {now} bytes; the cap was {before}.',
    },
  ],
  'cap-removed': [
    {
      level: 'safe',
      for: CALLERS,
      sentence: 'The cap of {before} bytes is gone: queries have that of the service.',
    },
  ],
  'cache-longer': [
    {
      level: 'dangerous',
      for: CALLERS,
      sentence: 'Answers may be {now} old in place of {before}.',
    },
  ],
  'cache-on': [
    {
      level: 'dangerous',
      for: CALLERS,
      sentence: 'Answers are cached and may be {now} old; each request ran the query.',
    },
  ],
  'cache-shorter': [
    {
      level: 'safe',
      for: CALLERS,
      sentence: 'Answers are at most {now} old in place of {before}; queries run more often.',
    },
  ],
  'cache-off': [
    {
      level: 'safe',
      for: CALLERS,
      sentence: 'Answers are not cached any more: each request runs the query.',
    },
  ],
  warm: [
    {
      level: 'safe',
      for: CALLERS,
      sentence: 'Answers in use are refreshed by `warm {now}` in place of `warm {before}`.',
    },
  ],
  'redact-on': [
    {
      level: 'breaking',
      for: CALLERS,
      sentence: 'All answers are redacted: personal data and secrets are placeholders.',
    },
  ],
  'redact-off': [
    {
      level: 'dangerous',
      for: CALLERS,
      sentence: 'Answers are redacted only on demand: they may have personal data and secrets.',
    },
  ],
  'shape-off': [
    {
      level: 'breaking',
      for: INTERFACES,
      sentence:
        '`limit` and `orderBy` are gone: GraphQL refuses them, and REST ignores `limit` and `order_by`.',
    },
  ],
  'shape-on': [
    { level: 'safe', for: INTERFACES, sentence: '`limit` and `orderBy` are new arguments.' },
  ],
  'sandbox-off': [
    {
      level: 'breaking',
      for: ['sandbox'],
      sentence: 'The sandbox is closed: SQL of callers is refused.',
    },
  ],
  'sandbox-on': [
    {
      level: 'safe',
      for: ['sandbox'],
      sentence: 'The sandbox is open: keys with the right to it may send SQL.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Effect[]>>;

/** Changes of how keys with a pinned tenant are restricted. */
export const TENANT_KINDS = {
  'tenant-pin': [
    {
      level: 'breaking',
      for: ['pins'],
      sentence:
        'The pin of tenants is {now} in place of {before}: keys with the old one are not restricted to a tenant, or are refused.',
    },
  ],
  'tenant-added': [
    {
      level: 'dangerous',
      for: ['pins'],
      sentence:
        'It reads tables with tenants ({now}): pinned keys get the rows of their tenant alone.',
    },
  ],
  'tenant-removed': [
    {
      level: 'breaking',
      for: ['pins'],
      sentence:
        'It reads no table with tenants any more: pinned keys are refused, or read rows that are shared by all tenants.',
    },
  ],
  'tenant-parameter': [
    {
      level: 'breaking',
      for: ['pins'],
      sentence:
        'The tenant is carried by {now} in place of {before}: pinned keys supply another parameter.',
    },
  ],
  'tenant-parameter-added': [
    {
      level: 'dangerous',
      for: ['pins'],
      sentence:
        '`@{parameter}` carries the tenant: pinned keys supply it, and get 403 for any other value.',
    },
  ],
  'tenant-table-added': [
    {
      level: 'dangerous',
      for: ['pins'],
      sentence: 'Pinned keys get of `{table}` the rows of their tenant alone, by `{now}`.',
    },
  ],
  'tenant-table-removed': [
    {
      level: 'dangerous',
      for: ['pins'],
      sentence:
        '`{table}` is not restricted by `{before}` any more: if it is still read, pinned keys are refused, or get the rows of all tenants where it is shared.',
    },
  ],
  'tenant-column': [
    {
      level: 'breaking',
      for: ['pins'],
      sentence:
        'Tenants of `{table}` are identified by `{now}` in place of `{before}`: pinned keys get other rows.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Effect[]>>;

/** Changes of what a query costs on BigQuery, as dry runs tell; the contract says nothing of them. */
export const COST_KINDS = {
  'bytes-above-cap': [
    {
      level: 'breaking',
      for: INTERFACES,
      sentence:
        'With {arguments} it would bill {now}, which is more than its cap of {cap}: such requests are refused.',
    },
  ],
  'bytes-doubled': [
    {
      level: 'dangerous',
      for: INTERFACES,
      sentence: 'With {arguments} it reads {now} in place of {before}, {ratio} times as much.',
    },
  ],
  'pruning-lost': [
    {
      level: 'dangerous',
      for: INTERFACES,
      sentence: 'It no longer skips partitions: it reads {now} whatever its arguments say.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Effect[]>>;
