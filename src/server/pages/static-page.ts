import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FieldstoneError } from '../../errors.ts';
import type { Coding } from '../content-coding.ts';
import { addVary } from '../handler-answer.ts';

/** Allows a page its own files. */
const OWN_FILES = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The styles of pages whose libraries write them into their elements. */
export const INLINE_STYLES = "style-src 'self' 'unsafe-inline'";

/** Sends a page of HTML; `allowed` are further directives of its Content-Security-Policy. */
export function sendHtml(
  reply: FastifyReply,
  html: string,
  allowed: readonly string[],
): FastifyReply {
  return reply
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', [...OWN_FILES, ...allowed].join('; '))
    .header('Referrer-Policy', 'no-referrer')
    .header('Cache-Control', 'no-cache')
    .send(html);
}

/** A static file of a page in one content coding. */
export interface StaticFile {
  readonly type: string;
  readonly coding: Coding;
  readonly bytes: Buffer;
}

/** Adds the route of a page's files below `path`. Their names contain a hash of their content, so that none changes. */
export function addStaticFiles(
  app: FastifyInstance,
  path: string,
  read: (name: string, headers: FastifyRequest['headers']) => Promise<StaticFile | undefined>,
): void {
  app.get<{ Params: { file: string } }>(
    `${path}/:file`,
    { config: { access: 'open' } },
    async ({ headers, params }, reply) => {
      const file = await read(params.file, headers);
      if (!file) throw new FieldstoneError('ENDPOINT_NOT_FOUND', 'There is nothing at this path');
      if (file.coding !== 'identity') reply.header('Content-Encoding', file.coding);
      addVary(reply, 'Accept-Encoding');
      return reply
        .header('Content-Type', file.type)
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .send(file.bytes);
    },
  );
}
