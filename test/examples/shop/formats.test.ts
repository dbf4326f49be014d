import { expect, test } from 'vitest';
import { cellsOf, csvCells, ndjsonRows, restRows } from './answers.ts';
import { columnsOf, openShop } from './open-shop.ts';
import { asGraphql, graphqlRows } from './operation.ts';
import { REQUESTS, titleOf } from './requests.ts';

/** Customers whose names need quotes in CSV. */
const HARD_NAMES = {
  'data/customers.csv': (text: string) =>
    text.replace(/,([^,\n]+) Umberly,/g, ',"$1 Umberly, the elder",'),
};

test('REST, NDJSON, CSV and GraphQL have equal values for every set of optional arguments', async () => {
  const shop = await openShop({ files: HARD_NAMES });

  for (const request of REQUESTS) {
    const title = titleOf(request);
    const columns = columnsOf(shop, request.endpoint);
    const rows = await restRows(shop, request);

    expect(rows.length, title).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {}), title).toEqual(columns.map(({ name }) => name));
    expect(await ndjsonRows(shop, request), title).toEqual(rows);
    expect(await csvCells(shop, request), title).toEqual(
      cellsOf(
        columns.map(({ name }) => name),
        rows,
      ),
    );
    expect(await graphqlRows(shop, request), title).toEqual(asGraphql(columns, rows));
  }
});

test('each optional argument changes the rows', async () => {
  const shop = await openShop();
  const texts = new Map<string, string>();
  for (const request of REQUESTS) {
    texts.set(titleOf(request), JSON.stringify(await restRows(shop, request)));
  }

  for (const request of REQUESTS) {
    const [first, ...rest] = Object.keys(request.arguments);
    if (first === undefined || request.endpoint === 'order') continue;
    const without = [request.endpoint, ...rest].join(' ');
    expect(texts.get(titleOf(request)), titleOf(request)).not.toBe(texts.get(without));
  }
});
