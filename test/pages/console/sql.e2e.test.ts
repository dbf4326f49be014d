import { expect } from 'vitest';
import { gateway } from '../../support/gateway.ts';
import { edgeRow } from '../../support/log-rows.ts';
import { inBrowser, openGateway, sharedBrowser } from '../page.ts';
import { CLIPBOARD, cellsOf, copied, listening, openPlace } from './page.ts';

const visit = sharedBrowser();
const PLACE = 'endpoint/logs.all/sql?project=demo&project_tier=PRO';

inBrowser(
  'SQL of the caller runs over the views, with completion and errors in place',
  async () => {
    const opened = await openGateway();
    const { page, problems } = await visit({ permissions: CLIPBOARD });
    await openPlace(page, opened.url, opened.key, PLACE);
    const editor = page.locator('.cm-content');

    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('SELECT COUNT(*) AS n, MAX(times');
    await page
      .locator('.cm-tooltip-autocomplete')
      .getByText('timestamp', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('SELECT timestampp FROM ');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Insert edge_logs' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('alert').getByText('Did you mean timestamp? [at 1:8]').waitFor();
    const marked = await page.locator('.cm-lintRange-error').allInnerTexts();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('SELECT timestamp, 9007199254740993 AS n FROM edge_logs');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Enter');
    const cells = await cellsOf(page);
    await page.locator('.chart').waitFor();
    const address = page.url();
    await page.getByRole('tab', { name: 'Code' }).click();
    const copies: string[] = [];
    for (const name of ['GraphQL', 'TypeScript', 'MCP']) {
      await page.getByRole('tab', { name }).click();
      copies.push(await copied(page, `Copy ${name}`));
    }
    const [graphql = '', typescript = '', mcp = ''] = copies;
    const { data } = await opened.graphql<{ readonly sandbox: object }>(graphql);

    expect(marked.join('')).toBe('timestampp');
    expect(cells).toEqual([['2026-07-01 11:59:00Z', '9007199254740993']]);
    expect(data.sandbox).toMatchObject({
      columns: [
        { name: 'timestamp', type: 'TIMESTAMP' },
        { name: 'n', type: 'INT64' },
      ],
      rows: [{ n: '9007199254740993' }],
    });
    expect(typescript).toContain('timestamp: number | null;');
    expect(JSON.parse(mcp).mcpServers.fieldstone.url).toContain('?tools=sandbox,describe');
    expect(new URLSearchParams(address.split('?')[1]).get('$sql')).toContain('SELECT timestamp, 9');
    // The refused statement is a failed request.
    expect(problems.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  },
);

inBrowser('an endpoint has no SQL for a key that may send none', async () => {
  const { url, keys } = await openGateway();
  const { page } = await visit();

  await openPlace(page, url, keys.add({ sandbox: false }), PLACE);
  await cellsOf(page);

  expect(await page.getByRole('link', { name: 'SQL', exact: true }).count()).toBe(0);
});

inBrowser('the views of an endpoint page through all their rows, newest first', async () => {
  // Some share a moment, at the end of a page too.
  const idOf = (index: number) => `entry-${String(index).padStart(3, '0')}`;
  const rows = Array.from({ length: 230 }, (_, index) =>
    edgeRow({
      at: new Date(
        Date.parse('2026-07-01T11:00:00Z') - Math.floor(index / 7) * 1_000,
      ).toISOString(),
      project: 'demo',
      id: idOf(index),
    }),
  );
  const opened = await listening(await gateway({ rows: { 'cloudflare.logs.prod': rows } }));
  const { page, problems } = await visit({ permissions: CLIPBOARD });

  await openPlace(page, opened.url, opened.key, PLACE.replace('/sql', '/views/edge_logs'));
  await page.getByText('100 rows', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Older rows' }).click();
  await page.getByText('200 rows', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Older rows' }).click();
  await page.getByText('230 rows', { exact: true }).first().waitFor();
  const lines = (await copied(page, 'Copy NDJSON')).trim().split('\n');
  const ids = lines.map((line) => JSON.parse(line).id);

  expect(await page.getByRole('button', { name: 'Older rows' }).count()).toBe(0);
  expect(problems).toEqual([]);
  expect(new Set(ids).size).toBe(230);
  expect(ids.slice(0, 7).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].map(idOf));
});
