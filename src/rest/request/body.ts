import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FieldstoneError } from '../../errors.ts';
import { parseForm } from './form.ts';
import { parseJsonMembers } from './json-members.ts';
import type { Member } from './members.ts';

/** Reads the members of a body. */
type ReadBody = (body: Buffer) => readonly Member[];

const READERS: Readonly<Record<string, ReadBody>> = {
  'application/json': (body) => parseJsonMembers(decodeUtf8(body)),
  // The raw bytes as Latin-1, as a query string comes from Node.
  'application/x-www-form-urlencoded': (body) => parseForm(body.toString('latin1'), 'The form'),
};

/** Makes the routes of an instance take JSON and form bodies, each as the list of its members. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const [mediaType, read] of Object.entries(READERS)) {
    const parse = async (request: FastifyRequest, body: Buffer) => {
      request.bodyBytes = body;
      checkEncoding(request);
      return isBlank(body) ? [] : read(body);
    };
    app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, parse);
  }
}

/** The members of a request's body; none where it has no body. */
export function bodyMembers({ body }: FastifyRequest): readonly Member[] {
  return (body as readonly Member[] | null | undefined) ?? [];
}

/** Some clients announce JSON and send nothing. */
function isBlank(body: Buffer): boolean {
  return body.every((byte) => byte <= 0x20);
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

function checkEncoding({ headers }: FastifyRequest): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw unsupported(`charset ${charset}`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw unsupported(`content encoding ${encoding}`);
}

function unsupported(what: string): FieldstoneError {
  const message = `The body must be plain UTF-8, not ${what}`;
  return new FieldstoneError('UNSUPPORTED_MEDIA_TYPE', message);
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw notUtf8(cause);
  }
}

function notUtf8(cause: unknown): FieldstoneError {
  return new FieldstoneError('BAD_USER_INPUT', 'The body is not valid UTF-8', { cause });
}
