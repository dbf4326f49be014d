import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { BUILT } from '../../src/server/pages/built-page.ts';
import { type Visit, visit } from '../support/browser.ts';
import { CHROMIUM, launchBrowser } from '../support/chromium.ts';
import { type Gateway, type GatewayOptions, gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';

/** A test that needs a browser and the built pages, and is skipped without. */
export function inBrowser(name: string, run: () => Promise<void>): void {
  test.skipIf(!CHROMIUM || !existsSync(BUILT))(name, run);
}

/** Starts a browser for the tests of a file; returns how they open a page. */
export function sharedBrowser(): (options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser;
  beforeAll(async () => {
    if (CHROMIUM) browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return (options) => visit(browser, options);
}

const ROWS = { 'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:59:00Z', project: 'demo' })] };

/** A gateway that listens. */
export async function openGateway(
  options: GatewayOptions = {},
): Promise<Gateway & { readonly url: string }> {
  const opened = await gateway({ rows: ROWS, ...options });
  return { ...opened, url: `http://127.0.0.1:${await listen(opened.app)}` };
}

/** Enters a key on the page. */
export async function giveKey(page: Page, key: string): Promise<void> {
  await page.fill('#key', key);
  await page.keyboard.press('Enter');
}

/** How long a page may take until it has what is expected of it. */
export const PATIENCE = { timeout: 60_000 };
