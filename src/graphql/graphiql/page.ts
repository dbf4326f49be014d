import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { readText } from './assets.ts';
import { exampleOperations } from './example-operations.ts';

/** Allows the page's own files, and the inline styles of the editor. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The HTML of the GraphiQL page, with an example operation in a tab for each endpoint. */
export function renderPage(endpoints: readonly PreparedEndpoint[]): string {
  const tabs = exampleOperations(endpoints).map((query) => ({ query }));
  // `<` could close the script element that contains the tabs.
  return readText('page.html').replace('"__TABS__"', () =>
    JSON.stringify(tabs).replaceAll('<', '\\u003c'),
  );
}
