import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restRows } from './answers.ts';
import { ENGINES, openShop, SHOP_FOLDER } from './open-shop.ts';
import { REQUESTS, titleOf } from './requests.ts';

test('both engines give the same rows for every set of optional arguments', async () => {
  const [embedded, bigquery] = [await openShop(), await openShop({ engine: 'bigquery' })];

  for (const request of REQUESTS) {
    expect(await restRows(bigquery, request), titleOf(request)).toEqual(
      await restRows(embedded, request),
    );
  }
  expect(bigquery.runs.length).toBe(REQUESTS.length);
});

/** The pages of a shop in a month, as the file of that month has them. */
function pagesIn(month: string, shop: string): number {
  const text = readFileSync(join(SHOP_FOLDER, `data/visits_${month}.csv`), 'utf8');
  const cells = text.split('\n').map((line) => line.split(','));
  return cells.reduce((sum, [, of, pages]) => sum + (of === shop ? Number(pages) : 0), 0);
}

test.each(ENGINES)(
  'on %s a wildcard table has the months from the first one on',
  async (engine) => {
    const shop = await openShop({ engine });

    for (const months of [['202604', '202605', '202606'], ['202605', '202606'], ['202606'], []]) {
      const [from_month = '202607'] = months;
      const request = { endpoint: 'visits.by-month', arguments: { from_month, of_shop: 'birch' } };

      expect(await restRows(shop, request)).toEqual(
        months.map((month) => ({ month, shop: 'birch', pages: pagesIn(month, 'birch') })),
      );
    }
  },
);
