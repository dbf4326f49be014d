import { expect, test } from 'vitest';
import { printProblem } from '../../../src/project/problems/problem.ts';
import { caseProject } from '../support.ts';

const FILES = {
  'fieldstone.json': { tenant: 'shop' },
  'tables/orders.json': [
    { name: 'shop', type: 'STRING', mode: 'REQUIRED' },
    { name: 'total', type: 'NUMERIC' },
    { name: 'at', type: 'TIMESTAMP' },
    {
      name: 'items',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'product', type: 'INT64', mode: 'REQUIRED' },
        { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      ],
    },
  ],
  'endpoints/orders.sql':
    '-- @param since\nSELECT o.shop, o.total, o.at FROM orders AS o WHERE @since IS NULL OR o.at >= @since',
  'endpoints/one.sql': '-- @returns one\nSELECT COUNT(*) AS n FROM orders AS o',
};

/** The first lines of the problems of one case of `orders`. */
async function problemsOf(text: string, endpoint = 'orders'): Promise<readonly string[]> {
  const { read } = await caseProject({ ...FILES, [`cases/${endpoint}/a.json`]: text });
  expect(read.cases).toEqual([]);
  return read.problems.map((one) => printProblem(one).split('\n')[0] ?? '');
}

test('everything that is wrong with a case is said at once, each at its place', async () => {
  const text = `{
  "arguments": { "since": "2026-07-01", "untill": 1 },
  "pins": { "shop": null, "shpo": "b" },
  "limit": 1,
  "sql": "SELECT 1 AS one",
  "tables": {
    "order": [],
    "orders": [
      { "total": "1" },
      { "shop": "a", "totl": 1 },
      { "shop": null, "total": "1e99", "at": "yesterday" },
      { "shop": "a", "items": [{ "product": 1.5, "tags": [null] }, { "tags": "x" }, null] },
      { "shop": "a", "items": {} }
    ]
  },
  "rows": []
}`;

  expect(await problemsOf(text)).toEqual([
    'cases/orders/a.json:2:41: arguments.untill: The endpoint has no such argument; it has since',
    'cases/orders/a.json:3:13: pins.shop: must be text',
    'cases/orders/a.json:3:27: pins.shpo: No key can fix it; pins are since, shop',
    'cases/orders/a.json:4:3: limit: SQL of a caller has its own: write it there',
    'cases/orders/a.json:7:5: tables.order: There is no such table; the tables are orders',
    'cases/orders/a.json:9:7: tables.orders[0]: has no "shop", which is REQUIRED',
    'cases/orders/a.json:10:22: tables.orders[1].totl: is no column here: there are shop, total, at, items',
    'cases/orders/a.json:11:9: tables.orders[2].shop: is REQUIRED, and cannot be null',
    'cases/orders/a.json:11:23: tables.orders[2].total: "1e99" must be a decimal number with at most 29 digits before the point: its type is NUMERIC',
    'cases/orders/a.json:11:40: tables.orders[2].at: "yesterday" must be microseconds since the epoch, or an ISO 8601 timestamp like "2026-07-01T10:00:00.123456Z": its type is TIMESTAMP',
    'cases/orders/a.json:12:34: tables.orders[3].items[0].product: 1.5 must be a 64-bit integer: its type is INT64',
    'cases/orders/a.json:12:59: tables.orders[3].items[0].tags[0]: must not be null: arrays of tables and answers have no NULL',
    'cases/orders/a.json:12:68: tables.orders[3].items[1]: has no "product", which is REQUIRED',
    'cases/orders/a.json:12:70: tables.orders[3].items[1].tags: "x" must be an array',
    'cases/orders/a.json:12:85: tables.orders[3].items[2]: must not be null: arrays of tables and answers have no NULL',
    'cases/orders/a.json:13:22: tables.orders[4].items: {} must be an array',
  ]);
});

test('mistakes of form hide none of types', async () => {
  const text = `{
  "limit": "1",
  "nwo": 1,
  "tables": { "orders": [{ "shop": "a", "total": "x" }, 5], "t": 1, "t": 1 },
  "arguments": { "untill": 1 },
  "error": "WRONG",
  "rows": [{ "at": true }, null]
}`;

  expect(await problemsOf(text)).toEqual([
    expect.stringMatching(/a\.json:2:3: limit: must be a whole number/),
    expect.stringMatching(/a\.json:3:3: nwo: is no member of a case/),
    expect.stringMatching(/a\.json:4:41: tables\.orders\[0\]\.total: "x" must be a decimal/),
    expect.stringMatching(
      /a\.json:4:57: tables\.orders\[1\]: 5 must be an object with a member for/,
    ),
    'cases/orders/a.json:4:61: tables.t: There is no such table; the tables are orders',
    'cases/orders/a.json:4:69: tables.t: is there twice',
    expect.stringMatching(/a\.json:5:18: arguments\.untill: The endpoint has no such argument/),
    expect.stringMatching(/a\.json:6:3: error: "WRONG" is no code of an error/),
    'cases/orders/a.json:6:3: error: a case expects rows or an error, not both',
    expect.stringMatching(/a\.json:7:14: rows\[0\]\.at: true must be microseconds/),
    expect.stringMatching(/a\.json:7:28: rows\[1\]: null must be an object with a member for/),
  ]);
});

test('numbers of arguments and pins have all their digits', async () => {
  const { read } = await caseProject({
    ...FILES,
    'endpoints/exact.sql':
      '-- @param {NUMERIC} least\n-- @param {ARRAY<INT64>} ids\nSELECT o.shop FROM orders AS o WHERE o.total >= @least AND 1 IN UNNEST(@ids)',
    'cases/exact/a.json':
      '{"rows": [], "arguments": {"least": 0.12345678901234567, "ids": [1, 9007199254740993]}, "pins": {"shop": 9007199254740993}}',
  });

  expect(read.problems).toEqual([]);
  expect(read.cases[0]).toMatchObject({
    arguments: { least: '0.12345678901234567', ids: [1, '9007199254740993'] },
    pins: { shop: '9007199254740993' },
  });
});

test('members of another form are named with what they must be', async () => {
  const text = `{
  "now": "noon",
  "table": {},
  "error": "WRONG",
  "rows": {},
  "tolerance": -1
}`;

  expect(await problemsOf(text)).toEqual([
    expect.stringMatching(/a\.json:2:3: now: must be an ISO 8601 timestamp/),
    expect.stringMatching(/a\.json:3:3: table: is no member of a case: there are now, arguments/),
    expect.stringMatching(/a\.json:4:3: error: "WRONG" is no code of an error: there are BAD_USER/),
    'cases/orders/a.json:4:3: error: a case expects rows or an error, not both',
    expect.stringMatching(/a\.json:5:3: rows: must be a list of rows/),
    expect.stringMatching(/a\.json:6:3: tolerance: must not be negative/),
  ]);
});

test.each([
  ['{"rows":\n [ ', /a\.json:2:3: it is not JSON: it ends too early/],
  ['', /a\.json:1:1: it is not JSON: it is empty/],
  ['\uFEFF{"rows": []}', /a\.json:1:1: it begins with a byte order mark: write UTF-8 with/],
  ['{"rows": [], "limit": x}', /a\.json:1:23: it is not JSON$/],
  ['{"rows": [], "orderBy": 5}', /1:14: orderBy: must be text: "-price,title"/],
  ['{"rows": [{"shop": 9007199254740993}]}', /shop: 9007199254740993 must be text/],
  ['[]', /a\.json:1:1: a case is an object$/],
  ['{}', /a\.json:1:1: a case says which "rows" or which "error" it expects/],
  ['{"rows": [], "error": "FORBIDDEN"}', /1:14: error: a case expects rows or an error, not both/],
  ['{"rows": [], "rows": []}', /1:14: rows: is there twice/],
  ['{"rows": [], "pins": {"shop": null}}', /1:23: pins\.shop: must be text/],
  ['{"rows": [{"total": 1, "day": 2}]}', /1:24: rows\[0\]\.day: is no column here: there are shop/],
  ['{"rows": [{"at": true}]}', /1:12: rows\[0\]\.at: true must be microseconds/],
])('%s', async (text, problem) => {
  expect(await problemsOf(text)).toEqual([expect.stringMatching(problem)]);
});

test('limit and order are for endpoints that take them', async () => {
  expect(await problemsOf('{"rows": [], "limit": 1, "orderBy": "n"}', 'one')).toEqual([
    'cases/one/a.json:1:14: limit: The endpoint does not take it',
    'cases/one/a.json:1:26: orderBy: The endpoint does not take it',
  ]);
});

test('a case in a place where none is read is wrong', async () => {
  const { read } = await caseProject({
    ...FILES,
    'cases/stray.json': { tables: {}, rows: [] },
    'cases/orders/b.JSON': { tables: {}, rows: [] },
    'cases/README.md': 'text',
    'cases/orders/since/a.json': { tables: {}, rows: [] },
  });
  const says = 'Cases are in the folder of their endpoint, and none is read here';

  expect(read.problems.map(printProblem)).toEqual([
    `cases/stray.json:1:1: ${says}: move it to cases/ENDPOINT/stray.json`,
    `cases/orders/since:1:1: ${says}: move its files to cases/orders`,
    'cases/orders/b.JSON:1:1: The file of a case ends in ".json", in lower case: rename it to b.json',
  ]);
});

test('a folder of no endpoint is wrong; files that are no cases are left alone', async () => {
  const { read } = await caseProject({
    ...FILES,
    'cases/orders/right.json': { tables: {}, rows: [] },
    'cases/orders/equivalent.json': [],
    'cases/orders/README.md': 'text',
    'cases/order/a.json': '{',
    'cases/.hidden/a.json': '{',
  });

  expect(read.cases.map(({ name }) => name)).toEqual(['right']);
  expect(read.problems.map(printProblem)).toEqual([
    'cases/order:1:1: There is no endpoint "order"; endpoints are one, orders',
  ]);
});
