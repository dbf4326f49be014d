import { expect, test } from 'vitest';
import { openShop, type Shop } from '../examples/shop/open-shop.ts';
import { callTool } from '../support/mcp-call.ts';

const priceOf = (bytes: number) => bytes * 2;

/** The status and the body of a request for a cost. */
async function cost({ app, key }: Pick<Shop, 'app' | 'key'>, path: string, payload: object = {}) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/endpoints/${path}`,
    headers: { 'x-api-key': key },
    payload,
  });
  const { bytes, code, cost: price } = response.json();
  return code === undefined ? { status: response.statusCode, bytes, cost: price } : code;
}

test('on BigQuery a cost is that of a dry run, the same as the tool estimates, and nothing is run', async () => {
  const shop = await openShop({ engine: 'bigquery', tools: { priceOf } });
  const args = { since: '2026-02-03' };

  const inBody = await cost(shop, 'revenue.by-day/cost', args);
  const inQuery = await cost(shop, 'revenue.by-day/cost?since=2026-02-03');
  const { structuredContent } = await callTool(shop, 'estimate', {
    tool: 'revenueByDay',
    arguments: args,
  });

  expect(inBody.bytes).toBeGreaterThan(0);
  expect(inBody).toEqual({ status: 200, ...(structuredContent as object) });
  expect(inBody.cost).toBe(inBody.bytes * 2);
  expect(inQuery).toEqual(inBody);
  expect(shop.runs).toEqual([]);
});

test('a cost is refused as the run would be, and null for a tenant', async () => {
  const shop = await openShop({ engine: 'bigquery', tools: { priceOf } });
  const pinned = shop.keys.add({ pins: new Map([['shop', 'birch']]) });
  const other = shop.keys.add({ endpoints: new Set(['products']) });

  expect(await cost(shop, 'revenue.by-day/cost', { since: 1 })).toBe('BAD_USER_INPUT');
  expect(await cost(shop, 'nosuch/cost')).toBe('ENDPOINT_NOT_FOUND');
  expect(await cost({ ...shop, key: 'wrong' }, 'revenue.by-day/cost')).toBe('UNAUTHENTICATED');
  expect(await cost({ ...shop, key: other }, 'revenue.by-day/cost')).toBe('FORBIDDEN');
  expect(await cost({ ...shop, key: pinned }, 'revenue.by-day/cost')).toEqual({
    status: 200,
    bytes: null,
    cost: null,
  });
});

test('slots have no price, and the embedded engine costs nothing', async () => {
  const slots = await openShop({ engine: 'bigquery', tools: { priceOf: () => undefined } });
  const embedded = await openShop({ tools: { priceOf } });

  expect(await cost(slots, 'order/cost', { id: 'A-0003' })).toEqual({
    status: 200,
    bytes: expect.any(Number),
    cost: null,
  });
  expect(await cost(embedded, 'order/cost', { id: 'A-0003' })).toEqual({
    status: 200,
    bytes: 0,
    cost: 0,
  });
});

test('a cost has no other method', async () => {
  const { app, key } = await openShop();

  const response = await app.inject({
    url: '/api/endpoints/order/cost',
    headers: { 'x-api-key': key },
  });

  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe('POST, OPTIONS');
});
