import { expect, test } from 'vitest';
import { textOf } from './answers.ts';
import { ENGINES, openShop, type Shop, type ShopChange } from './open-shop.ts';
import { operationOf } from './operation.ts';
import { REQUESTS, type ShopRequest, TENANT_REQUESTS, titleOf, urlOf } from './requests.ts';

const OWN = 'amber';

type Files = NonNullable<ShopChange['files']>;

const eachLine = (change: (line: string) => readonly string[]) => (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : change(line)))
    .map((line) => `${line}\n`)
    .join('');

const isOwnOrder = (line: string) => JSON.parse(line).shop === OWN;
const isOwnCustomer = (line: string) => line.startsWith(`${OWN},`) || line.startsWith('shop,');

/** Amounts that no sum can hold, in states and countries that nobody has, at the times of all. */
function poisoned(line: string): string {
  const order = JSON.parse(line);
  const item = { product_id: 1, quantity: 1_000, price: '99999999999999999999999999999' };
  return JSON.stringify({ ...order, status: 'lost', items: [item, item] });
}

/** What may be in the tables of the other shops. */
const OTHERS: Readonly<Record<string, Files>> = {
  'no rows': {
    'data/orders.ndjson': eachLine((line) => (isOwnOrder(line) ? [line] : [])),
    'data/customers.csv': eachLine((line) => (isOwnCustomer(line) ? [line] : [])),
  },
  'rows that fail all sums': {
    'data/orders.ndjson': eachLine((line) => [isOwnOrder(line) ? line : poisoned(line)]),
  },
  'rows with the numbers of this one': {
    'data/orders.ndjson': eachLine((line) => {
      const order = JSON.parse(line);
      return isOwnOrder(line)
        ? [line, JSON.stringify({ ...order, shop: 'birch', status: 'placed' })]
        : [];
    }),
  },
};

/** What a key that is pinned to one shop is answered, as bytes. */
async function answersOf(shop: Shop): Promise<readonly (readonly [title: string, text: string])[]> {
  const key = shop.keys.add({ pins: new Map([['shop', OWN]]) });
  const answers: (readonly [string, string])[] = [];
  for (const request of TENANT_REQUESTS) {
    for (const accept of ['application/json', 'text/csv']) {
      answers.push([`${titleOf(request)} ${accept}`, await textOf(shop, request, { accept, key })]);
    }
    answers.push([`${titleOf(request)} GraphQL`, await graphqlText(shop, request, key)]);
  }
  return answers;
}

async function graphqlText({ app }: Shop, request: ShopRequest, key: string): Promise<string> {
  const { document: query, variables } = operationOf(request);
  const { body } = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': key },
    payload: { query, variables },
  });
  if (body.includes('"errors"')) throw new Error(body);
  return body;
}

test.each(ENGINES)(
  'on %s a key with one shop is answered the same, byte for byte, whatever the others have',
  async (engine) => {
    const answers = await answersOf(await openShop({ engine }));

    for (const [others, files] of Object.entries(OTHERS)) {
      expect(await answersOf(await openShop({ engine, files })), others).toEqual(answers);
    }
  },
);

test('the rows that fail all sums do so for a key of all shops', async () => {
  const shop = await openShop({ files: OTHERS['rows that fail all sums'] ?? {} });
  const sums = ['categories.top', 'customers.best', 'revenue.by-day'];

  for (const endpoint of sums) {
    await expect(textOf(shop, { endpoint, arguments: {} })).rejects.toThrow('502');
  }
});

test('a key with one shop has rows of that shop alone, and all products', async () => {
  const shop = await openShop();
  const key = shop.keys.add({ pins: new Map([['shop', OWN]]) });
  const differing = new Set<string>();
  for (const request of TENANT_REQUESTS) {
    const own = await textOf(shop, request, { key });
    const isEmpty = JSON.parse(own).result.length === 0;
    // One shop alone has not that much.
    expect(isEmpty, titleOf(request)).toBe('least' in request.arguments);
    if (own !== (await textOf(shop, request))) differing.add(request.endpoint);
  }

  expect([...differing]).toEqual(
    shop.endpoints
      .map(({ definition }) => definition.name)
      .filter((name) => !['order', 'products.search', 'visits.by-month'].includes(name)),
  );
  const best = await textOf(shop, { endpoint: 'customers.best', arguments: { top: 100 } }, { key });
  expect(new Set(JSON.parse(best).result.map((row: { shop: string }) => row.shop))).toEqual(
    new Set([OWN]),
  );
});

test('an order of another shop is not there', async () => {
  const shop = await openShop();
  const key = shop.keys.add({ pins: new Map([['shop', OWN]]) });
  const request = { endpoint: 'order', arguments: { id: 'B-0003' } };

  expect(JSON.parse(await textOf(shop, request)).result).toHaveLength(1);
  expect(JSON.parse(await textOf(shop, request, { key })).result).toEqual([]);
  expect(JSON.parse(await graphqlText(shop, request, key)).data.answer.row).toBeNull();
});

test('a key with one shop is refused where a table is neither of a shop nor shared', async () => {
  const shop = await openShop({
    files: { 'fieldstone.json': (text) => text.replace(', "shared": true', '') },
  });
  const key = shop.keys.add({ pins: new Map([['shop', OWN]]) });
  const refused = new Set<string>();
  for (const request of REQUESTS) {
    const send = (own: string) =>
      shop.app.inject({ url: urlOf(request), headers: { 'x-api-key': own } });
    const { statusCode } = await send(key);
    expect((await send(shop.key)).statusCode).toBe(200);
    if (statusCode === 403) refused.add(request.endpoint);
    else expect(statusCode, titleOf(request)).toBe(200);
  }

  expect([...refused]).toEqual(['categories.top', 'products.search', 'visits.by-month']);
});
