import { existsSync, readFileSync } from 'node:fs';
import { BUILT } from './assets.ts';

/** Allows the page's own files, and the inline styles of the editor. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The GraphiQL page, or one that says why it is missing. */
export interface Page {
  readonly status: 200 | 503;
  readonly html: string;
}

/** Reads the built page; call it on first use. */
export function readPage(built = BUILT): Page {
  const file = new URL('index.html', built);
  if (!existsSync(file)) return { status: 503, html: MISSING };
  return { status: 200, html: readFileSync(file, 'utf8') };
}

const MISSING = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fieldstone</title>
  </head>
  <body>
    <h1>GraphiQL is not built</h1>
    <p>This installation has no development packages, which its page is built from. Everything else works.</p>
    <p>For the page run <code>npm ci</code> without <code>--omit=dev</code>, or <code>npm run build</code>, and reload.</p>
  </body>
</html>
`;
