import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';

/** Chromium, where the machine has it; tests that need it are skipped otherwise. */
export const CHROMIUM: string | undefined = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);

/** Starts Chromium; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
}

let launched: Promise<Browser> | undefined;

afterAll(async () => {
  await (await launched)?.close();
});

/** A page with a session and storage of its own, and what went wrong on it. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, and requests to other origins. */
  readonly problems: readonly string[];
}

/** Opens an empty page; it is closed when the running test ends. */
export async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  launched ??= launchBrowser();
  const context = await (await launched).newContext(options);
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
