import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { price } from '../../../src/bill/price.ts';
import { bytesText, costText } from '../../../src/pages/console/parts/units.ts';
import { inBrowser, sharedBrowser } from '../page.ts';
import { cellsOf, listeningShop, openPlace } from './page.ts';

const visit = sharedBrowser();

/** A shop on BigQuery, in which each byte counts as many. */
function billedShop() {
  const priceOf = (bytes: number) => price(bytes, 6.25);
  return listeningShop({ engine: 'bigquery', bytesScale: 1e5, tools: { priceOf } });
}

/** The bodies of the requests that a page makes for a price. */
function pricesAsked(page: Page): readonly (string | null)[] {
  const bodies: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/cost')) bodies.push(request.postData());
  });
  return bodies;
}

inBrowser(
  'where runs are billed nothing runs by itself, and prices are asked for by a button',
  async () => {
    const { app, key, runs, url } = await billedShop();
    const { page, problems } = await visit();
    const asked = pricesAsked(page);
    const { bytes, cost } = (
      await app.inject({
        method: 'POST',
        url: '/api/endpoints/customers.best/cost',
        headers: { 'x-api-key': key },
        payload: { country: 'NL' },
      })
    ).json();

    await openPlace(page, url, key, 'endpoint/customers.best?country=NL');
    await page.getByText('Run the query to see its rows.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    expect(runs).toEqual([]);
    await page.getByRole('button', { name: 'Price' }).click();
    await page.getByText(`${bytesText(bytes)}, ${costText(cost)}`).waitFor();
    await page.getByLabel('Refresh').selectOption('60');
    await page.getByText(`at most ${costText(4 * cost)} an hour`).waitFor();
    expect(runs).toEqual([]);
    await page.getByRole('button', { name: /^Run/ }).click();
    await cellsOf(page);

    expect(cost).toBeGreaterThan(0);
    expect(runs).toHaveLength(1);
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
