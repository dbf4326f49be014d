import type { IncomingHttpHeaders } from 'node:http';
import { compressSync } from './compress.ts';
import { acceptedCodings, type Coding } from './content-coding.ts';
import type { HandlerAnswer } from './handler-answer.ts';

/** Bytes in the content coding that the client prefers; on the event loop, so for some kilobytes. */
export function codedBytes(
  bytes: Buffer,
  client: IncomingHttpHeaders,
): { readonly coding: Coding; readonly bytes: Buffer } {
  const [coding = 'identity'] = acceptedCodings(client, bytes.length);
  return { coding, bytes: compressSync(bytes, coding) };
}

/** Compressing more would hold the event loop for milliseconds. */
const MAX_BYTES = 65_536;

/**
 * An answer in the content coding that its client prefers, as `@fastify/compress` would send it, so that it can be sent
 * again as it is; the same answer if it has a coding already, or is too short or too long.
 */
export function codedAnswer(answer: HandlerAnswer, client: IncomingHttpHeaders): HandlerAnswer {
  const { bytes: plain, headers } = answer;
  if (!plain || plain.length > MAX_BYTES || headers['content-encoding']) return answer;
  const { coding, bytes } = codedBytes(plain, client);
  if (coding === 'identity') return answer;
  const codedHeaders = {
    ...headers,
    'content-encoding': coding,
    'content-length': `${bytes.length}`,
    vary: headers['vary'] ? `${headers['vary']}, accept-encoding` : 'accept-encoding',
  };
  return { ...answer, headers: codedHeaders, bytes };
}
