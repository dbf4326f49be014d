import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FieldstoneError } from '../../errors.ts';
import { plainBody } from '../../request/plain-body.ts';
import { parseJsonMembers } from './json-members.ts';
import type { InputMember } from './members.ts';
import { parseForm } from './members.ts';

/** Reads the members of a body. */
type ReadBody = (body: Buffer) => readonly InputMember[];

const READERS: Readonly<Record<string, ReadBody>> = {
  'application/json': (body) => parseJsonMembers(body.toString()),
  // Raw bytes as Latin-1, as Node represents a query string.
  'application/x-www-form-urlencoded': (body) => parseForm(body.toString('latin1'), 'The form'),
};

/** Adds parsers for JSON and form bodies, including those of GET, each producing a list of members. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const mediaType of Object.keys(READERS)) {
    app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, readBody);
  }
  // Fastify could parse bodies of GET too, but only for all routes, and also for requests with a type but no body.
  app.addHook('preValidation', (request, _, done) => {
    if (!hasUnreadBody(request)) return done();
    readWithoutParser(request).then(() => done(), done);
  });
}

/** The members of a request's body; empty without a body. */
export function bodyMembers({ body }: FastifyRequest): readonly InputMember[] {
  return (body as readonly InputMember[] | null | undefined) ?? [];
}

/** Whether this is a GET with a body: existing callers send long SQL that way, and caches ignore the body. */
export function isGetWithBody({ method, body }: FastifyRequest): boolean {
  return method !== 'POST' && body !== undefined && body !== null;
}

function hasUnreadBody({ method, raw: { headers } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function readWithoutParser(request: FastifyRequest): Promise<void> {
  const bytes = await receive(request);
  if (!isBlank(bytes)) request.body = await readBody(request, bytes);
}

async function receive({ raw, routeOptions: { bodyLimit } }: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length =
    Number(raw.headers['content-length'] ?? 0) > bodyLimit ? Number.POSITIVE_INFINITY : 0;
  // Keeps the connection open, which is needed to send an error.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > bodyLimit) {
      throw new FieldstoneError('REQUEST_TOO_LARGE', 'The body is larger than 1 MiB');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readBody(request: FastifyRequest, bytes: Buffer): Promise<readonly InputMember[]> {
  const { headers, mediaType = '', routeOptions } = request;
  request.bodyBytes = bytes;
  const read = READERS[mediaType];
  if (!read) {
    throw new FieldstoneError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be application/json or application/x-www-form-urlencoded',
    );
  }
  const body = await plainBody(bytes, headers, routeOptions.bodyLimit);
  return isBlank(body) ? [] : read(body);
}

/** Some clients announce JSON and send nothing. */
function isBlank(body: Buffer): boolean {
  return body.every((byte) => byte <= 0x20);
}
