import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import { FieldstoneError } from '../../errors.ts';
import { addVary } from '../handler-answer.ts';

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
