import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyReply, FastifyRequest } from 'fastify';

const EXPOSED_HEADERS = [
  'Age',
  'Allow',
  'Cache-Status',
  'Content-Disposition',
  'ETag',
  'Fieldstone-Truncated',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/** How long a browser may remember what it may send, in seconds; some remember it for less. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * What browsers of the configured origins may send and read; never with credentials.
 *
 * Any header that a preflight names is allowed: without credentials a page can send nothing that a program could not.
 */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: origins.includes('*') ? '*' : origins.map(originPattern),
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    // An OPTIONS request without the preflight headers asks what the path can do, and gets the same answer.
    strictPreflight: false,
  };
}

/** Lets a browser read what is refused before hooks run. */
export function addCorsHeaders(
  { headers: { origin = '' } }: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): void {
  const isAny = origins.includes('*');
  if (!isAny) reply.header('Vary', 'Origin');
  if (!isAny && !origins.some((one) => originPattern(one).test(origin))) return;
  reply
    .header('Access-Control-Allow-Origin', isAny ? '*' : origin)
    .header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}

/** `*.` stands for one label or more, and for no scheme, port or domain of another's. */
function originPattern(origin: string): RegExp {
  const source = origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${source.replace('://\\*\\.', '://(?:[a-z0-9_-]+\\.)+')}$`);
}
