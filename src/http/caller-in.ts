import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';

/** The caller whom the gate let in. */
export function callerIn({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('This route needs a key, but the gate did not ask for one');
  return caller;
}
