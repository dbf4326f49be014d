import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { CHROMIUM, launchBrowser } from '../../support/chromium.ts';
import { spawnGateway } from '../../support/gateway-process.ts';

/**
 * Takes the picture of the README: starts a gateway over the shop, gives its page in Chromium the printed key, and runs
 * an operation beside the documentation of its field.
 */
const SHOP = fileURLToPath(new URL('../../examples/shop', import.meta.url));
const PICTURE = fileURLToPath(new URL('../../.github/graphiql.png', import.meta.url));
const OPERATION = `query Revenue {
  revenueByDay(
    since: "2026-06-01"
    countries: ["NL", "PT"]
    orderBy: [REVENUE_DESC]
    limit: 3
  ) {
    rows {
      day
      revenue
      orders
    }
    truncated
    meta {
      cacheStatus
      ageSeconds
    }
  }
}
`;
/** A picture is not taken in a hurry. */
const WAIT_MS = 300_000;

async function takePicture(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-picture-'));
  // The first start prints a key where there may be demo data.
  const environment = { FIELDSTONE_PROJECT: SHOP, DEMO: 'true', LOG_LEVEL: 'silent' };
  const gateway = await spawnGateway({ folder, output: 'pipe', environment });
  try {
    const key = await printedKey(gateway.child.stdout);
    const browser = await launchBrowser();
    try {
      const viewport = { width: 1_200, height: 620 };
      const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
      page.setDefaultTimeout(WAIT_MS);
      await runExample(page, `${gateway.url}/graphql`, key);
      await page.screenshot({ path: PICTURE });
    } finally {
      await browser.close();
    }
  } finally {
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function printedKey(output: AsyncIterable<Buffer> | null): Promise<string> {
  let text = '';
  for await (const chunk of output ?? []) {
    text += chunk.toString();
    const [key] = /\bfsk_\w+(?=\s)/.exec(text) ?? [];
    if (key !== undefined) return key;
  }
  throw new Error(`The gateway printed no key: ${text}`);
}

async function runExample(page: Page, url: string, key: string): Promise<void> {
  await page.goto(`${url}#${new URLSearchParams({ query: OPERATION })}`);
  await page.fill('#key', key);
  await page.keyboard.press('Enter');
  await page.locator('.key-state[data-kind="good"]').waitFor();
  await page.locator('button.graphiql-execute-button').click();
  await page.locator('.graphiql-response').getByText('"revenue"').first().waitFor();
  await page.getByRole('button', { name: 'Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await page.getByRole('link', { name: 'revenueByDay', exact: true }).click();
  await page.getByText('Revenue by day.').first().scrollIntoViewIfNeeded();
  await page.getByRole('tab', { name: 'Revenue', exact: true }).scrollIntoViewIfNeeded();
  await page.mouse.move(640, 600);
  await page.waitForLoadState('networkidle');
}

if (!CHROMIUM) throw new Error('There is no Chromium on this machine; install it and try again');
await takePicture();
