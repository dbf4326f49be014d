import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyPluginAsync } from 'fastify';
import { describeEndpoint } from '../../catalog/description/describe-endpoint.ts';
import type { Registry } from '../../catalog/registry.ts';
import { FieldstoneError } from '../../errors.ts';
import { callerIn } from '../../request/caller.ts';
import { compress } from '../../server/compression.ts';
import { acceptedCodings, type Coding } from '../../server/content-coding.ts';
import { addVary } from '../../server/handler-answer.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { openApiDocument } from '../openapi/document.ts';

/** A static file of the docs page, with a content hash in its name. */
export class DocsAsset {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly #coded = new Map<Coding, Promise<Buffer>>();

  constructor(file: string, bytes: Buffer) {
    const [, stem = file, extension = ''] = /^(.*)\.(\w+)$/.exec(file) ?? [];
    this.name = `${stem}.${hash('sha256', bytes, 'hex').slice(0, 12)}.${extension}`;
    this.type = TYPES[extension] ?? 'application/octet-stream';
    this.bytes = bytes;
  }

  /** The bytes in a content coding, compressed once. */
  coded(coding: Coding): Promise<Buffer> {
    return getOrInsertComputed(this.#coded, coding, () => compress(this.bytes, coding, 'cached'));
  }
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
};

const FROM_PACKAGE = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const OWN = ['docs.css', 'docs.js'];

/** The HTML and its assets by name. */
export interface DocsPage {
  readonly html: string;
  readonly assets: ReadonlyMap<string, DocsAsset>;
}

/** Reads the page and its assets (the largest has 1.5 MB); call it on first use. */
export function loadPage(assetPath: string): DocsPage {
  const { resolve } = createRequire(import.meta.url);
  const assets = [
    ...FROM_PACKAGE.map(
      (file) => new DocsAsset(file, readFileSync(resolve(`swagger-ui-dist/${file}`))),
    ),
    ...OWN.map((file) => new DocsAsset(file, read(file))),
  ];
  const files = [...FROM_PACKAGE, ...OWN];
  let html = read('docs.html').toString();
  for (const [index, file] of files.entries()) {
    html = html.replaceAll(`"${file}"`, `"${assetPath}${assets[index]?.name}"`);
  }
  return { html, assets: new Map(assets.map((asset) => [asset.name, asset])) };
}

function read(file: string): Buffer {
  return readFileSync(new URL(file, import.meta.url));
}

const ASSETS = '/docs/assets/';

/** Allows the page's own files, and the inline styles of Swagger UI. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /openapi.json`, the REST contract restricted to what the key may use, and `/docs`, its Swagger UI page. */
export function docsRoute({ registry }: { readonly registry: Registry }): FastifyPluginAsync {
  let loaded: DocsPage | undefined;
  const page = () => {
    loaded ??= loadPage(ASSETS);
    return loaded;
  };
  return async (app) => {
    app.get('/openapi.json', async (request, reply) => {
      const caller = callerIn(request);
      const described = registry.openTo(caller).map((one) => describeEndpoint(one, caller));
      return reply.header('Cache-Control', 'no-store').send(openApiDocument(described));
    });
    app.get('/docs', { config: { access: 'open' } }, async (_, reply) =>
      reply
        .header('Content-Type', 'text/html; charset=utf-8')
        .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
        .header('Cache-Control', 'no-cache')
        .send(page().html),
    );
    app.get<{ Params: { file: string } }>(
      `${ASSETS}:file`,
      { config: { access: 'open' } },
      async ({ headers, params }, reply) => {
        const asset = page().assets.get(params.file);
        if (!asset) {
          throw new FieldstoneError('ENDPOINT_NOT_FOUND', 'There is nothing at this path');
        }
        const [coding = 'identity'] = acceptedCodings(headers, asset.bytes.length);
        if (coding !== 'identity') reply.header('Content-Encoding', coding);
        addVary(reply, 'Accept-Encoding');
        return reply
          .header('Content-Type', asset.type)
          .header('Cache-Control', 'public, max-age=31536000, immutable')
          .send(await asset.coded(coding));
      },
    );
  };
}
