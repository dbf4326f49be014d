import { expect } from 'vitest';
import { giveKey, inBrowser, openGateway, PATIENCE, sharedBrowser } from '../page.ts';
import { operation, response } from './page.ts';

const visit = sharedBrowser();

inBrowser('a click on an endpoint opens an operation with what the key must send', async () => {
  const { url, keys } = await openGateway();
  const key = keys.add({
    endpoints: new Set(['logs.all']),
    pins: new Map([['project', 'pinned-one']]),
  });
  const { page } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByText('Your key may not run it.').first().waitFor();
  await page.getByRole('button', { name: /^logs\.all/ }).click();
  await operation(page).getByText('"pinned-one"').waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('"rowCount"').waitFor();

  await expect
    .poll(() => page.getByRole('tab', { selected: true }).innerText(), PATIENCE)
    .toBe('LogsAll');
  expect(await page.getByRole('button', { name: /^usage\.api-counts/ }).isDisabled()).toBe(true);
});

inBrowser('the examples in the tabs become what the key may run, and stay it', async () => {
  const { url, key: everything, keys } = await openGateway();
  const key = keys.add({
    endpoints: new Set(['logs.all']),
    pins: new Map([['project', 'pinned-one']]),
  });
  const { page } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, everything);
  await page.getByRole('tab', { name: 'UsageApiCounts' }).click();
  await page.getByRole('button', { name: 'New tab' }).click();
  await giveKey(page, key);
  await page.getByRole('tab', { name: 'UsageApiCounts' }).waitFor({ state: 'detached' });

  const expected = ['LogsAll', 'LogsAllSandbox', 'Endpoints', '<untitled>'];
  await expect.poll(() => page.getByRole('tab').allInnerTexts(), PATIENCE).toEqual(expected);
  for (const name of ['LogsAll', 'LogsAllSandbox']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await operation(page).getByText('"pinned-one"').waitFor();
    await page.locator('button.graphiql-execute-button').click();
    await response(page).getByText('"cacheStatus"').waitFor();
  }
  await page.reload();
  await page.locator('.key-state[data-kind="good"]').waitFor();
  await expect.poll(() => page.getByRole('tab').allInnerTexts(), PATIENCE).toEqual(expected);
});

inBrowser(
  'an example that is shown gives way to another where the key may not run it',
  async () => {
    const { url, key: everything, keys } = await openGateway();
    const key = keys.add({ endpoints: new Set(['usage.api-counts']), sandbox: false });
    const { page } = await visit();

    await page.goto(`${url}/graphql`);
    await giveKey(page, everything);
    await page.getByRole('tab', { name: 'LogsAll', exact: true }).click();
    await giveKey(page, key);
    await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor({ state: 'detached' });

    await expect
      .poll(() => page.getByRole('tab').allInnerTexts(), PATIENCE)
      .toEqual(['UsageApiCounts', 'Endpoints']);
    await operation(page).getByText('totalAuthRequests').waitFor();
  },
);

inBrowser('completion knows the schema once there is a key', async () => {
  const { url, key } = await openGateway();
  const { page, problems } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByRole('tab', { name: 'LogsAll', exact: true }).waitFor();
  await page.getByRole('button', { name: 'New tab' }).click();
  await operation(page).click();
  await page.keyboard.type('{ usage');
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget').getByText('usageApiCounts').first().waitFor();

  expect(problems).toEqual([]);
});

inBrowser('the explorer lists the views of an endpoint, and opens their first rows', async () => {
  const { url, key } = await openGateway();
  const { page, problems } = await visit();

  await page.goto(`${url}/graphql`);
  await giveKey(page, key);
  await page.getByText('Views of logs.all').click();
  await page.getByRole('button', { name: 'postgres_logs', exact: true }).click();
  await operation(page).getByText('FROM postgres_logs').waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await response(page).getByText('"columns"').waitFor();

  expect(problems).toEqual([]);
});
