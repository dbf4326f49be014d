import type { FastifyInstance } from 'fastify';

interface Route {
  readonly url: string;
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** The methods that each path answers, to tell an unknown path from an unknown method. */
export class KnownPaths {
  readonly #routes: Route[] = [];

  /** Notes every route that is added to the instance and its plugins from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ url, method }) => {
      // The one route for every path belongs to CORS.
      if (url === '*') return;
      this.#routes.push({ url, pattern: patternOf(url), methods: [method].flat() });
    });
  }

  /** Every path, for whoever may know: `/api/endpoints/<idOrName>`. */
  list(): readonly string[] {
    const paths = this.#routes.map(({ url }) => url.replace(/:(\w+)/g, '<$1>'));
    return [...new Set(paths)].sort();
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
