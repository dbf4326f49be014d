import { expect, test } from 'vitest';
import { restRows } from './answers.ts';
import { openShop } from './open-shop.ts';
import { REQUESTS, titleOf } from './requests.ts';

test('both engines give the same rows for every set of optional arguments', async () => {
  const [embedded, bigquery] = [await openShop(), await openShop({ engine: 'bigquery' })];

  for (const request of REQUESTS) {
    expect(await restRows(bigquery, request), titleOf(request)).toEqual(
      await restRows(embedded, request),
    );
  }
  expect(bigquery.runs.length).toBe(REQUESTS.length);
}, 120_000);
