import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { attempt } from '../../values/attempt.ts';
import { acceptedCodings } from '../content-coding.ts';
import { addStaticFiles, INLINE_STYLES, type StaticFile, sendHtml } from './static-page.ts';

/** Where `npm run build` leaves the pages, a folder each. */
export const BUILT = new URL('../../../dist/pages/', import.meta.url);

/** A page that `npm run build` makes. */
export interface BuiltPageOptions {
  /** As people call it: `GraphiQL`. */
  readonly title: string;
  /** The folder of its files, with a `/` at its end. */
  readonly folder: URL;
  /** Further directives of its Content-Security-Policy. @default none */
  readonly allowed?: readonly string[];
  /** `inline`: its libraries write styles into elements; `nonce`: into a style element with a nonce alone. */
  readonly styles: 'inline' | 'nonce';
}

/** Stands in the built HTML where the nonce of an answer comes. */
const NONCE = '__NONCE__';

/** Returns what sends the page; one that was not built yet is looked for each time. */
export function pageSender(options: BuiltPageOptions): (reply: FastifyReply) => FastifyReply {
  const { allowed = [], folder, styles, title } = options;
  let html: string | undefined;
  return (reply) => {
    html ??= readPage(folder);
    if (html === undefined) reply.code(503);
    const text = html ?? missingPage(title);
    if (styles === 'inline') return sendHtml(reply, text, [INLINE_STYLES, ...allowed]);
    const nonce = randomBytes(16).toString('base64');
    const policy = `style-src 'self' 'nonce-${nonce}'`;
    return sendHtml(reply, text.replaceAll(NONCE, nonce), [policy, ...allowed]);
  };
}

/** Adds the route of a page's built files below `path`. */
export function addAssets(app: FastifyInstance, path: string, folder: URL): void {
  const assets = new PageAssets(folder);
  // Other codings are made on the fly: every browser accepts Brotli over HTTPS and on loopback.
  addStaticFiles(app, path, (name, headers) =>
    assets.read(name, acceptedCodings(headers).includes('br')),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
};

/** The built files of a page. Browsers cache them, so none is cached in memory. */
class PageAssets {
  readonly #folder: URL;
  /** Undefined until the first request: the page may be built while the service runs. */
  #names: ReadonlySet<string> | undefined;

  constructor(folder: URL) {
    this.#folder = new URL('assets/', folder);
  }

  /** A file; undefined if there is none of that name. */
  async read(name: string, acceptsBrotli: boolean): Promise<StaticFile | undefined> {
    this.#names ??= attempt(() => new Set(readdirSync(this.#folder)));
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined || !this.#names?.has(name)) return undefined;
    const isCompressed = acceptsBrotli && this.#names.has(`${name}.br`);
    const bytes = await readFile(new URL(isCompressed ? `${name}.br` : name, this.#folder));
    return { type, coding: isCompressed ? 'br' : 'identity', bytes };
  }
}

/** The HTML of a built page; undefined if it is not built. */
function readPage(folder: URL): string | undefined {
  const file = new URL('index.html', folder);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function missingPage(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fieldstone</title>
  </head>
  <body>
    <h1>${title} is not built</h1>
    <p>This installation has no development packages, which its page is built from. Everything else works.</p>
    <p>For the page run <code>npm ci</code> without <code>--omit=dev</code>, or <code>npm run build</code>, and reload.</p>
  </body>
</html>
`;
}
