import { expect } from 'vitest';
import { inBrowser, openGateway, PATIENCE, sharedBrowser } from '../page.ts';
import {
  CLIPBOARD,
  cellsOf,
  copied,
  field,
  listeningProject,
  listeningShop,
  openPlace,
} from './page.ts';

const visit = sharedBrowser();

inBrowser('the list has what the key may run, in groups, and a search finds columns', async () => {
  const { url, keys } = await listeningShop();
  const key = keys.add({ endpoints: new Set(['customers.best', 'customers.cohorts', 'order']) });
  const { page, problems } = await visit();

  await openPlace(page, url, key);
  const groups = await page.locator('.groups h2').allInnerTexts();
  await page.getByRole('searchbox').fill('SPENT');
  const found = await page.locator('.card h3').allInnerTexts();

  expect(groups).toEqual(['customers', 'order']);
  expect(found).toEqual(['customers.best']);
  await expect.poll(() => page.getByText('tenant: shop').count(), PATIENCE).toBe(1);
  expect(problems).toEqual([]);
});

inBrowser(
  'a click on an endpoint shows its example as chart and table, equal to REST',
  async () => {
    const { app, url, key } = await listeningShop();
    const { page, problems } = await visit({ permissions: CLIPBOARD });

    await openPlace(page, url, key);
    await page.getByRole('link', { name: 'revenue.by-day' }).click();
    const cells = await cellsOf(page);
    await page.locator('.chart canvas').waitFor();
    const query = 'since=2026-03-01&until=2026-03-31&countries=NL&countries=PT';
    const rest = await app.inject({
      url: `/api/endpoints/query/revenue.by-day?${query}`,
      headers: { 'x-api-key': key, accept: 'application/x-ndjson' },
    });

    expect(page.url()).toBe(`${url}/#/endpoint/revenue.by-day?${query}`);
    expect(await copied(page, 'Copy NDJSON')).toBe(rest.body);
    expect(cells).toEqual(
      rest.body
        .trim()
        .split('\n')
        .map((line) => Object.values(JSON.parse(line)).map(String)),
    );
    expect(await page.getByRole('img').getAttribute('aria-label')).toContain('line: revenue');
    expect(problems).toEqual([]);
  },
);

inBrowser('values keep their digits, and copies are REST’s', async () => {
  const { app, url, key } = await listeningProject({
    'exact.values': `SELECT 9007199254740993 AS big, -9223372036854775808 AS least,
      NUMERIC '12345678901234567890.123456789' AS amount, TIMESTAMP '2026-07-01 10:00:00.123456+00' AS moment,
      TIMESTAMP '0001-01-01 00:00:00+00' AS first, CAST(NULL AS STRING) AS nothing, '' AS empty, '=1+1,"x"' AS text,
      [STRUCT(9007199254740993 AS n, [1.5, 2] AS list)] AS nested, JSON '{"n": 9007199254740993}' AS doc,
      B'abc' AS bytes, DATE '2026-07-01' AS day, TRUE AS yes, CAST('NaN' AS FLOAT64) AS nan`,
  });
  const { page, problems } = await visit({ permissions: CLIPBOARD });

  await openPlace(page, url, key, 'endpoint/exact.values');
  const [cells] = await cellsOf(page);
  const inForm = async (accept: string) => {
    const headers = { 'x-api-key': key, accept };
    return (await app.inject({ url: '/api/endpoints/query/exact.values', headers })).body;
  };

  expect(cells?.slice(0, 6)).toEqual([
    '9007199254740993',
    '-9223372036854775808',
    '12345678901234567890.123456789',
    '2026-07-01 10:00:00.123456Z',
    '0001-01-01 00:00:00Z',
    'null',
  ]);
  expect(await copied(page, 'Copy NDJSON')).toBe(await inForm('application/x-ndjson'));
  expect(await copied(page, 'Copy CSV')).toBe(await inForm('text/csv'));
  await page.locator('.scroller td button').first().click();
  await page.locator('dialog').getByText('9007199254740993').first().waitFor();
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
});

inBrowser(
  'what is wrong with a value stands at its field, also where the service says it',
  async () => {
    const { url, key } = await listeningProject({
      'orders.find': `-- @param {DATE!} since - First day
-- @param {DATE!} until - Last day
-- @param {ARRAY<INT64>} ids
-- @param {STRING!} pattern = 'a'
-- @example {"since": "2026-03-01", "until": "2026-03-02"}
SELECT @since AS since, @until AS until, ARRAY_LENGTH(@ids) AS n, REGEXP_CONTAINS('a', @pattern) AS found`,
    });
    const { page } = await visit();

    await openPlace(page, url, key, 'endpoint/orders.find');
    await cellsOf(page);
    await field(page, 'until').locator('input').fill('2026-02-01');
    await field(page, 'until').getByText('This is before "since"').waitFor();
    await field(page, 'until').locator('input').fill('2026-04-01');
    await field(page, 'ids').locator('input').fill('many');
    await page.keyboard.press('Enter');
    await field(page, 'ids').getByText('This must be a whole number').waitFor();
    await page.getByRole('button', { name: 'Remove many from ids' }).click();
    await field(page, 'pattern').locator('input').fill('(');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('alert').getByText('BAD_USER_INPUT').waitFor();
    const atField = await field(page, 'pattern').locator('.fault').allInnerTexts();

    expect(atField).toHaveLength(1);
    await field(page, 'pattern').locator('input').fill('b');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect((await cellsOf(page))[0]).toEqual(['2026-03-01', '2026-04-01', 'null', 'false']);
  },
);

inBrowser(
  'an address has the arguments and never the key, and opens the same for another key',
  async () => {
    const { url, key, keys } = await listeningShop();
    const { page } = await visit();
    const { page: other } = await visit();

    await openPlace(page, url, key, 'endpoint/customers.best');
    await field(page, 'country').locator('input').fill('NL');
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.locator('.scroller td').getByText('NL').first().waitFor();
    await openPlace(other, url, keys.add({}), page.url().split('#/')[1]);
    await cellsOf(other);

    expect(page.url()).toBe(`${url}/#/endpoint/customers.best?country=NL`);
    await expect
      .poll(() => field(other, 'country').locator('input').inputValue(), PATIENCE)
      .toBe('NL');
    expect(await other.locator('.scroller td').getByText('PT').count()).toBe(0);
  },
);

inBrowser('a pinned value cannot be changed, and is not sent', async () => {
  const { url, keys } = await openGateway();
  const key = keys.add({ pins: new Map([['project', 'demo']]) });
  const { page, problems } = await visit();
  const bodies: (string | null)[] = [];
  page.on('request', (request) => bodies.push(request.postData()));

  await openPlace(page, url, key, 'endpoint/usage.api-counts?interval=daily');
  await cellsOf(page);

  expect(await field(page, 'project').locator('input').isDisabled()).toBe(true);
  expect(bodies.filter(Boolean)).toEqual(['{"interval":"daily"}']);
  expect(problems).toEqual([]);
});

inBrowser('rows are sorted, filtered and widened on the page', async () => {
  const { url, key } = await listeningProject({
    numbers: `SELECT n, FORMAT('name %02d', n) AS name FROM UNNEST(GENERATE_ARRAY(1, 30)) AS n ORDER BY n`,
  });
  const { page } = await visit();

  await openPlace(page, url, key, 'endpoint/numbers');
  await cellsOf(page);
  await page.locator('th .sort').first().click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  await page.locator('th .sort').first().click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Filter n', { exact: true }).fill('<=12');
  await page.getByText('12 of 30 rows').waitFor();
  await page.getByLabel('Filter name').fill('name 1');
  await page.getByText('3 of 30 rows').waitFor();
  const cells = await cellsOf(page);
  const before = await page.locator('th').first().boundingBox();
  await page.getByRole('separator', { name: 'Width of n', exact: true }).press('ArrowRight');
  const after = await page.locator('th').first().boundingBox();

  expect(cells.map(([n]) => n)).toEqual(['12', '11', '10']);
  expect(after?.width).toBeGreaterThan((before?.width ?? 0) + 8);
});

inBrowser('a run is aborted', async () => {
  const { url, key } = await listeningShop();
  const { page } = await visit();
  await openPlace(page, url, key, 'endpoint/products.search');
  await cellsOf(page);
  await page.route('**/api/endpoints/query/**', () => {});

  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByText('Running …').waitFor();
  await page.getByRole('button', { name: 'Abort' }).click();

  await page.getByText('Running …').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.scroller td').count(), PATIENCE).toBeGreaterThan(0);
});

inBrowser('a chart is changed by its three controls, and saved as a picture', async () => {
  const { url, key } = await listeningShop();
  const { page, problems } = await visit();
  await openPlace(page, url, key, 'endpoint/revenue.by-day');
  await page.locator('.chart canvas').waitFor();
  const label = page.getByRole('img');

  await page.getByLabel('Chart', { exact: true }).selectOption('bars');
  await page.getByLabel('of', { exact: true }).selectOption('orders');
  await page.locator('.menu summary').click();
  await page.locator('.menu').getByLabel('orders').check();
  await page.locator('.menu').getByLabel('revenue').uncheck();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PNG' }).click(),
  ]);

  expect(await label.getAttribute('aria-label')).toMatch(/^bars: orders by orders/);
  expect(saved.suggestedFilename()).toBe('revenue.by-day.png');
  expect(problems).toEqual([]);
});

inBrowser('a single row is figures with all their digits', async () => {
  const { url, key } = await listeningProject({
    totals: `SELECT 9007199254740993 AS entries, NUMERIC '12345678901234567890.5' AS amount`,
  });
  const { page } = await visit();

  await openPlace(page, url, key, 'endpoint/totals');

  await expect
    .poll(() => page.locator('.figures dd').allInnerTexts(), PATIENCE)
    .toEqual(['9007199254740993', '12345678901234567890.5']);
});

inBrowser('rows say where they came from and how old they are, and are refreshed', async () => {
  const { url, key } = await openGateway();
  const { page } = await visit();
  let runs = 0;
  page.on('request', (request) => {
    runs += Number(request.url().includes('/api/endpoints/query/'));
  });

  await openPlace(page, url, key, 'endpoint/usage.api-counts?project=demo&interval=daily');
  await page.locator('.provenance').getByText('computed now').waitFor();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.locator('.provenance').getByText('from the cache').waitFor();
  await page
    .locator('.provenance')
    .getByText(/^[1-9]\d* s old$/)
    .waitFor();
  const before = runs;
  await page.getByLabel('Refresh').selectOption('10');
  await expect.poll(() => runs).toBeGreaterThan(before);

  await page.getByLabel('Hide personal data').check();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.locator('.provenance').getByText('personal data is hidden').waitFor();
});
