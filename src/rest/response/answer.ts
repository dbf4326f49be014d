import { pipeline, Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { RunResult } from '../../execution/run-result.ts';
import { keyInUrl } from '../../request/caller.ts';
import { compressStream } from '../../server/compression.ts';
import { acceptedCodings, fastestCoding } from '../../server/content-coding.ts';
import type { HandlerAnswer } from '../../server/handler-answer.ts';
import { encodePieces } from '../../values/encode.ts';
import { isGetWithBody } from '../request/body.ts';
import { cachedBody, encodeBody } from './answer-bytes.ts';
import { acceptedFormat } from './media-type.ts';
import {
  cachedResponse,
  commonHeaders,
  contentHeaders,
  createResponse,
  type RequestedForm,
} from './representation.ts';

/** The answer with a result's rows, or 304; a promise only if bytes have to be encoded or compressed. */
export function respond(
  request: FastifyRequest,
  form: RequestedForm,
  result: RunResult,
): HandlerAnswer | Promise<HandlerAnswer> {
  if (!isCacheableByUrl(request)) return uncacheableAnswer(form, result);
  const cached = cachedBody(result, form.format);
  return (cached && cachedResponse(form, result, cached)) ?? encodeResponse(form, result);
}

/** The form of answer that a request accepts; throws `NOT_ACCEPTABLE` if none is offered. */
export function requestedForm(
  { headers, method }: FastifyRequest,
  fileName: string,
): RequestedForm {
  return { method, headers, format: acceptedFormat(headers.accept), fileName };
}

/** Whether the URL identifies the answer and contains no key, so that caches may store it. */
function isCacheableByUrl(request: FastifyRequest): boolean {
  return !isGetWithBody(request) && keyInUrl(request) === undefined;
}

/** An answer without validators and with `no-store`, because it must not be cached. */
async function uncacheableAnswer(form: RequestedForm, result: RunResult): Promise<HandlerAnswer> {
  const { 'if-none-match': _, ...headers } = form.headers;
  const answer = await encodeResponse({ ...form, headers }, result);
  const { age, etag, ...others } = answer.headers;
  return { ...answer, headers: { ...others, 'cache-control': 'no-store' } };
}

async function encodeResponse(form: RequestedForm, result: RunResult): Promise<HandlerAnswer> {
  const bytes = cachedBody(result, form.format) ?? (await encodeBody(result, form.format));
  return cachedResponse(form, result, bytes) ?? createResponse(form, result, bytes);
}

/** An answer that is encoded while it is sent. */
export interface StreamedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Streams the rows of an uncached result, so that the encoded bytes are never all in memory. */
export function streamAnswer(form: RequestedForm, result: RunResult): StreamedAnswer {
  const { columns, rows } = result;
  const coding = fastestCoding(acceptedCodings(form.headers));
  const plain = Readable.from(encodePieces(columns, rows, form.format), { objectMode: false });
  const encoder = compressStream(coding);
  return {
    headers: { ...commonHeaders(result), ...contentHeaders(form, coding) },
    // If the client disconnects, the pipeline destroys the encoder and its source.
    body: encoder ? pipeline(plain, encoder, () => {}) : plain,
  };
}
