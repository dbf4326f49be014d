import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { FastifyPluginAsync } from 'fastify';
import { describeEndpoint } from '../../catalog/description/describe-endpoint.ts';
import type { Registry } from '../../catalog/registry.ts';
import { callerIn } from '../../request/caller.ts';
import { compress } from '../../server/compression.ts';
import { acceptedCodings, type Coding } from '../../server/content-coding.ts';
import {
  addStaticFiles,
  INLINE_STYLES,
  type StaticFile,
  sendHtml,
} from '../../server/pages/static-page.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { openApiDocument } from '../openapi/document.ts';

/** A static file of the docs page, with a content hash in its name. */
class DocsAsset {
  readonly name: string;
  readonly #type: string;
  readonly #bytes: Buffer;
  readonly #coded = new Map<Coding, Promise<Buffer>>();

  constructor(file: string, bytes: Buffer) {
    const [, stem = file, extension = ''] = /^(.*)\.(\w+)$/.exec(file) ?? [];
    this.name = `${stem}.${hash('sha256', bytes, 'hex').slice(0, 12)}.${extension}`;
    this.#type = TYPES[extension] ?? 'application/octet-stream';
    this.#bytes = bytes;
  }

  /** The file in the content coding that a client prefers, compressed once. */
  async read(headers: IncomingHttpHeaders): Promise<StaticFile> {
    const [coding = 'identity'] = acceptedCodings(headers, this.#bytes.length);
    const bytes = await getOrInsertComputed(this.#coded, coding, () =>
      compress(this.#bytes, coding, 'cached'),
    );
    return { type: this.#type, coding, bytes };
  }
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
};

const SWAGGER_UI = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const OWN = ['docs.css', 'docs.js'];

const ASSETS = '/docs/assets';

const here = (file: string) => new URL(file, import.meta.url);

/** A file of Swagger UI: in an installed package beside this module, else in the development package. */
function readSwaggerUi(file: string): Buffer {
  const copy = here(file);
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(existsSync(copy) ? copy : resolve(`swagger-ui-dist/${file}`));
}

/** Reads the page and its files (the largest has 1.5 MB). */
function loadPage() {
  const files = [
    ...SWAGGER_UI.map((file) => [file, readSwaggerUi(file)] as const),
    ...OWN.map((file) => [file, readFileSync(here(file))] as const),
  ];
  const assets = new Map<string, DocsAsset>();
  let html = readFileSync(here('docs.html'), 'utf8');
  for (const [file, bytes] of files) {
    const asset = new DocsAsset(file, bytes);
    assets.set(asset.name, asset);
    html = html.replaceAll(`"${file}"`, `"${ASSETS}/${asset.name}"`);
  }
  return { html, assets };
}

/** `GET /openapi.json`, the REST contract restricted to what the key may use, and `/docs`, its Swagger UI page. */
export function docsRoute(served: () => Registry): FastifyPluginAsync {
  let loaded: ReturnType<typeof loadPage> | undefined;
  const page = () => {
    loaded ??= loadPage();
    return loaded;
  };
  return async (app) => {
    app.get('/openapi.json', async (request, reply) => {
      const caller = callerIn(request);
      const described = served()
        .openTo(caller)
        .map((one) => describeEndpoint(one, caller));
      return reply.header('Cache-Control', 'no-store').send(openApiDocument(described));
    });
    app.get('/docs', { config: { access: 'open' } }, async (_, reply) =>
      sendHtml(reply, page().html, [INLINE_STYLES]),
    );
    addStaticFiles(app, ASSETS, async (name, headers) => page().assets.get(name)?.read(headers));
  };
}
