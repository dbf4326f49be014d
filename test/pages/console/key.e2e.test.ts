import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { giveKey, inBrowser, openGateway, PATIENCE, sharedBrowser } from '../page.ts';
import { listeningShop } from './page.ts';

const visit = sharedBrowser();

/** Everything of the browser that could have the key for longer than the tab. */
function kept(page: Page): Promise<string> {
  return page.evaluate(
    'JSON.stringify([localStorage, location.href, document.referrer, document.cookie, history.state])',
  );
}

inBrowser('the link of a first start gives the key to the tab alone', async () => {
  const { url, key } = await listeningShop();
  const { page, problems } = await visit();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));

  await page.goto(`${url}/#key=${key}`);
  await page.locator('.chart canvas').waitFor();
  await page.goBack();
  await page.locator('.list h1').waitFor();
  const first = page.url();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(url);
  await elsewhere.getByLabel('API key').waitFor();

  expect(first).toBe(`${url}/#/`);
  expect(sent.join('\n')).not.toContain(key);
  expect(await kept(page)).not.toContain(key);
  expect(problems).toEqual([]);
});

inBrowser('a key is checked, and removed with the tab', async () => {
  const { url, key } = await listeningShop();
  const { page } = await visit();

  await page.goto(url);
  await giveKey(page, 'fsk_wrong');
  await page.getByText('This key is not valid').waitFor();
  await giveKey(page, 'fsk_…');
  await page.getByText('This key is not valid').waitFor();
  await giveKey(page, key);
  await page.getByRole('link', { name: 'revenue.by-day' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'revenue.by-day' }).waitFor();

  expect(await kept(page)).not.toContain(key);
});

inBrowser(
  'a key is remembered on this machine if asked, for all pages, until it is removed',
  async () => {
    const { url, key } = await openGateway();
    const { page } = await visit();

    await page.goto(url);
    await page.getByLabel('Remember it on this machine').check();
    await giveKey(page, key);
    await page.getByRole('link', { name: 'logs.all' }).waitFor();
    const later = await page.context().newPage();
    await later.goto(`${url}/graphql`);
    await later.getByText('Key is valid').waitFor();
    await later.goto(`${url}/docs`);
    await later.locator('.opblock').first().waitFor();
    await later.goto(url);
    await later.getByRole('button', { name: 'Key' }).click();
    await later.getByLabel('Remember it on this machine').uncheck();
    await later.fill('#key', '');
    await later.getByRole('button', { name: 'Use key' }).click();
    await later.getByText('appear with a key').waitFor();

    expect(await later.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(
      key,
    );
  },
);

inBrowser('GraphiQL and the REST page take the key of the tab', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit();

  await page.goto(url);
  await giveKey(page, key);
  await page.getByRole('link', { name: 'GraphiQL' }).click();
  await page.getByText('Key is valid').waitFor();
  await page.goto(`${url}/docs`);
  await page.locator('.opblock').first().waitFor();

  await expect.poll(() => page.inputValue('#key'), PATIENCE).toBe(key);
});

inBrowser('nothing of the service is displayed without a key', async () => {
  const { url } = await listeningShop();
  const { page, problems } = await visit();

  await page.goto(`${url}/#/endpoint/revenue.by-day?since=2026-03-01`);
  await page.getByLabel('API key').waitFor();

  expect(await page.content()).not.toMatch(/revenueByDay|customers\.best/);
  expect(problems).toEqual([]);
});
