import type { FastifyRequest } from 'fastify';
import { FieldstoneError } from '../../errors.ts';
import { pathOf, percentDecode } from '../../request/target.ts';

/** The last path segment, percent-decoded exactly once; the router's own decoding differs. */
export function nameInPath(request: FastifyRequest): string {
  const path = pathOf(request);
  const name = percentDecode(path.slice(path.lastIndexOf('/') + 1));
  if (name === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8');
  }
  return name;
}
