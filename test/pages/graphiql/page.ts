import type { Locator, Page } from 'playwright-core';

/** Where the page shows the answer. */
export function response(page: Page): Locator {
  return page.locator('.graphiql-response');
}

/** The lines of the editor of operations. */
export function operation(page: Page): Locator {
  return page.locator('.graphiql-query-editor .view-lines');
}
