import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BUILT } from '../../src/graphql/graphiql/assets.ts';
import { CHROMIUM, visit } from '../support/browser.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';

const inBrowser = test.skipIf(!CHROMIUM || !existsSync(BUILT));

const ROWS = { 'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:59:00Z', project: 'demo' })] };

async function openGateway(): Promise<Gateway & { readonly url: string }> {
  const opened = await gateway({ rows: ROWS });
  return { ...opened, url: `http://127.0.0.1:${await listen(opened.app)}` };
}

async function giveKey(page: Page, key: string): Promise<void> {
  await page.fill('#key', key);
  await page.keyboard.press('Enter');
}

const response = (page: Page) => page.locator('.graphiql-response');
const operation = (page: Page) => page.locator('.graphiql-query-editor .view-lines');

inBrowser('the page runs an example with its key, without an error in the console', async () => {
  const { url, key } = await openGateway();
  const { page, problems } = await visit();

  await page.goto(url);
  await giveKey(page, key);
  await page.locator('#key-state[data-kind="good"]').waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('rowCount').first().waitFor();

  expect(await response(page).innerText()).toContain('functionsInvocationStats');
  expect(await page.title()).toBe('Fieldstone GraphiQL');
  expect(problems).toEqual([]);
});

inBrowser('the page says at once what a key may run, and keeps it for the session', async () => {
  const { url, keys } = await openGateway();
  const key = keys.add({ endpoints: new Set(['logs.all']), pins: new Map([['project', 'demo']]) });
  const { page } = await visit();

  await page.goto(url);
  await giveKey(page, 'fsk_wrong');
  await page.getByText('This key is not valid').waitFor();
  await giveKey(page, key);
  await page.getByText('Key is valid: logs.all (project = demo)').waitFor();
  await page.reload();
  await page.getByText('Key is valid: logs.all (project = demo)').waitFor();

  const kept = await page.evaluate('JSON.stringify(localStorage) + location.href');
  expect(kept).not.toContain(key);
});

inBrowser('the page shows docs and examples before there is a key', async () => {
  const { url } = await openGateway();
  const { page, problems } = await visit();

  await page.goto(url);
  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.locator('.graphiql-doc-explorer').getByText('Query', { exact: true }).click();
  await page.locator('.graphiql-doc-explorer').getByText('usageApiCounts', { exact: true }).waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('needs a key').waitFor();

  expect(problems).toEqual([]);
});

inBrowser('one click shows a tab, one opens a new one, and nothing scrolls the page', async () => {
  const { url } = await openGateway();
  const { page } = await visit();

  await page.goto(url);
  await page.getByRole('tab', { name: 'UsageApiCounts' }).click();
  await operation(page).getByText('totalAuthRequests').waitFor();
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.getByRole('tab', { name: '<untitled>' }).waitFor();

  const tabs = await page.getByRole('tab').allInnerTexts();
  expect(tabs).toHaveLength(6);
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('<untitled>');
  const overflow = await page.evaluate(
    '[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]',
  );
  expect(overflow).toEqual([0, 0]);
});

inBrowser('the arrow keys show the next tab, and Delete closes one', async () => {
  const { url } = await openGateway();
  const { page } = await visit();

  await page.goto(url);
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await operation(page).getByText('metadataJson').waitFor();
  await page.keyboard.press('Delete');

  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByRole('tab').count()).toBe(4);
});
