import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/caller.ts';

/** The authenticated caller of a request; throws on a route without authentication. */
export function callerIn({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('This route needs a key, but authentication did not ask for one');
  return caller;
}
