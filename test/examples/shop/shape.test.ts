import { expect, test } from 'vitest';
import { isOrderable } from '../../../src/catalog/description/shape-abilities.ts';
import { type ENGINES, openShop, type Shop } from './open-shop.ts';
import { REQUESTS, type ShopRequest, titleOf, urlOf } from './requests.ts';

/** The most rows, which cut most answers. */
const MAX_ROWS = 6;

const withDefaults = (text: string, defaults: object) =>
  JSON.stringify({ ...JSON.parse(text), defaults });

/** Shops whose endpoints all cache, and none. */
function shopsOf(engine: (typeof ENGINES)[number], maxRows: number) {
  const open = (cache: string) =>
    openShop({
      engine,
      files: {
        'fieldstone.json': (text) => withDefaults(text, { cache, maxRows }),
        'endpoints/products.search.sql': (text) => text.replace('-- @cache off\n', ''),
      },
    });
  return Promise.all([open('1h'), open('off')]);
}

/** Requests without arguments, of every endpoint whose answer is rows. */
const PLAIN = REQUESTS.filter((one) => Object.keys(one.arguments).length === 0);

/** What rows can be ordered by: each column from both ends, and the last two columns together. */
function ordersOf({ endpoints }: Shop, { endpoint }: ShopRequest): readonly string[] {
  const { columns = [] } =
    endpoints.find((one) => one.definition.name === endpoint)?.definition ?? {};
  const names = columns.filter(isOrderable).map(({ name }) => name);
  const [last, before] = names.toReversed();
  return [...names, ...names.map((name) => `-${name}`), `-${before},${last}`];
}

async function shaped({ app, key }: Shop, request: ShopRequest, more: Record<string, string>) {
  const response = await app.inject({ url: urlOf(request, more), headers: { 'x-api-key': key } });
  const { body, headers, statusCode } = response;
  return { statusCode, body, truncated: headers['fieldstone-truncated'] };
}

test.each([
  ['duckdb', MAX_ROWS],
  ['bigquery', 1_000],
] as const)(
  'on %s with at most %i rows cached and uncached endpoints are limited and ordered alike',
  async (engine, maxRows) => {
    const [cached, uncached] = await shopsOf(engine, maxRows);

    for (const request of PLAIN) {
      const orders = ordersOf(cached, request);
      expect(orders.length).toBeGreaterThan(4);
      for (const [i, order_by] of orders.entries()) {
        const limit = i % 2 === 0 ? '' : '3';
        const title = `${titleOf(request)} ${order_by} ${limit}`;
        const answer = await shaped(cached, request, { order_by, limit });
        expect(answer.statusCode, title).toBe(200);
        expect(await shaped(uncached, request, { order_by, limit }), title).toEqual(answer);
      }
    }
  },
);

test('an endpoint that caches runs once for all limits and orders of rows that were not cut', async () => {
  const [cached] = await shopsOf('duckdb', 1_000);

  for (const request of PLAIN) {
    for (const order_by of ordersOf(cached, request)) {
      await shaped(cached, request, { order_by, limit: '3' });
    }
  }

  expect(cached.runs.length).toBe(PLAIN.length);
});
