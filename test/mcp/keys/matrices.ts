import { type PreparedEndpoint, prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { camelCase } from '../../../src/project/names.ts';
import { loadShop, openShop } from '../../examples/shop/open-shop.ts';
import { TENANT_REQUESTS } from '../../examples/shop/requests.ts';
import { type Gateway, type GatewayOptions, gateway } from '../../support/gateway.ts';
import { edgeRow, invocationRow } from '../../support/log-rows.ts';
import { PROJECT } from '../../support/project.ts';
import type { RightChoices } from './key-matrix.ts';
import type { Call } from './verdicts.ts';

/** Stands in every text of another tenant. */
const CANARY = 'canary-of-another-tenant';

/** What keys may be, what they call, and what no answer may have. */
export interface Matrix {
  readonly endpoints: readonly PreparedEndpoint[];
  readonly choices: RightChoices;
  /** The calls of a key; one of them is of it alone, so that its own limits reach the engine. */
  readonly callsOf: (index: number) => readonly Call[];
  readonly open: (options: Pick<GatewayOptions, 'authenticator' | 'rateLimit'>) => Promise<Gateway>;
  /** Whether an answer to a key has something of a tenant that is not the one of its pin. */
  readonly isForeign: (pins: Readonly<Record<string, string>>, answer: string) => boolean;
  /** Names that stand in stored SQL. */
  readonly hidden: readonly string[];
  /** The pin that names a tenant. */
  readonly tenant: string;
}

const LOGS = { project: 'demo', projectTier: 'PRO' };

function sandboxOf(sql: string): Call[1] {
  const args = { project: 'demo', project_tier: 'PRO' };
  return { endpoint: 'logs.all', arguments: args, sql };
}

const PROJECT_CALLS: readonly Call[] = [
  ['logsAll', LOGS],
  ['logsAll', { ...LOGS, redactPii: true }],
  ['logsAll', { project: 'nosuch', projectTier: 'FREE' }],
  ['logsAll', { project: 'demo', projectTier: 'pro' }],
  ['logsAll', { ...LOGS, isoTimestampStart: 'yesterday' }],
  ['usageApiCounts', { project: 'demo', interval: 'HOURLY' }],
  ['usageApiCounts', { project: 7, interval: 'HOURLY' }],
  ['usageApiCounts', { project: 'demo', interval: 'HOURLY', nosuch: 1 }],
  ['functionsInvocationStats', { project: 'demo', interval: 'ONE_DAY', functionId: 'x' }],
  ['sandbox', sandboxOf('SELECT id, event_message FROM edge_logs ORDER BY id')],
  ['sandbox', sandboxOf('SELECT nosuch FROM edge_logs')],
  ['sandbox', sandboxOf('SELECT id FROM `cloudflare.logs.prod`')],
  ['describe', { endpoint: 'logs.all' }],
  ['describe', { endpoint: 'usage.api-counts' }],
  ['estimate', { tool: 'logsAll', arguments: LOGS }],
  ['estimate', { tool: 'usageApiCounts', arguments: { project: 'demo', interval: 'never' } }],
  ['estimate', { tool: 'sandbox', arguments: sandboxOf('SELECT nosuch FROM edge_logs') }],
];

const row = (project: string, id: string, message: string) => ({
  ...edgeRow({ at: '2026-07-01T11:59:00Z', id, message }),
  project,
});

const ROWS = {
  'cloudflare.logs.prod': [
    row('demo', 'a', 'mail of ana@example.com'),
    row('elsewhere', 'b', CANARY),
  ],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:57:00Z', ms: 7 })],
};

/** The repository's project, with rows of two tenants. */
export const OWN: Matrix = {
  endpoints: prepareEndpoints(PROJECT),
  choices: {
    endpoints: [
      'all',
      'all',
      ['usage.api-counts'],
      ['logs.all'],
      ['logs.all', 'functions.invocation-stats'],
      [],
    ],
    pins: [
      {},
      { project: 'demo' },
      { project: 'demo' },
      { project: 'elsewhere' },
      { shop: 'birch' },
      { project_tier: 'FREE' },
      { project: 'demo', project_tier: 'PRO' },
      { interval: 'hourly' },
    ],
  },
  callsOf: (index) => [
    [
      'functionsInvocationStats',
      { project: 'demo', interval: 'ONE_DAY', functionId: `of-key-${index}` },
    ],
    ...PROJECT_CALLS,
  ],
  open: (options) => gateway({ ...options, rows: ROWS }),
  isForeign: ({ project }, answer) => project !== 'elsewhere' && answer.includes(CANARY),
  tenant: 'project',
  hidden: ['cloudflare.logs', 'deno-relay', 'UNNEST', 'TIMESTAMP_TRUNC'],
};

const SHOP_CALLS: readonly Call[] = [
  ...TENANT_REQUESTS.map(({ arguments: sent, endpoint }): Call => {
    const args = Object.entries(sent).map(([name, value]) => [camelCase(name), value]);
    return [camelCase(endpoint), Object.fromEntries(args)];
  }),
  ['visitsByMonth', {}],
  ['visitsByMonth', { fromMonth: '202605', ofShop: 'birch' }],
  ['order', { id: 'B-0003' }],
  ['order', {}],
  ['order', { id: null }],
  ['customersBest', { top: 'many' }],
  ['customersBest', { country: 'FI', top: 3 }],
  ['revenueByDay', { countries: ['NL', null] }],
  ['productsSearch', { text: 'a', nosuch: 1 }],
  ['estimate', { tool: 'order', arguments: { id: 'B-0003' } }],
  ['estimate', { tool: 'visitsByMonth', arguments: {} }],
  ['estimate', { tool: 'customersBest', arguments: { top: 'many' } }],
];

/** The shop of the examples, with the rows of its three tenants. */
export async function shopMatrix(): Promise<Matrix> {
  return {
    endpoints: prepareEndpoints(await loadShop()),
    choices: {
      endpoints: [
        'all',
        'all',
        ['order', 'products.search'],
        ['customers.best', 'revenue.by-day', 'visits.by-month'],
        ['orders.funnel'],
        [],
      ],
      pins: [
        {},
        { shop: 'amber' },
        { shop: 'amber' },
        { shop: 'birch' },
        { shop: 'nowhere' },
        { country: 'NL' },
        { shop: 'amber', country: 'FI' },
        { project: 'demo' },
      ],
    },
    // Never cached.
    callsOf: (index) => [['productsSearch', { text: `of-key-${index}` }], ...SHOP_CALLS],
    open: openShop,
    isForeign: ({ shop }, answer) =>
      ['amber', 'birch', 'cobalt'].some((name) => {
        if (shop === undefined || shop === name) return false;
        return (
          answer.includes(`"shop":"${name}"`) || answer.includes(`"id":"${name[0]?.toUpperCase()}-`)
        );
      }),
    tenant: 'shop',
    hidden: ['order_total', 'first_orders', 'UNNEST', 'DATE_TRUNC'],
  };
}
