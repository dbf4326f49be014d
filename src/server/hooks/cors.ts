import cors from '@fastify/cors';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import { originPattern } from '../../auth/origins.ts';
import { FieldstoneError } from '../../errors.ts';
import { type ServerSettings, settingsIn } from '../../request/settings.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { addVary } from '../handler-answer.ts';

const EXPOSED_HEADERS = [
  'Age',
  'Allow',
  'Cache-Status',
  'Content-Disposition',
  'ETag',
  'Fieldstone-Bytes-Billed',
  'Fieldstone-Bytes-Saved',
  'Fieldstone-Redacted',
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

/** Origins whose pages may read answers: any, or those that match a pattern. */
type AllowedOrigins = '*' | readonly RegExp[];

const allowedOrigins = new WeakMap<ServerSettings, AllowedOrigins>();

/**
 * Adds CORS for the origins of the settings, never with credentials.
 *
 * The library answers preflights, in a scope that no other route is part of: on every answer it would cost more than
 * the two headers that an answer needs.
 */
export async function addCors(app: FastifyInstance, settings: () => ServerSettings): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    addCorsHeaders(request, reply, settingsIn(request));
    done();
  });
  await app.register(preflights(settings));
}

function preflights(settings: () => ServerSettings): FastifyPluginAsync {
  return async (scope) => {
    scope.register(cors, {
      origin: (_, callback) => {
        const origins = originsOf(settings());
        callback(null, origins === '*' ? origins : [...origins]);
      },
      methods: ['GET', 'HEAD', 'POST'],
      // Any requested header is allowed: without credentials a page can send nothing that a program could not.
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_SECONDS,
      // An OPTIONS request without preflight headers gets the same answer.
      strictPreflight: false,
    });
  };
}

/** Adds the CORS headers of an answer, also of an error that occurs before hooks run, so that a browser can read it. */
export function addCorsHeaders(
  { headers: { origin = '' } }: FastifyRequest,
  reply: FastifyReply,
  settings: ServerSettings,
): void {
  const origins = originsOf(settings);
  const isAny = origins === '*';
  if (!isAny) {
    reply.header('vary', 'Origin');
    if (!origins.some((pattern) => pattern.test(origin))) return;
  }
  reply
    .header('access-control-allow-origin', isAny ? '*' : origin)
    .header('access-control-expose-headers', EXPOSED_HEADERS);
}

function originsOf(settings: ServerSettings): AllowedOrigins {
  return getOrInsertComputed(allowedOrigins, settings, ({ corsOrigins }) =>
    corsOrigins.includes('*') ? '*' : corsOrigins.map(originPattern),
  );
}

/**
 * Throws `FORBIDDEN` for a page of an origin that the key does not allow. Checked on the request itself, because a
 * preflight has no key; programs other than browsers send no origin.
 */
export function checkOrigin(
  { origins }: Caller,
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!origins) return;
  addVary(reply, 'Origin');
  if (origin === undefined || origins.some((pattern) => pattern.test(origin))) return;
  throw new FieldstoneError('FORBIDDEN', 'This key may not be used by pages of this origin');
}
