import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  onTestFinished(() => browser.close());
  return browser;
}

test.skipIf(!CHROMIUM)(
  'GraphiQL runs an example with the key of the page, and loads nothing from elsewhere',
  async () => {
    const { app, key } = await gateway({
      rows: { 'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:59:00Z', project: 'demo' })] },
    });
    const url = `http://127.0.0.1:${await listen(app)}`;
    const page = await (await openBrowser()).newPage();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url))
        foreign.push(request.url());
    });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));

    await page.goto(url);
    await page.fill('#key', key);
    await page.click('#key-bar button');
    await page.getByRole('tab', { name: 'FunctionsInvocationStats' }).waitFor();
    await page.locator('button.graphiql-execute-button').click();
    const response = page.locator('.graphiql-response');
    await response.getByText('rowCount').first().waitFor();

    expect(await response.innerText()).toContain('functionsInvocationStats');
    expect({ foreign, problems }).toEqual({ foreign: [], problems: [] });
  },
);

test('the page is there without a key, and says that it needs one', async () => {
  const { app } = await gateway();

  const response = await app.inject({ url: '/graphql', headers: { accept: 'text/html' } });

  expect(response.statusCode).toBe(200);
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  expect(response.body).toContain('API key');
  expect(response.body).not.toMatch(/https?:\/\//);
});

test.each(['page.js', 'page.css', 'graphiql.js', 'graphiql.css', 'graphql-worker.js'])(
  'the asset %s needs no key',
  async (file) => {
    const { app } = await gateway();

    const response = await app.inject({ url: `/graphql/assets/${file}` });

    expect(response.statusCode).toBe(200);
    expect(response.body.length).toBeGreaterThan(100);
  },
);

test.each(['nosuch.js', '..%2fpage.html', '__proto__'])('there is no asset %s', async (file) => {
  const { app } = await gateway();

  expect((await app.inject({ url: `/graphql/assets/${file}` })).statusCode).toBe(404);
});
