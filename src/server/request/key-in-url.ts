import type { FastifyRequest } from 'fastify';
import { queryOf } from './path-of.ts';

const NAME = 'api_key';

/** The value of `api_key` in the query string, whether or not keys are accepted there; undefined if absent. */
export function keyInUrl(request: FastifyRequest): string | undefined {
  const { url } = request;
  // Fast path: most URLs have neither, and this runs several times for every answer from the cache.
  if (!url.includes(NAME) && !url.includes('%')) return undefined;
  for (const pair of queryOf(request).split('&')) {
    const [name = '', ...rest] = pair.split('=');
    // A key may hold equals signs, as base64 does.
    if (name === NAME || decoded(name) === NAME) return decoded(rest.join('='));
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
