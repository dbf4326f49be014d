import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { readText } from './assets.ts';
import { exampleOperations } from './example-operations.ts';

/** What the page may load: its own files, and styles that the editor makes. */
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
  // `<` could end the script element that holds the tabs.
  return readText('page.html').replace('"__TABS__"', () =>
    JSON.stringify(tabs).replaceAll('<', '\\u003c'),
  );
}
