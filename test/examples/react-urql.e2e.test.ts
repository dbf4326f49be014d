import { fileURLToPath } from 'node:url';
import { cacheExchange } from '@urql/exchange-graphcache';
import { createElement, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { Client, fetchExchange, Provider } from 'urql';
import { build, createServer, preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../examples/cache-config.ts';
import { openPage } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ADDRESS, exampleGateway } from './example-gateway.ts';

const ROOT = fileURLToPath(new URL('../../examples/react-urql', import.meta.url));
const QUIET = { root: ROOT, configFile: false, logLevel: 'error' } as const;

/** The example's modules, compiled as its page compiles them. */
async function modules() {
  const server = await createServer({
    ...QUIET,
    cacheDir: temporaryFolder(),
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  onTestFinished(() => server.close());
  return { load: (path: string) => server.ssrLoadModule(path) };
}

test('the example with React and urql renders plain and redacted entries in one session', async () => {
  const { url, key } = await exampleGateway();
  const { Entries } = await (await modules()).load('/entries.tsx');
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    suspense: true,
    fetchOptions: { headers: { 'x-api-key': key } },
    exchanges: [cacheExchange({ keys }), fetchExchange],
  });
  const render = async (redactPii: boolean) => {
    const entries = createElement(Entries, { project: 'demo', redactPii });
    const page = createElement(Suspense, null, entries);
    const { prelude } = await prerender(createElement(Provider, { value: client }, page));
    return new Response(prelude as ReadableStream<Uint8Array>).text();
  };

  const [plain, redacted, again] = [await render(false), await render(true), await render(false)];

  expect(plain).toContain('<time dateTime="2026-07-01T11:00:00.123454Z">');
  expect(plain).toContain(`entry 1 of ${ADDRESS}`);
  expect(redacted).toContain('entry 1 of ');
  expect(redacted).not.toContain(ADDRESS);
  expect(again).toBe(plain);
});

test.skipIf(!CHROMIUM)(
  'the page of the example with React and urql shows the entries',
  async () => {
    const { url, key } = await exampleGateway();
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
    await page.getByLabel('Key').fill(key);
    await page.getByRole('button', { name: 'Show' }).click();
    const rows = page.getByRole('row');
    await rows.filter({ hasText: `entry 4 of ${ADDRESS}` }).waitFor();
    await page.getByLabel('Redacted').check();
    await rows.filter({ hasText: 'entry 4 of' }).filter({ hasNotText: ADDRESS }).waitFor();
    await page.getByLabel('Redacted').uncheck();

    expect(await rows.filter({ hasText: ADDRESS }).count()).toBe(4);
    expect(complaints).toEqual([]);
  },
);
