import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, sharedBrowser } from '../page.ts';
import { cellsOf, listeningShop, openPlace } from './page.ts';

const visit = sharedBrowser();

/** What a service on BigQuery answers besides: its runs are billed, and a dry run tells what for. */
async function billRuns(page: Page): Promise<readonly (string | null)[]> {
  const asked: (string | null)[] = [];
  await page.route('**/api/endpoints', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), billed: true } });
  });
  await page.route('**/api/endpoints/*/cost', async (route) => {
    asked.push(route.request().postData());
    await route.fulfill({ json: { bytes: 1_610_612_736, cost: 0.009 } });
  });
  return asked;
}

inBrowser(
  'where runs are billed nothing runs by itself, and prices are asked for by a button',
  async () => {
    const { url, key } = await listeningShop();
    const { page, problems } = await visit();
    const asked = await billRuns(page);

    await openPlace(page, url, key, 'endpoint/customers.best?country=NL');
    await page.getByText('Run the query to see its rows.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Price' }).click();
    await page.getByText('1.5 GiB, $0.0090').waitFor();
    await page.getByLabel('Refresh').selectOption('60');
    await page.getByText('at most $0.04 an hour').waitFor();
    await page.getByRole('button', { name: /^Run/ }).click();
    await cellsOf(page);

    expect(asked).toEqual(['{"country":"NL"}', '{"country":"NL"}']);
    expect(problems).toEqual([]);
  },
);

inBrowser('on the embedded engine there is no price', async () => {
  const { url, key } = await listeningShop();
  const { page } = await visit();

  await openPlace(page, url, key, 'endpoint/customers.best');
  await cellsOf(page);

  expect(await page.getByRole('button', { name: 'Price' }).count()).toBe(0);
});
