import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originPattern } from '../../origins.ts';
import type { ServerSettings } from '../settings.ts';

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
 * Adds CORS for the origins of the settings, never with credentials.
 *
 * Any requested header is allowed: without credentials a page can send nothing that a program could not.
 */
export async function addCors(app: FastifyInstance, settings: () => ServerSettings): Promise<void> {
  const known = new WeakMap<ServerSettings, '*' | readonly RegExp[]>();
  // Nothing is awaited between the hook that gives a request its settings and this one, so that they are the same.
  const allowed = (): '*' | readonly RegExp[] => {
    const current = settings();
    const origins = known.get(current) ?? allowedOrigins(current.corsOrigins);
    known.set(current, origins);
    return origins;
  };
  await app.register(cors, {
    origin: (_, callback) => {
      const origins = allowed();
      callback(null, origins === '*' ? origins : [...origins]);
    },
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    // An OPTIONS request without preflight headers gets the same answer.
    strictPreflight: false,
  });
  // The library adds `Vary: Origin` wherever a function decides. No other hook has set the header yet.
  app.addHook('onRequest', (_, reply, done) => {
    if (allowed() === '*') reply.removeHeader('Vary');
    done();
  });
}

function allowedOrigins(origins: readonly string[]): '*' | readonly RegExp[] {
  return origins.includes('*') ? '*' : origins.map(originPattern);
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
