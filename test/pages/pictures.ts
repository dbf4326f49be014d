/** `npm run pictures`: takes the pictures of the README and the documentation, in Chromium over the examples. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { CHROMIUM, launchBrowser } from '../support/chromium.ts';
import { spawnGateway } from '../support/gateway-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHOP = join(ROOT, 'examples/shop');
/** A picture is not taken in a hurry. */
const WAIT_MS = 300_000;

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

const STATEMENT = `SELECT TIMESTAMP_TRUNC(timestamp, HOUR) AS hour, COUNT(*) AS requests,
  COUNTIF(r.status_code >= 400) AS failed
FROM edge_logs
CROSS JOIN UNNEST(metadata) AS m
CROSS JOIN UNNEST(m.response) AS r
GROUP BY hour
ORDER BY hour
`;

/** A picture of a page, once that shows what it is to show. */
interface Picture {
  /** Its file, without `.png`. */
  readonly name: string;
  readonly project: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'dark';
  readonly show: (page: Page, url: string) => Promise<void>;
}

const place = (path: string, values: Readonly<Record<string, string>>) =>
  `/#/endpoint/${path}?${new URLSearchParams(values)}`;

const PICTURES: readonly Picture[] = [
  {
    name: 'catalogue',
    project: SHOP,
    size: { width: 1_200, height: 800 },
    show: async (page, url) => {
      await page.goto(`${url}/#/endpoint/revenue.by-day?since=2026-03-01&until=2026-06-30`);
      await page.locator('.chart canvas').waitFor();
    },
  },
  {
    name: 'catalogue-list',
    project: SHOP,
    size: { width: 1_200, height: 620 },
    show: async (page, url) => {
      await page.goto(`${url}/#/`);
      await page.locator('.cards').first().waitFor();
    },
  },
  {
    name: 'catalogue-code',
    project: SHOP,
    size: { width: 1_200, height: 700 },
    colorScheme: 'dark',
    show: async (page, url) => {
      await page.goto(url + place('customers.best', { country: 'NL' }));
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.getByRole('tab', { name: 'TypeScript' }).click();
      await page.locator('.provenance').waitFor();
    },
  },
  {
    name: 'catalogue-sql',
    project: ROOT,
    size: { width: 1_200, height: 1_100 },
    show: async (page, url) => {
      const values = { project: 'demo', project_tier: 'PRO', $sql: STATEMENT };
      await page.goto(url + place('logs.all/sql', values));
      await page.locator('.cm-content').click();
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.locator('.chart canvas').waitFor();
    },
  },
  {
    name: 'graphiql',
    project: SHOP,
    size: { width: 1_200, height: 620 },
    show: async (page, url) => {
      await page.goto(`${url}/graphql#${new URLSearchParams({ query: OPERATION })}`);
      await page.locator('.key-state[data-kind="good"]').waitFor();
      await page.locator('button.graphiql-execute-button').click();
      await page.locator('.graphiql-response').getByText('"revenue"').first().waitFor();
      await page.getByRole('button', { name: 'Documentation Explorer' }).click();
      await page.getByRole('link', { name: 'Query', exact: true }).click();
      await page.getByRole('link', { name: 'revenueByDay', exact: true }).click();
    },
  },
];

async function takePictures(project: string, pictures: readonly Picture[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-pictures-'));
  // The first start prints a key where there may be demo data.
  const environment = { FIELDSTONE_PROJECT: project, DEMO: 'true', LOG_LEVEL: 'silent' };
  const gateway = await spawnGateway({ folder, output: 'pipe', environment });
  try {
    const key = await printedKey(gateway.child.stdout);
    const browser = await launchBrowser();
    try {
      for (const { colorScheme = 'light', name, show, size } of pictures) {
        const page = await browser.newPage({ viewport: size, colorScheme });
        page.setDefaultTimeout(WAIT_MS);
        await page.addInitScript(`sessionStorage.setItem('fieldstone-key', '${key}')`);
        await show(page, gateway.url);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(ROOT, `.github/${name}.png`) });
        await page.close();
      }
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

if (CHROMIUM === undefined) throw new Error('There is no Chromium');
for (const [project, pictures] of Map.groupBy(PICTURES, (one) => one.project)) {
  await takePictures(project, pictures);
}
