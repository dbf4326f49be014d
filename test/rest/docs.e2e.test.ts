import { expect } from 'vitest';
import { giveKey, inBrowser, openGateway, sharedBrowser } from '../pages/page.ts';

const visit = sharedBrowser();

inBrowser('/docs shows the text of an answer, with every digit', async () => {
  const { url, key } = await openGateway();
  const { page, problems } = await visit();
  await page.goto(`${url}/docs`);
  await giveKey(page, key);
  const operation = page.locator('.opblock', { hasText: '/api/endpoints/query/logs.all' }).first();
  await operation.locator('.opblock-summary').click();
  const sql = `SELECT 9007199254740993 AS n, 1.0 AS f, '{"a": [1,\\\\"]' AS t, ARRAY<INT64>[] AS l FROM edge_logs`;
  await operation
    .locator('[data-param-name="sql"] textarea, [data-param-name="sql"] input')
    .fill(sql);

  await operation.locator('button.execute').click();
  const shown = operation.locator('.live-responses-table .highlight-code code').first();
  await shown.getByText('9007199254740993').first().waitFor();

  expect(await shown.innerText()).toBe(`{
  "result": [
    {
      "n": 9007199254740993,
      "f": 1,
      "t": "{\\"a\\": [1,\\\\\\"]",
      "l": []
    }
  ]
}`);
  expect(problems).toEqual([]);
});
