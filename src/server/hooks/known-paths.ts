import type { FastifyInstance } from 'fastify';

/** The methods that each path answers, to tell an unknown path from an unknown method. */
export class KnownPaths {
  readonly #routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];

  /** Notes every route that is added to the instance and its plugins from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ url, method }) => {
      // The one route for every path belongs to CORS.
      if (url === '*') return;
      this.#routes.push({ pattern: patternOf(url), methods: [method].flat() });
    });
  }

  /** The value of `Allow` for a path; undefined where no route has it. */
  allow(path: string): string | undefined {
    const methods = this.#routes
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((route) => route.methods);
    if (methods.length === 0) return undefined;
    return [...new Set([...methods, 'OPTIONS'])].join(', ');
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((segment) => {
      if (segment.startsWith(':')) return '[^/]+';
      return segment === '*' ? '.*' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
