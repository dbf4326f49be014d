import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originPattern } from '../../origins.ts';

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

/** `Access-Control-Max-Age` in seconds; some browsers cap it lower. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * CORS for the configured origins, never with credentials.
 *
 * Any requested header is allowed: without credentials a page can send nothing that a program could not.
 */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: origins.includes('*') ? '*' : origins.map(originPattern),
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    // An OPTIONS request without preflight headers gets the same answer.
    strictPreflight: false,
  };
}

/** Adds CORS headers to errors that occur before hooks run, so that a browser can read them. */
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
