import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compress } from '../../server/compress.ts';
import type { Coding } from '../../server/content-coding.ts';
import { getOrInsertComputed } from '../../values/memory.ts';

/** A static file of the docs page, with a content hash in its name. */
export class Asset {
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
    return getOrInsertComputed(this.#coded, coding, () => compress(this.bytes, coding, 'kept'));
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
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Reads the page and its assets (the largest has 1.5 MB); call it on first use. */
export function loadPage(assetPath: string): DocsPage {
  const { resolve } = createRequire(import.meta.url);
  const assets = [
    ...FROM_PACKAGE.map(
      (file) => new Asset(file, readFileSync(resolve(`swagger-ui-dist/${file}`))),
    ),
    ...OWN.map((file) => new Asset(file, read(file))),
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
