import { expect, test } from 'vitest';
import { ENGINES, openShop, type ShopChange } from '../../examples/shop/open-shop.ts';

const CALLERS = 100;

/** The window ends when it is full, so that nothing depends on how fast requests arrive. */
const full = (maxMembers: number) => ({ windowMs: 60_000, maxMembers });

/** The numbers of orders: `A-0001` and so on, and one that does not exist. */
const idOf = (i: number) => `A-${String(i + 1).padStart(4, '0')}`;

const aliases = (count: number, field: (id: string) => string) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(idOf(i))}`).join(' ')} }`;

interface OrderAnswer {
  readonly row: { readonly id: string; readonly total: string } | null;
  readonly truncated: boolean;
  readonly meta: { readonly bytesBilled: number };
}

const order = (id: string) =>
  `order(id: "${id}") { row { id total items { amount } } truncated meta { bytesBilled } }`;

const bytesOf = (answers: readonly OrderAnswer[]) =>
  answers.reduce((sum, { meta }) => sum + meta.bytesBilled, 0);

const withoutBytes = (answers: readonly OrderAnswer[]) =>
  answers.map(({ meta: _, ...answer }) => answer);

const UNCACHED: ShopChange['files'] = {
  'endpoints/order.sql': (sql) => sql.replace('-- @returns one', '-- @returns one\n-- @cache off'),
};

const CASES = ENGINES.flatMap((engine) => [
  { engine, kind: 'with a cache', files: {} },
  // Only the columns that are shown are computed.
  { engine, kind: 'without one', files: UNCACHED },
]);

test.each(CASES)(
  'twenty aliases by id are one run on $engine, $kind, with the rows of single ones',
  async ({ engine, files }) => {
    const shop = await openShop({ engine, files, batching: full(20) });
    const alone = await openShop({ engine, files, batching: full(1) });

    const [answers = [], expected = []] = await Promise.all(
      [shop, alone].map(async ({ graphql }) =>
        Object.values((await graphql<Record<string, OrderAnswer>>(aliases(20, order))).data),
      ),
    );

    expect([shop.runs.length, alone.runs.length]).toEqual([1, 20]);
    expect(withoutBytes(answers)).toEqual(withoutBytes(expected));
    expect(answers.filter(({ row }) => row).length).toBeGreaterThan(10);
    expect(bytesOf(answers)).toBeLessThanOrEqual(bytesOf(expected));
  },
);

test.each(ENGINES)('a hundred callers at once are one run on %s', async (engine) => {
  const shop = await openShop({ engine, batching: full(CALLERS) });
  const ids = Array.from({ length: CALLERS }, (_, i) => idOf(i));

  const answers = await Promise.all(ids.map((id) => shop.rest('order', { id })));

  expect(shop.runs).toHaveLength(1);
  for (const [i, { body, status }] of answers.entries()) {
    expect(status).toBe(200);
    for (const row of body.result) expect(row['id']).toBe(ids[i]);
  }
  expect(answers.filter(({ body }) => body.result.length === 1).length).toBeGreaterThan(20);
});

const BY_CUSTOMER = `-- Orders of a customer.
-- @cache off
-- @maxRows 3
SELECT o.id, o.customer_id, o.status FROM orders AS o
WHERE o.customer_id = @customer AND (@status IS NULL OR o.status = @status)
ORDER BY o.ordered_at, o.id`;

test.each(ENGINES)(
  'each of the merged requests has its own limit of rows on %s',
  async (engine) => {
    const files = { 'endpoints/order.sql': () => BY_CUSTOMER };
    const shop = await openShop({ engine, files, batching: full(6) });
    const alone = await openShop({ engine, files, batching: full(1) });
    const customers = [1, 2, 3, 4, 5, 999_999];
    const fields = customers.map(
      (customer, i) => `a${i}: order(customer: ${customer}, limit: 2) { rows { id } truncated }`,
    );
    const document = `{ ${fields.join(' ')} }`;

    const { data } = await shop.graphql<Record<string, object>>(document);

    const expected = await alone.graphql<Record<string, object>>(document);
    expect([shop.runs.length, alone.runs.length]).toEqual([1, 6]);
    expect(data).toEqual(expected.data);
    expect(Object.values(data)).toContainEqual(expect.objectContaining({ truncated: true }));
  },
);

test('requests that differ now in one parameter and now in another share the fewest runs', async () => {
  const files = { 'endpoints/order.sql': () => BY_CUSTOMER };
  const shop = await openShop({ files, batching: full(4) });
  const field = (customer: number, status: string) =>
    `order(customer: ${customer}, status: "${status}") { rows { status customerId } }`;

  const { data } = await shop.graphql<Record<string, { rows: { status: string }[] }>>(
    `{ a: ${field(1, 'paid')} b: ${field(1, 'placed')} c: ${field(1, 'shipped')} d: ${field(1, 'delivered')} }`,
  );

  expect(shop.runs).toHaveLength(1);
  for (const [alias, status] of Object.entries({ a: 'paid', b: 'placed', c: 'shipped' })) {
    for (const row of data[alias]?.rows ?? []) expect(row.status).toBe(status);
  }
});

test('an operation whose requests cannot be merged with each other has no more runs than others', async () => {
  const shop = await openShop({ files: { 'endpoints/order.sql': () => BY_CUSTOMER } });
  const fields = (count: number, write: (i: number) => string) =>
    `{ ${Array.from({ length: count }, (_, i) => `a${i}: order(${write(i)}) { rows { id } }`).join(' ')} }`;

  const merged = await shop.graphql(fields(30, (i) => `customer: ${i}, status: "paid"`));
  const apart = await shop.graphql(fields(21, (i) => `customer: ${i}, status: "s${i}"`));

  expect(merged.errors).toBeUndefined();
  expect(apart.errors).toMatchObject([{ path: ['a20'], extensions: { code: 'BAD_USER_INPUT' } }]);
});
