import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { BUILT } from '../../../src/server/pages/built-page.ts';
import type { GatewayOptions } from '../../support/gateway.ts';
import { PROJECT } from '../../support/project.ts';
import { findings } from '../axe.ts';
import { giveKey, inBrowser, openGateway, PATIENCE, sharedBrowser } from '../page.ts';
import { operation, response } from './page.ts';

const visit = sharedBrowser();

inBrowser('the page runs an example with its key, without an error in the console', async () => {
  const { url, key } = await openGateway();
  const { page, problems } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('rowCount').first().waitFor();

  await expect
    .poll(() => response(page).innerText(), PATIENCE)
    .toContain('functionsInvocationStats');
  expect(await page.title()).toBe('Fieldstone GraphiQL');
  expect(problems).toEqual([]);
});

/** Waits until the page refuses a wrong key and says what a right one may run, which it has then. */
async function pageThatChecksKeys(options?: GatewayOptions) {
  const { url, keys } = await openGateway(options);
  const key = keys.add({ endpoints: new Set(['logs.all']), pins: new Map([['project', 'demo']]) });
  const { page } = await visit();
  await page.goto(`${url}/graphql`);
  await giveKey(page, 'fsk_wrong');
  await page.getByText('This key is not valid').waitFor();
  await giveKey(page, key);
  await page.getByText('Key is valid: logs.all (project = demo)').waitFor();
  return { page, key };
}

inBrowser('the page says at once what a key may run, and keeps it for the session', async () => {
  const { page, key } = await pageThatChecksKeys();
  await page.reload();
  await page.getByText('Key is valid: logs.all (project = demo)').waitFor();

  const kept = await page.evaluate('JSON.stringify(localStorage) + location.href');
  expect(kept).not.toContain(key);
});

inBrowser('the page knows what a key may run where only trusted documents do', async () => {
  await pageThatChecksKeys({ documents: { trustedOnly: true } });
});

inBrowser(
  'a key with a character that no header may have is not valid, on both pages',
  async () => {
    const { url } = await openGateway();
    const { page, problems } = await visit();

    for (const path of ['/graphql', '/docs']) {
      await page.goto(url + path);
      await giveKey(page, 'fsk_…');
      await page.getByText('This key is not valid').waitFor();
    }

    expect(problems).toEqual([]);
  },
);

inBrowser('the page shows nothing of the service until there is a key', async () => {
  const { url, key } = await openGateway();
  const { page, problems } = await visit();

  await page.goto(`${url}/graphql`);
  await operation(page).getByText('Enter your key above').waitFor();
  await page.getByText('Enter a key to see them.').waitFor();
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.locator('.graphiql-doc-explorer').getByText('No GraphQL schema available').waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('needs a key').waitFor();
  const before = await page.content();

  await giveKey(page, key);
  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
  await page.locator('.graphiql-doc-explorer').getByText('Query', { exact: true }).click();
  await page
    .locator('.graphiql-doc-explorer')
    .getByText('usageApiCounts', { exact: true })
    .waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('rowCount').first().waitFor();

  expect(before).not.toMatch(/logs\.all|logsAll|usageApiCounts/);
  expect(problems).toEqual([]);
});

/** A person's click on something that has just appeared: it takes a moment, and the hand moves. */
async function clickAtOnce(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const { x = 0, y = 0 } = (await target.boundingBox()) ?? {};
  const { mouse } = target.page();
  await mouse.move(x + 10, y + 10);
  await mouse.down();
  await mouse.move(x + 11, y + 11);
  await setTimeout(60);
  await mouse.up();
}

inBrowser('icons are called after what they show', async () => {
  const { url } = await openGateway();
  const { page } = await visit();

  await page.goto(`${url}/graphql`);

  await page.getByRole('img', { name: 'docs icon' }).waitFor();
  await page.getByRole('img', { name: 'play icon' }).waitFor();
});

inBrowser('one click shows a tab, one opens a new one, and nothing scrolls the page', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await clickAtOnce(page.getByRole('tab', { name: 'UsageApiCounts' }));
  await operation(page).getByText('totalAuthRequests').waitFor();
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.getByRole('tab', { name: '<untitled>' }).waitFor();

  // One an endpoint, two of SQL, and the new one.
  const tabs = await page.getByRole('tab').allInnerTexts();
  expect(tabs).toHaveLength(PROJECT.endpoints.length + 3);
  await expect
    .poll(() => page.getByRole('tab', { selected: true }).innerText(), PATIENCE)
    .toBe('<untitled>');
  const overflow = await page.evaluate(
    '[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]',
  );
  expect(overflow).toEqual([0, 0]);
});

inBrowser('the arrow keys show the next tab, and Delete closes one', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await operation(page).getByText('metadataJson').waitFor();
  await page.keyboard.press('Delete');

  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('tab').count(), PATIENCE)
    .toBe(PROJECT.endpoints.length + 1);
});

inBrowser('the SQL editor writes into the operation and shows where an error is', async () => {
  const { url, key } = await openGateway();
  const { page, problems } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByRole('button', { name: 'SQL of your own over logs.all' }).click();
  await page.locator('.sql-editor .view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT id,\nnosuch FROM edge_logs');
  await operation(page).getByText('nosuch FROM edge_logs').waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page
    .locator('.sql-panel [role="alert"]')
    .getByText('Unrecognized name: nosuch [at 2:1]')
    .waitFor();
  await page.locator('.sql-editor .squiggly-error').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT COUNT(*) AS entries FROM edge_logs');
  await page.locator('.sql-panel [role="alert"]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await response(page).getByText('"entries"').first().waitFor();

  expect(problems).toEqual([]);
});

inBrowser('a link opens the same operation for somebody else, without the key', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit();
  const { page: other } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
  await operation(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('query Shared { endpoints { name');
  await page.getByRole('button', { name: 'Copy a link to this operation' }).click();
  await page.waitForURL(/#query=/);
  const link = page.url();
  await other.goto(link);
  await other.getByRole('tab', { name: 'Shared', selected: true }).waitFor();

  expect(link).not.toContain(key);
  await expect.poll(() => operation(other).innerText(), PATIENCE).toMatch(/query\sShared/);
  expect(other.url()).toBe(`${url}/graphql`);
});

inBrowser('what was run is in the history, after a reload too', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('rowCount').first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Show History' }).click();

  // GraphiQL adds an entry each time that the tab changes while the operation runs: on a slow machine there are several.
  const entries = page.locator('.graphiql-history').getByText('FunctionsInvocationStats');
  await entries.first().waitFor();
});

inBrowser('the page is usable at 360 pixels', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit({ viewport: { width: 360, height: 640 } });

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByRole('button', { name: 'Show Endpoint Explorer' }).click();
  await page.getByRole('button', { name: /^logs\.all/ }).click();
  await page.locator('button.graphiql-execute-button').click();
  const shown = response(page).getByText('"logsAll"');
  await shown.waitFor();

  const box = await shown.boundingBox();
  expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  expect((box?.y ?? 640) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
});

for (const colorScheme of ['light', 'dark'] as const) {
  inBrowser(`axe-core finds nothing in the ${colorScheme} theme, with any panel`, async () => {
    const { url, key } = await openGateway();
    // The page's own policy would keep the script of the test out.
    const { page } = await visit({ colorScheme, bypassCSP: true });

    await page.goto(`${url}/graphql`);
    await giveKey(page, key);
    await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
    await page.locator('button.graphiql-execute-button').click();
    await response(page).getByText('rowCount').first().waitFor();
    const found = [await findings(page)];
    for (const name of ['Show Documentation Explorer', 'Show SQL Editor', 'Show History']) {
      await page.getByRole('button', { name }).click();
      found.push(await findings(page));
    }

    expect(found).toEqual([[], [], [], []]);
  });
}

inBrowser('the first load is less than a megabyte, all of it kept by the browser', async () => {
  const { url } = await openGateway();
  const { page } = await visit();
  const files = new Set<string>();
  page.on('response', (one) => {
    if (one.url().includes('/assets/')) files.add(new URL(one.url()).pathname);
  });

  await page.goto(`${url}/graphql`);
  await page.getByRole('tab').first().waitFor();
  await expect.poll(() => [...files].some((file) => file.includes('graphql-worker'))).toBe(true);
  await page.waitForLoadState('networkidle');

  const sizes = [...files].map(
    (file) => statSync(new URL(`graphiql${file.slice(8)}.br`, BUILT)).size,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
});
