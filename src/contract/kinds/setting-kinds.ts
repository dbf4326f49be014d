import type { Client } from '../change.ts';
import { breaking, dangerous, safe } from './effects.ts';

const INTERFACES: readonly Client[] = ['graphql', 'rest', 'csv'];
const CALLERS: readonly Client[] = [...INTERFACES, 'sandbox'];

/** Changes of limits, caching, redaction and the sandbox. */
export const SETTING_KINDS = {
  'rows-fewer': breaking(
    CALLERS,
    'At most {now} rows in place of {before}: others are cut, and a larger `limit` is refused.',
  ),
  'rows-more': safe(CALLERS, 'At most {now} rows in place of {before}.'),
  'cap-lowered': dangerous(
    CALLERS,
    'Queries that would bill more than {now} bytes are refused; the cap was {before}.',
  ),
  'cap-added': dangerous(
    CALLERS,
    'Queries that would bill more than {now} bytes are refused; there was no cap of its own.',
  ),
  'cap-raised': safe(CALLERS, 'Queries may bill up to {now} bytes; the cap was {before}.'),
  'cap-removed': safe(
    CALLERS,
    'The cap of {before} bytes is gone: queries have that of the service.',
  ),
  'cache-longer': dangerous(CALLERS, 'Answers may be {now} old in place of {before}.'),
  'cache-on': dangerous(
    CALLERS,
    'Answers are cached and may be {now} old; each request ran the query.',
  ),
  'cache-shorter': safe(
    CALLERS,
    'Answers are at most {now} old in place of {before}; queries run more often.',
  ),
  'cache-off': safe(CALLERS, 'Answers are not cached any more: each request runs the query.'),
  warm: safe(CALLERS, 'Answers in use are refreshed by `warm {now}` in place of `warm {before}`.'),
  'redact-on': breaking(
    CALLERS,
    'All answers are redacted: personal data and secrets are placeholders.',
  ),
  'redact-off': dangerous(
    CALLERS,
    'Answers are redacted only on demand: they may have personal data and secrets.',
  ),
  'shape-off': breaking(
    INTERFACES,
    '`limit` and `orderBy` are gone: GraphQL refuses them, and REST ignores `limit` and `order_by`.',
  ),
  'shape-on': safe(INTERFACES, '`limit` and `orderBy` are new arguments.'),
  'sandbox-off': breaking(['sandbox'], 'The sandbox is closed: SQL of callers is refused.'),
  'sandbox-on': safe(['sandbox'], 'The sandbox is open: keys with the right to it may send SQL.'),
};

/** Changes of how keys with a pinned tenant are restricted. */
export const TENANT_KINDS = {
  'tenant-pin': breaking(
    ['pins'],
    'The pin of tenants is {now} in place of {before}: keys with the old one are not restricted to a tenant, or are refused.',
  ),
  'tenant-added': dangerous(
    ['pins'],
    'It reads tables with tenants ({now}): pinned keys get the rows of their tenant alone.',
  ),
  'tenant-removed': breaking(
    ['pins'],
    'It reads no table with tenants any more: pinned keys are refused, or read rows that are shared by all tenants.',
  ),
  'tenant-parameter': breaking(
    ['pins'],
    'The tenant is carried by {now} in place of {before}: pinned keys supply another parameter.',
  ),
  'tenant-parameter-added': dangerous(
    ['pins'],
    '`@{parameter}` carries the tenant: pinned keys supply it, and get 403 for any other value.',
  ),
  'tenant-table-added': dangerous(
    ['pins'],
    'Pinned keys get of `{table}` the rows of their tenant alone, by `{now}`.',
  ),
  'tenant-table-removed': dangerous(
    ['pins'],
    '`{table}` is not restricted by `{before}` any more: if it is still read, pinned keys are refused, or get the rows of all tenants where it is shared.',
  ),
  'tenant-column': breaking(
    ['pins'],
    'Tenants of `{table}` are identified by `{now}` in place of `{before}`: pinned keys get other rows.',
  ),
};

/** Changes of what a query costs on BigQuery, as dry runs tell; the contract says nothing of them. */
export const COST_KINDS = {
  'bytes-above-cap': breaking(
    INTERFACES,
    'With {arguments} it would bill {now}, which is more than its cap of {cap}: such requests are refused.',
  ),
  'bytes-doubled': dangerous(
    INTERFACES,
    'With {arguments} it reads {now} in place of {before}, {ratio} times as much.',
  ),
  'pruning-lost': dangerous(
    INTERFACES,
    'It no longer skips partitions: it reads {now} whatever its arguments say.',
  ),
};
