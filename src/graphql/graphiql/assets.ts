import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { StaticFile } from '../../server/static-page.ts';

/** Where `npm run build` leaves the page. */
export const BUILT = new URL('../../../dist/graphiql/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
};

/** The built files of the page. Browsers cache them, so none is kept in memory. */
export class PageAssets {
  readonly #folder: URL;
  /** Undefined until the first request: the page may be built while the service runs. */
  #names: ReadonlySet<string> | undefined;

  constructor(built = BUILT) {
    this.#folder = new URL('assets/', built);
  }

  /** A file; undefined if there is none of that name. */
  async read(name: string, acceptsBrotli: boolean): Promise<StaticFile | undefined> {
    this.#names ??= this.#list();
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined || !this.#names?.has(name)) return undefined;
    const isCompressed = acceptsBrotli && this.#names.has(`${name}.br`);
    const bytes = await readFile(new URL(isCompressed ? `${name}.br` : name, this.#folder));
    return { type, coding: isCompressed ? 'br' : 'identity', bytes };
  }

  #list(): ReadonlySet<string> | undefined {
    try {
      return new Set(readdirSync(this.#folder));
    } catch {
      return undefined;
    }
  }
}

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
