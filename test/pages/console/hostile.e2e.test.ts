import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, sharedBrowser } from '../page.ts';
import { CLIPBOARD, cellsOf, copied, listeningProject, openPlace } from './page.ts';

const visit = sharedBrowser();

/** Texts that would run a script, or load something, where they were taken for markup. */
const HOSTILE = [
  `<img src=x onerror=marker()>`,
  `"><script>marker()</script>`,
  `javascript:marker()`,
  `</title></style></textarea><svg onload=marker()>`,
  `{{constructor.constructor("marker()")()}}`,
  `\u202Emarker\u0000`,
];

const quoted = (text: string) => JSON.stringify(text.replace('\u0000', ''));

/** A project in which every name and text that may be hostile is. */
const ENDPOINTS = {
  'hostile.rows': `-- ${HOSTILE[0]} ${HOSTILE[1]}
-- @param {STRING!} text - ${HOSTILE[3]}
-- @column \`value\` - ${HOSTILE[0]}
-- @sandbox
-- @example {"text": ${quoted(HOSTILE[1] ?? '')}}
WITH entries AS (
  SELECT entry, place FROM UNNEST([${HOSTILE.map(quoted).join(', ')}]) AS entry WITH OFFSET AS place
)
SELECT @text AS value, entry, place AS n, JSON '{"<img src=x onerror=marker()>": "<b>"}' AS doc FROM entries`,
};

/** Counts what runs, and what the policy reports. */
const MARK = `
  self.marked = 0;
  self.marker = () => { self.marked += 1; };
  document.addEventListener('securitypolicyviolation', () => { self.marked += 1; });
`;

/** Reports of the page's policy, which the browser sends to an address besides. */
async function reportPolicy(page: Page): Promise<readonly string[]> {
  const reports: string[] = [];
  await page.route('**/csp-reports', async (route) => {
    reports.push(route.request().postData() ?? '');
    await route.fulfill({ status: 204 });
  });
  await page.route('**/', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = `${headers['content-security-policy']}; report-uri /csp-reports`;
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } });
  });
  return reports;
}

inBrowser('hostile names, descriptions, rows, SQL and links run nothing', async () => {
  const { url, key } = await listeningProject(ENDPOINTS);
  const { page, problems } = await visit({ permissions: CLIPBOARD });
  await page.addInitScript(MARK);
  const reports = await reportPolicy(page);

  await openPlace(page, url, key);
  await page.getByRole('searchbox').fill('<img');
  await page.getByRole('link', { name: 'hostile.rows' }).click();
  const cells = await cellsOf(page);
  await page.getByLabel('Chart', { exact: true }).selectOption('bars');
  await page.locator('.scroller td button').first().click();
  await page.locator('dialog .tree').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Code' }).click();
  for (const name of ['TypeScript', 'curl', 'GraphQL', 'MCP']) {
    await page.getByRole('tab', { name }).click();
  }
  const statement = encodeURIComponent(`SELECT "${HOSTILE[0]}" AS \`x y\`, entry FROM entries`);
  for (const place of [
    `endpoint/hostile.rows/sql?text=%3Cscript%3Emarker()%3C/script%3E&$sql=${statement}`,
    'endpoint/hostile.rows/views?text=x',
    `endpoint/${encodeURIComponent(HOSTILE[0] ?? '')}?x=1`,
    `endpoint/__proto__`,
    HOSTILE[2] ?? '',
  ]) {
    await page.goto(`${url}/#/${place}`);
    await page.locator('main').waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.waitForLoadState('networkidle');
  }

  expect(cells.map(([, entry]) => entry?.length)).toHaveLength(HOSTILE.length);
  expect(await page.evaluate('self.marked')).toBe(0);
  expect(reports).toEqual([]);
  expect(problems).toEqual([]);
});

inBrowser('the policy of the page allows no script and no style of others', async () => {
  const { url, key } = await listeningProject(ENDPOINTS);
  const { page } = await visit();
  await page.addInitScript(MARK);
  const reports = await reportPolicy(page);
  await openPlace(page, url, key);

  await page.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=marker()>')`,
  );
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }))`,
  );
  await expect.poll(() => reports.length).toBeGreaterThanOrEqual(2);
  const header = (await page.request.get(url, { headers: { accept: 'text/html' } })).headers();

  expect(header['content-security-policy']).not.toContain('unsafe');
  expect(header['referrer-policy']).toBe('no-referrer');
});

inBrowser('copied rows have hostile texts as they are', async () => {
  const { url, key } = await listeningProject(ENDPOINTS);
  const { page } = await visit({ permissions: CLIPBOARD });

  await openPlace(page, url, key, 'endpoint/hostile.rows?text=x');
  await cellsOf(page);
  const lines = (await copied(page, 'Copy NDJSON')).trim().split('\n');

  expect(lines.map((line) => JSON.parse(line).entry)).toEqual(
    HOSTILE.map((text) => text.replace('\u0000', '')),
  );
});
