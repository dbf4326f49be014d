import { codeChange, type Scenario, sqlChange } from './scenario.ts';

const SQL = 'WITH v AS (SELECT 1 AS a)\nSELECT v.a FROM v';

/** A change of a tag; undefined for none. */
function tagChange(
  kind: string,
  before: string | undefined,
  now: string | undefined,
  words: Scenario['words'] = {},
): Scenario {
  const text = (tag: string | undefined) => (tag === undefined ? SQL : `-- @${tag}\n${SQL}`);
  return sqlChange(kind, text(before), text(now), { words });
}

const GB = { before: '3,000,000,000', now: '2,000,000,000' };

export const SETTING_SCENARIOS: readonly Scenario[] = [
  tagChange('rows-fewer', 'maxRows 500', 'maxRows 100', { before: '500', now: '100' }),
  tagChange('rows-more', 'maxRows 100', undefined, { before: '100', now: '1000' }),
  tagChange('cap-lowered', 'maxBytes 3GB', 'maxBytes 2GB', GB),
  tagChange('cap-raised', 'maxBytes 2GB', 'maxBytes 3GB', { before: GB.now, now: GB.before }),
  tagChange('cap-added', undefined, 'maxBytes 2GB', GB),
  tagChange('cap-removed', 'maxBytes 3GB', undefined, GB),
  tagChange('cache-longer', 'cache 15m', 'cache 1h', { before: '15m', now: '1h' }),
  tagChange('cache-shorter', 'cache 1h', 'cache 15m', { before: '1h', now: '15m' }),
  tagChange('cache-on', 'cache off', 'cache 1d', { now: '1d' }),
  tagChange('cache-off', undefined, 'cache off'),
  tagChange('warm', undefined, 'warm 5m', { before: 'off', now: '5m' }),
  tagChange('redact-on', undefined, 'redact'),
  tagChange('redact-off', 'redact', undefined),
  codeChange('shape-off', SQL, ['', 'settings: { shape: false },']),
  codeChange('shape-on', SQL, ['settings: { shape: false },', 'settings: { shape: true },']),
  tagChange('sandbox-off', 'sandbox', undefined),
  tagChange('sandbox-on', undefined, 'sandbox'),
];

/** Their tables are in `PROJECT_FILES`. */
export const TENANT_SCENARIOS: readonly Scenario[] = [
  sqlChange('tenant-added', 'SELECT p.id FROM products AS p', 'SELECT o.id FROM orders AS o', {
    words: { now: '`orders`' },
    at: 'fieldstone.json:4',
  }),
  sqlChange('tenant-removed', 'SELECT o.id FROM orders AS o', 'SELECT p.id FROM products AS p', {
    at: 'fieldstone.json:2',
  }),
  sqlChange(
    'tenant-parameter',
    'SELECT o.id FROM orders AS o WHERE o.shop = @x',
    'SELECT o.id FROM orders AS o WHERE o.shop = @x OR o.id = 0',
    { words: { before: '`@x`', now: 'none' } },
  ),
  sqlChange(
    'tenant-parameter-added',
    'SELECT o.id FROM orders AS o WHERE o.shop = @x OR o.id = 0',
    '-- @tenant x\nSELECT o.id FROM orders AS o WHERE o.shop = @x',
    { words: { parameter: 'x' } },
  ),
  sqlChange(
    'tenant-table-added',
    'SELECT o.id FROM orders AS o',
    'SELECT o.id FROM orders AS o JOIN visits AS v ON v.id = o.id',
    { words: { table: 'visits', now: 'shop' }, at: 'fieldstone.json:5' },
  ),
  sqlChange(
    'tenant-table-removed',
    'SELECT o.id FROM orders AS o JOIN visits AS v ON v.id = o.id',
    'SELECT o.id FROM orders AS o',
    { words: { table: 'visits', before: 'shop' }, at: 'fieldstone.json:5' },
  ),
  {
    kind: 'tenant-column',
    before: { 'endpoints/tenant-column.sql': 'SELECT b.id FROM bookings AS b' },
    now: {
      'endpoints/tenant-column.sql': 'SELECT b.id FROM bookings AS b',
      'fieldstone.json': projectFile('shop', 'region'),
    },
    words: { table: 'bookings', before: 'shop', now: 'region' },
    at: 'fieldstone.json:6',
  },
  {
    kind: 'tenant-pin',
    before: { 'endpoints/tenant-pin.sql': 'SELECT o.id FROM orders AS o' },
    now: {
      'endpoints/tenant-pin.sql': 'SELECT o.id FROM orders AS o',
      'fieldstone.json': projectFile('store', 'shop'),
    },
    words: { before: '"shop"', now: '"store"' },
    at: 'fieldstone.json:2',
    isShared: true,
  },
];

const FIELDS = JSON.stringify([
  { name: 'id', type: 'INT64', mode: 'REQUIRED' },
  { name: 'shop', type: 'STRING', mode: 'REQUIRED' },
  { name: 'region', type: 'STRING', mode: 'REQUIRED' },
]);

function projectFile(pin: string, bookings: string): string {
  return `{
  "tenant": "${pin}",
  "tables": {
    "orders": { "tenant": "shop" },
    "visits": { "tenant": "shop" },
    "bookings": { "tenant": "${bookings}" },
    "products": { "shared": true }
  }
}
`;
}

/** The files that all projects with these changes have. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  'fieldstone.json': projectFile('shop', 'shop'),
  ...Object.fromEntries(
    ['orders', 'visits', 'bookings', 'products'].map((name) => [`tables/${name}.json`, FIELDS]),
  ),
};
