import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findings } from '../axe.ts';
import { inBrowser, openGateway, sharedBrowser } from '../page.ts';
import { cellsOf, listeningShop, openPlace } from './page.ts';

const visit = sharedBrowser();

const LOGS = 'endpoint/logs.all?project=demo&project_tier=PRO';

/** Every kind of page, and how it is brought into sight. */
const PLACES: Readonly<Record<string, (page: Page, url: string, key: string) => Promise<void>>> = {
  welcome: async (page, url) => {
    await page.goto(url);
    await page.getByLabel('API key').waitFor();
  },
  list: (page, url, key) => openPlace(page, url, key),
  answer: async (page, url, key) => {
    await openPlace(page, url, key, LOGS);
    await cellsOf(page);
    await page.getByRole('button', { name: 'Filter' }).click();
  },
  row: async (page, url, key) => {
    await openPlace(page, url, key, LOGS);
    await cellsOf(page);
    await page.locator('.scroller td button').first().click();
    await page.locator('dialog .tree').waitFor();
  },
  chart: async (page, url, key) => {
    await openPlace(page, url, key, 'endpoint/usage.api-counts?project=demo&interval=daily');
    await page.locator('.chart').waitFor();
    await page.locator('.menu summary').click();
  },
  error: async (page, url, key) => {
    await openPlace(page, url, key, 'endpoint/usage.api-counts?project=%28&interval=daily');
    await page.getByRole('alert').waitFor();
  },
  code: async (page, url, key) => {
    await openPlace(page, url, key, LOGS);
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.locator('pre').waitFor();
  },
  sql: async (page, url, key) => {
    await openPlace(page, url, key, LOGS.replace('?', '/sql?'));
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(" -- a comment, 'text' 1");
    await page.keyboard.press('ControlOrMeta+Enter');
    await cellsOf(page);
  },
  views: async (page, url, key) => {
    await openPlace(page, url, key, LOGS.replace('?', '/views?'));
    await cellsOf(page);
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  inBrowser(`axe-core finds nothing on any page in ${colorScheme} colours`, async () => {
    const { url, key } = await openGateway();
    const found: Record<string, unknown> = {};

    for (const [name, open] of Object.entries(PLACES)) {
      const { page } = await visit({ colorScheme, bypassCSP: true });
      await open(page, url, key);
      found[name] = await findings(page);
    }

    expect(found).toEqual(Object.fromEntries(Object.keys(PLACES).map((name) => [name, []])));
  });
}

/** How far the page is wider than the window, and whatever of it is. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

// The last is a window of 1 280 pixels at a zoom of 200 %.
for (const [width, height, deviceScaleFactor] of [
  [360, 640, 1],
  [768, 1_024, 1],
  [2_560, 1_440, 1],
  [640, 400, 2],
] as const) {
  inBrowser(`no page has a horizontal bar at ${width} pixels`, async () => {
    const { url, key } = await openGateway();
    const wide: string[] = [];

    for (const [name, open] of Object.entries(PLACES)) {
      const { page } = await visit({ viewport: { width, height }, deviceScaleFactor });
      await open(page, url, key);
      if ((await page.evaluate<number>(OVERFLOW)) > 0) wide.push(name);
    }

    expect(wide).toEqual([]);
  });
}

inBrowser('a wide table scrolls by itself, and its first column stays', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit({ viewport: { width: 360, height: 640 } });

  await PLACES['views']?.(page, url, key);
  const scroller = page.locator('.scroller');
  await scroller.evaluate('(element) => element.scrollTo(300, 0)');
  const first = await page.locator('.scroller td').first().boundingBox();
  const place = await scroller.boundingBox();

  expect(Math.abs((first?.x ?? 0) - (place?.x ?? 99))).toBeLessThan(3);
});

/** Presses Tab until the element with the focus has the name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = `(() => {
    const { activeElement: element } = document;
    const label = element.labels?.[0]?.querySelector('.name') ?? element.labels?.[0];
    return element.getAttribute('aria-label') || label?.textContent || element.textContent;
  })()`;
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await page.evaluate<string>(focused)).trim().startsWith(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`"${name}" cannot be reached`);
}

inBrowser('everything is done by keyboard: key, search, form, run, sort, row, code', async () => {
  const { url, key } = await listeningShop();
  const { page, problems } = await visit();
  await page.goto(url);

  await tabTo(page, 'API key');
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'customers.best' }).waitFor();
  await tabTo(page, 'Search endpoints');
  await page.keyboard.type('spent');
  await tabTo(page, 'customers.best');
  await page.keyboard.press('Enter');
  await cellsOf(page);
  await tabTo(page, 'country');
  await page.keyboard.type('NL');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect
    .poll(async () => (await cellsOf(page)).every(([, , country]) => country === 'NL'))
    .toBe(true);
  await tabTo(page, 'nameSTRING');
  await page.keyboard.press('Enter');
  await page.locator('th[aria-sort="ascending"]').waitFor();
  const [first = []] = await cellsOf(page);
  await tabTo(page, first[0] ?? '');
  await page.keyboard.press('Enter');
  await page.locator('dialog .tree').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('tab', { name: 'Answer' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('pre').waitFor();

  expect(problems).toEqual([]);
});
