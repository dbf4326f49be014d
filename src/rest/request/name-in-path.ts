import type { FastifyRequest } from 'fastify';
import { FieldstoneError } from '../../errors.ts';
import { pathOf } from '../../server/request/path-of.ts';
import { percentDecode } from '../../server/request/percent-decode.ts';

/** The last path segment, percent-decoded exactly once; the router's own decoding differs. */
export function nameInPath(request: FastifyRequest): string {
  const path = pathOf(request);
  const name = percentDecode(path.slice(path.lastIndexOf('/') + 1));
  if (name === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8');
  }
  return name;
}
