import { expect, test } from 'vitest';
import { caseProject, enginesOf, printAll } from '../support.ts';

const FILES = {
  'fieldstone.json': {
    tenant: 'shop',
    tables: {
      orders: { tenant: 'shop' },
      prices: { shared: true },
      'events_*': { wildcard: true },
      files: { data: 'data/*.ndjson' },
    },
  },
  'tables/orders.json': [
    { name: 'shop', type: 'STRING', mode: 'REQUIRED' },
    { name: 'id', type: 'INT64' },
    { name: 'at', type: 'TIMESTAMP' },
  ],
  'tables/prices.json': [{ name: 'id', type: 'INT64' }],
  'tables/events_.json': [{ name: 'n', type: 'INT64' }],
  'tables/files.json': [{ name: 'n', type: 'INT64' }],
  'data/a.ndjson': '{"n": 1}\n{"n": 2}\n',
  'endpoints/orders.sql': `-- @sandbox
-- @param ids
WITH own AS (SELECT o.id, o.at, o.shop FROM orders AS o WHERE @ids IS NULL OR o.id IN UNNEST(@ids))
SELECT own.id, (SELECT COUNT(*) FROM prices AS p WHERE p.id = own.id) AS prices FROM own`,
  'endpoints/now.sql': '-- @cache off\nSELECT CURRENT_TIMESTAMP() AS now, CURRENT_DATE() AS day',
  'endpoints/events.sql':
    'SELECT _TABLE_SUFFIX AS month, SUM(e.n) AS n FROM `events_*` AS e GROUP BY month',
  'endpoints/files.sql': 'SELECT f.n FROM files AS f',
  'endpoints/failing.sql': 'SELECT 1 / COUNT(*) AS n FROM prices AS p',
};

const ORDERS = [1, 2, 3].map((id) => ({ shop: id === 3 ? 'b' : 'a', id }));

/** How a case ends, as it is printed. */
async function end(endpoint: string, value: object): Promise<string> {
  const project = await caseProject({ ...FILES, [`cases/${endpoint}/a.json`]: value });
  expect(project.read.problems).toEqual([]);
  return (await printAll(project)).join('\n');
}

test.each([
  [
    'its own rows alone are read',
    'orders',
    {
      tables: { orders: ORDERS, prices: [{ id: 1 }, { id: 1 }] },
      rows: [
        { id: 3, prices: 0 },
        { id: 2, prices: 0 },
        { id: 1, prices: 2 },
      ],
    },
  ],
  ['tables that it does not name are empty', 'files', { tables: {}, rows: [] }],
  ['without tables it reads the data of the project', 'files', { rows: [{ n: 2 }, { n: 1 }] }],
  [
    "arguments are checked as a caller's",
    'orders',
    {
      arguments: { ids: ['2', 3] },
      tables: { orders: ORDERS },
      rows: [
        { id: 2, prices: 0 },
        { id: 3, prices: 0 },
      ],
    },
  ],
  [
    'a wrong argument is an error of the caller',
    'orders',
    { arguments: { ids: ['x'] }, tables: {}, error: 'BAD_USER_INPUT' },
  ],
  [
    'a pin is a barrier',
    'orders',
    { pins: { shop: 'b' }, tables: { orders: ORDERS }, rows: [{ id: 3, prices: 0 }] },
  ],
  [
    'a pin that cannot be applied is refused',
    'events',
    { pins: { shop: 'b' }, tables: {}, error: 'FORBIDDEN' },
  ],
  [
    'order and limit',
    'orders',
    {
      orderBy: '-id',
      limit: 2,
      ordered: true,
      tables: { orders: ORDERS },
      rows: [
        { id: 3, prices: 0 },
        { id: 2, prices: 0 },
      ],
    },
  ],
  ['a limit that is too large', 'orders', { limit: 1001, tables: {}, error: 'BAD_USER_INPUT' }],
  [
    'SQL of a caller reads views',
    'orders',
    {
      sql: 'SELECT COUNT(*) AS n FROM own',
      arguments: { ids: [1] },
      pins: { shop: 'a' },
      tables: { orders: ORDERS },
      rows: [{ n: 1 }],
    },
  ],
  [
    'SQL of a caller reads no table',
    'orders',
    { sql: 'SELECT 1 FROM orders', tables: {}, error: 'SQL_INVALID' },
  ],
  [
    'an endpoint without a sandbox takes none',
    'files',
    { sql: 'SELECT 1 AS one', tables: {}, error: 'FORBIDDEN' },
  ],
  [
    'the clock stands',
    'now',
    {
      now: '2026-07-01T23:59:59.999999Z',
      tables: {},
      rows: [{ now: '2026-07-01T23:59:59.999999Z', day: '2026-07-01' }],
    },
  ],
  [
    'rows of a wildcard table have its suffix',
    'events',
    {
      tables: {
        'events_*': [
          { _TABLE_SUFFIX: '01', n: 1 },
          { _TABLE_SUFFIX: '02', n: 2 },
          { _TABLE_SUFFIX: '01', n: 4 },
          { n: 8 },
        ],
      },
      rows: [
        { month: '01', n: 5 },
        { month: '02', n: 2 },
        { month: '', n: 8 },
      ],
    },
  ],
  ['an error of a stored query is ours', 'failing', { tables: {}, error: 'ENGINE_FAILED' }],
])('%s', async (_, endpoint, value) => {
  expect(await end(endpoint, value)).toBe(`ok ${endpoint}/a`);
});

test('what differs is said by row and column', async () => {
  const rows = [{ id: 1, prices: 1 }, { id: 9 }, { id: 2, prices: 0 }];

  expect(await end('orders', { tables: { orders: ORDERS }, rows })).toBe(
    `FAIL orders/a (cases/orders/a.json)
  rows differ (- expected 3, + answered 3), compared in any order
  row 1, prices
    - 1
    + 0
  row 2 is missing
    - {"id":9,"prices":null}
  row 3 of the answer is not expected
    + {"id":3,"prices":0}`,
  );
});

test('an error in place of rows, rows in place of an error, and another error', async () => {
  expect(await end('failing', { tables: {}, rows: [] })).toContain(
    'expected rows, but the answer is the error ENGINE_FAILED: The query failed (',
  );
  expect(await end('orders', { tables: {}, error: 'FORBIDDEN' })).toContain(
    'expected the error FORBIDDEN, but the answer has 0 rows',
  );
  expect(await end('events', { pins: { shop: 'b' }, tables: {}, error: 'SQL_INVALID' })).toContain(
    'expected the error SQL_INVALID, but the answer is the error FORBIDDEN: This key is restricted',
  );
});

test('expected rows of SQL of a caller are checked by the columns of the answer', async () => {
  const value = { sql: 'SELECT id FROM own', tables: {}, rows: [{ idd: 1 }] };

  expect(await end('orders', value)).toContain(
    'cases/orders/a.json:6:7: rows[0].idd: is no column here: there are id',
  );
});

test('cases on data are skipped where the data are on BigQuery', async () => {
  const { project, read } = await caseProject({ ...FILES, 'cases/files/a.json': { rows: [] } });
  const engines = enginesOf(project, { bigquery: {} });

  expect(read.cases.map((one) => engines.refusal(one))).toEqual([
    'it has no "tables", and the data of the project are on BigQuery',
  ]);
  await engines.close();
});
