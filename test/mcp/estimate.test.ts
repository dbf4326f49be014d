import { expect, test } from 'vitest';
import { openShop, type Shop } from '../examples/shop/open-shop.ts';
import { callTool } from '../support/mcp-call.ts';

const priceOf = (bytes: number) => bytes * 2;

async function estimateOf(shop: Shop, key: string, args: object) {
  const answer = await callTool({ ...shop, key }, 'estimate', { ...args });
  return answer.isError ? answer._meta?.['fieldstone/code'] : answer.structuredContent;
}

test('on BigQuery estimate makes a dry run, and runs nothing', async () => {
  const shop = await openShop({ engine: 'bigquery', tools: { priceOf } });
  const pinned = shop.keys.add({ pins: new Map([['shop', 'birch']]) });

  const [one, again] = [
    await estimateOf(shop, shop.key, { tool: 'revenueByDay', arguments: { since: '2026-02-03' } }),
    await estimateOf(shop, shop.key, { tool: 'revenueByDay', arguments: { since: '2026-02-03' } }),
  ];
  const ofTenant = await estimateOf(shop, pinned, { tool: 'revenueByDay' });
  const wrong = await estimateOf(shop, shop.key, { tool: 'revenueByDay', arguments: { since: 1 } });
  const unknown = await estimateOf(shop, shop.key, { tool: 'nosuch' });

  const { bytes, cost } = one as { readonly bytes: number; readonly cost: number };
  expect(bytes).toBeGreaterThan(0);
  expect(cost).toBe(bytes * 2);
  expect(again).toEqual(one);
  expect(ofTenant).toEqual({ bytes: null, cost: null });
  expect(wrong).toBe('BAD_USER_INPUT');
  expect(unknown).toBe('ENDPOINT_NOT_FOUND');
  expect(shop.runs).toEqual([]);
});

test('where slots are paid for there is no price', async () => {
  const shop = await openShop({ engine: 'bigquery', tools: { priceOf: () => undefined } });

  expect(await estimateOf(shop, shop.key, { tool: 'order', arguments: { id: 'A-0003' } })).toEqual({
    bytes: expect.any(Number),
    cost: null,
  });
});

test('the embedded engine costs nothing', async () => {
  const shop = await openShop({ tools: { priceOf } });
  const pinned = shop.keys.add({ pins: new Map([['shop', 'birch']]) });

  for (const key of [shop.key, pinned]) {
    expect(await estimateOf(shop, key, { tool: 'revenueByDay' })).toEqual({ bytes: 0, cost: 0 });
  }
});

test('what is no call of a query is said', async () => {
  const shop = await openShop();
  const textOf = async (args: object) => {
    const { content, isError } = await callTool(shop, 'estimate', { ...args });
    return isError && content;
  };

  expect(await textOf({})).toMatchObject([{ text: 'Argument "tool" must be the name of a tool' }]);
  expect(await textOf({ tool: 7 })).toMatchObject([
    { text: 'Argument "tool" must be the name of a tool' },
  ]);
  expect(await textOf({ tool: 'describe' })).toMatchObject([
    { text: 'Tool "describe" runs no query: its calls are free' },
  ]);
});
