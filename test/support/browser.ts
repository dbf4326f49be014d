import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchBrowser } from './chromium.ts';

/** A page with a session and storage of its own, and what went wrong on it. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, and requests to other origins. */
  readonly problems: readonly string[];
}

/** Opens an empty page; it is closed when the running test ends. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(page.url()).origin) {
      // The first navigation leaves `about:blank`.
      if (!request.isNavigationRequest()) problems.push(`request to ${url.origin}`);
    }
  });
  return { page, problems };
}

/** A page, and the errors that it logged or threw. */
export interface OpenedPage {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens an address in a browser that is closed when the running test ends. */
export async function openPage(url: string): Promise<OpenedPage> {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(url);
  return { page, complaints };
}
