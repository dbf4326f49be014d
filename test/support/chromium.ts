import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * A browser of this machine; undefined if there is none. Tests that need one are skipped then. The headless shell takes a
 * third of the processor time.
 */
export const CHROMIUM: string | undefined = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);

/** Starts the browser; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
}
