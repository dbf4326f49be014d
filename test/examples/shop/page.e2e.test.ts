import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../support/browser.ts';
import { CHROMIUM } from '../../support/chromium.ts';
import { listen } from '../../support/http-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { restRows } from './answers.ts';
import { openShop } from './open-shop.ts';

const ROOT = fileURLToPath(new URL('../../../examples/shop/page', import.meta.url));
const QUIET = { root: ROOT, configFile: false, logLevel: 'error' } as const;

test.skipIf(!CHROMIUM)('the page of the shop draws a bar for each day with orders', async () => {
  const shop = await openShop();
  const url = `http://127.0.0.1:${await listen(shop.app)}`;
  const outDir = temporaryFolder();
  await build({ ...QUIET, build: { outDir, emptyOutDir: true } });
  const site = await preview({
    ...QUIET,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  onTestFinished(() => site.close());
  const { page, complaints } = await openPage(site.resolvedUrls?.local[0] ?? '');

  await page.getByLabel('Gateway').fill(url);
  await page.getByLabel('Key').fill(shop.key);
  await page.getByLabel('Since').fill('2026-06-01');
  await page.getByRole('button', { name: 'Draw' }).click();
  const bars = page.getByRole('list', { name: 'Revenue by day' }).getByRole('listitem');
  await bars.first().waitFor();

  const rows = await restRows(shop, {
    endpoint: 'revenue.by-day',
    arguments: { since: '2026-06-01' },
  });
  const titles = await bars.evaluateAll((items) => items.map((item) => item.getAttribute('title')));
  expect(titles).toEqual(
    rows.map(({ day, revenue, orders }) => `${day}: ${revenue} in ${orders} orders`),
  );
  const heights = await bars.evaluateAll((items) => items.map((item) => item.clientHeight));
  const revenues = rows.map(({ revenue }) => Number(revenue));
  expect(heights.indexOf(Math.max(...heights))).toBe(revenues.indexOf(Math.max(...revenues)));
  await page.getByLabel('Key').fill('fsk_wrong');
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('status').filter({ hasText: 'key' }).waitFor();
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});
