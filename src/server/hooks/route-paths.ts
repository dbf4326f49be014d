import type { FastifyInstance } from 'fastify';

interface Route {
  readonly url: string;
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** The methods of each path, to tell an unknown path (404) from an unknown method (405). */
export class RoutePaths {
  readonly #routes: Route[] = [];

  /** Records every route added to the server from now on, including those of plugins. */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      // The catch-all route is added by CORS.
      if (url === '*') return;
      this.#routes.push({ url, pattern: patternOf(url), methods: [method].flat() });
    });
  }

  /** All paths, for authenticated callers: `/api/endpoints/<idOrName>`. */
  list(): readonly string[] {
    const paths = this.#routes.map(({ url }) => url.replace(/:(\w+)/g, '<$1>'));
    return [...new Set(paths)].sort();
  }

  /** The value of `Allow` for a path; undefined if no route matches. */
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
      return segment === '*' ? '.*' : RegExp.escape(segment);
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
