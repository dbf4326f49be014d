import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originPattern } from '../../origins.ts';
import { type ServerSettings, settingsIn } from '../settings.ts';

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
 * Adds CORS for the origins of the settings that a request began with, never with credentials.
 *
 * Any requested header is allowed: without credentials a page can send nothing that a program could not.
 */
export async function addCors(app: FastifyInstance): Promise<void> {
  const known = new WeakMap<ServerSettings, FastifyCorsOptions>();
  const optionsIn = (request: FastifyRequest): FastifyCorsOptions => {
    const settings = settingsIn(request);
    const options = known.get(settings) ?? corsOptions(settings.corsOrigins);
    known.set(settings, options);
    return options;
  };
  await app.register(cors, {
    delegator: (request, callback) => callback(null, optionsIn(request)),
  });
  // The library adds `Vary: Origin` whenever options are found by request. No other hook has set the header yet.
  app.addHook('onRequest', (request, reply, done) => {
    if (optionsIn(request).origin === '*') reply.removeHeader('Vary');
    done();
  });
}

function corsOptions(origins: readonly string[]): FastifyCorsOptions {
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
