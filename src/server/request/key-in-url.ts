import type { FastifyRequest } from 'fastify';
import { queryOf } from './path-of.ts';

const NAME = 'api_key';

/** The value of `api_key` in the query string, whether or not keys are accepted there; undefined if absent. */
export function keyInUrl(request: FastifyRequest): string | undefined {
  const query = queryOf(request);
  // Fast path: most query strings have neither, and this runs for every answer from the cache.
  if (!query.includes(NAME) && !query.includes('%')) return undefined;
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (name === NAME || decoded(name) === NAME) return decoded(value);
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
