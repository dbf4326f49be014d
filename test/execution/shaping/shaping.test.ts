import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { completed } from '../../support/endpoints.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { PROJECT } from '../../support/project.ts';

/** Rows with values that are easily ordered wrongly: ties, NULL, NaN, decimals, characters beyond U+FFFF. */
const VALUES = `UNNEST([
  STRUCT(1 AS id, '\\uFF5E' AS text, NUMERIC '9' AS price, 2.5 AS ratio, DATE '2026-01-02' AS day, b'\\xff' AS raw, INTERVAL 1 DAY AS span),
  (2, '\\U0001F600', NUMERIC '10', CAST('NaN' AS FLOAT64), DATE '2026-01-01', b'a', INTERVAL 23 HOUR),
  (3, 'z', NUMERIC '-10.5', CAST('-inf' AS FLOAT64), NULL, b'', INTERVAL -1 MONTH),
  (4, NULL, NULL, NULL, DATE '2026-01-02', NULL, NULL),
  (5, 'z', NUMERIC '9', 0.0, DATE '0999-01-01', b'a', INTERVAL 24 HOUR)
])`;

const SQL = `SELECT id, text, price, ratio, day, raw, span FROM ${VALUES} ORDER BY id`;

const COLUMNS = ['text', 'price', 'ratio', 'day', 'raw', 'span'];

function shaped(cacheSeconds: number | undefined, maxRows = 1_000) {
  const settings = { cacheSeconds, maxRows, shape: true };
  return prepareEndpoint(completed('test.shape', SQL, { settings }), PROJECT.tables);
}

async function idsOf({ rest }: Gateway, query: Readonly<Record<string, string>>) {
  const { body, headers } = await rest('test.shape', query);
  return {
    ids: body.result.map(({ id }) => id),
    truncated: headers['fieldstone-truncated'] === 'true',
  };
}

test('an answer that is a part of what was stored says that it was stored', async () => {
  const { rest } = await gateway({ endpoints: [shaped(900)] });

  const { headers } = await rest('test.shape', { limit: '1' });

  expect(headers['cache-status']).toBe('fieldstone; fwd=miss; stored');
});

const ORDERS = COLUMNS.flatMap((name) => [name, `-${name}`, `${name},-id`, `-${name},-id`]);

test('cached rows are ordered as the engine orders them', async () => {
  const cached = await gateway({ endpoints: [shaped(900)] });
  const uncached = await gateway({ endpoints: [shaped(undefined)] });

  for (const order of ORDERS) {
    const query = { order_by: order };
    expect([order, await idsOf(cached, query)]).toEqual([order, await idsOf(uncached, query)]);
  }
  expect(cached.runs).toHaveLength(1);
  expect(uncached.runs).toHaveLength(ORDERS.length);
});

test.each([
  ['text', [4, 3, 5, 1, 2]],
  ['-text', [2, 1, 3, 5, 4]],
  ['price', [4, 3, 1, 5, 2]],
  ['ratio', [4, 2, 3, 5, 1]],
  ['-ratio', [1, 5, 3, 2, 4]],
  ['day', [3, 5, 2, 1, 4]],
  ['raw', [4, 3, 2, 5, 1]],
  ['span', [4, 3, 2, 1, 5]],
])(
  'rows by %s are in GoogleSQL’s order, and equal ones in that of the query',
  async (order, ids) => {
    const cached = await gateway({ endpoints: [shaped(900)] });

    expect(await idsOf(cached, { order_by: order })).toEqual({ ids, truncated: false });
  },
);

test('one run answers every limit, and says what it left out', async () => {
  const cached = await gateway({ endpoints: [shaped(900)] });

  for (const limit of [1, 4, 5, 1_000]) {
    const { ids, truncated } = await idsOf(cached, { limit: String(limit) });
    expect([ids.length, truncated]).toEqual([Math.min(limit, 5), limit < 5]);
  }
  expect(cached.runs).toHaveLength(1);
});

test('the engine limits rows that are not cached, and says what it left out', async () => {
  const uncached = await gateway({ endpoints: [shaped(undefined)] });

  const query = { limit: '2', order_by: '-price' };
  expect(await idsOf(uncached, query)).toEqual({ ids: [2, 1], truncated: true });
  expect(uncached.runs[0]?.maxRows).toBe(2);
});

test('the engine orders only where the cached rows were cut', async () => {
  const cached = await gateway({ endpoints: [shaped(900, 3)] });

  expect(await idsOf(cached, { limit: '2' })).toEqual({ ids: [1, 2], truncated: true });
  expect(await idsOf(cached, { order_by: '-id' })).toEqual({ ids: [5, 4, 3], truncated: true });
  expect(await idsOf(cached, { order_by: '-id', limit: '1' })).toEqual({
    ids: [5],
    truncated: true,
  });
  expect(cached.runs).toHaveLength(2);
});

test.each([
  [{ limit: '0' }, 'Argument "limit" cannot be "0": it must be 1 to 1000'],
  [{ limit: '1001' }, 'Argument "limit" cannot be "1001"'],
  [{ limit: 'all' }, 'Argument "limit" cannot be "all"'],
  [{ order_by: 'nosuch' }, 'Argument "order_by" cannot be "nosuch": columns to order by are'],
  [{ order_by: 'id,-id' }, 'Argument "order_by" names the column "id" twice'],
])('%j is refused', async (query, detail) => {
  const { rest } = await gateway({ endpoints: [shaped(900)] });

  const { body, status } = await rest('test.shape', query);

  expect([status, body.code]).toEqual([400, 'BAD_USER_INPUT']);
  expect(body.detail).toContain(detail);
});

test('GraphQL orders by an enum, and takes no order as none', async () => {
  const { graphql } = await gateway({ endpoints: [shaped(900)] });
  const ask = (args: string) =>
    graphql(`{ testShape${args} { rows { id } truncated } }`).then(({ data }) => data);

  expect(await ask('(orderBy: [PRICE_DESC, ID_DESC], limit: 3)')).toEqual({
    testShape: { rows: [{ id: 2 }, { id: 5 }, { id: 1 }], truncated: true },
  });
  expect(await ask('(orderBy: [])')).toEqual(await ask(''));
});

/** Personal data in the order of `id`, in an order of their own, and numbers in another. */
const PEOPLE = `SELECT id, mail, points FROM UNNEST([
  STRUCT(1 AS id, 'zoe@example.com' AS mail, 2 AS points), (2, 'nobody', 3), (3, 'ada@example.com', 1), (4, 'bob@example.com', 4)
]) ORDER BY id`;

test.each([
  ['cached', 900, 1_000],
  ['uncached', undefined, 1_000],
  ['cached and cut', 900, 3],
  ['uncached and cut', undefined, 3],
] as const)(
  'redacted rows are ordered by what their caller sees: %s',
  async (_, cacheSeconds, maxRows) => {
    const settings = { cacheSeconds, maxRows, shape: true };
    const { rest } = await gateway({
      endpoints: [prepareEndpoint(completed('test.people', PEOPLE, { settings }), PROJECT.tables)],
    });
    const ask = async (query: Readonly<Record<string, string>>, redact: boolean) => {
      const headers = redact ? { 'svc-endpoint-redact-pii': 'true' } : {};
      const { body } = await rest('test.people', query, headers);
      return body.result.map(({ id }) => id);
    };
    const all = maxRows === 3 ? [1, 2, 3] : [1, 2, 3, 4];

    // All hidden ones are equal, and before those in small letters.
    expect(await ask({ order_by: 'mail' }, true)).toEqual([...all.filter((id) => id !== 2), 2]);
    expect(await ask({ order_by: '-mail', limit: '2' }, true)).toEqual([2, 1]);
    expect(await ask({ order_by: 'mail,-points' }, true)).toEqual(
      maxRows === 3 ? [1, 3, 2] : [4, 1, 3, 2],
    );
    expect(await ask({ order_by: 'mail', limit: '1' }, false)).toEqual([3]);
    expect(await ask({ order_by: 'points', limit: '2' }, true)).toEqual([3, 1]);
  },
);
