import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Where `npm run build` leaves the page. */
export const BUILT = new URL('../../../dist/graphiql/', import.meta.url);

/** A static file of the page in one content coding; its name contains a hash of its content. */
export interface Asset {
  readonly type: string;
  readonly coding: 'br' | 'identity';
  readonly bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
};

/** The built files of the page. Browsers cache them, so none is kept in memory. */
export class Assets {
  readonly #folder: URL;
  /** Undefined until the first request: the page may be built while the service runs. */
  #names: ReadonlySet<string> | undefined;

  constructor(built = BUILT) {
    this.#folder = new URL('assets/', built);
  }

  /** A file; undefined if there is none of that name. */
  async read(name: string, acceptsBrotli: boolean): Promise<Asset | undefined> {
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
