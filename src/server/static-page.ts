import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FieldstoneError } from '../errors.ts';
import type { Coding } from './content-coding.ts';
import { addVary } from './handler-answer.ts';

/** Allows a page its own files, and the inline styles of the libraries that it is made of. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Sends a page of HTML; `allowed` are further directives of its Content-Security-Policy. */
export function sendHtml(
  reply: FastifyReply,
  html: string,
  allowed: readonly string[] = [],
): FastifyReply {
  return reply
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', [...CONTENT_SECURITY_POLICY, ...allowed].join('; '))
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
