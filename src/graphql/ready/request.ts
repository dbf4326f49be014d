import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../http/path-of.ts';
import { bodyParams, urlParams } from './params.ts';
import type { ReadyQuestion } from './responder.ts';
import { responseType } from './response-type.ts';

/** The media type in which a request can be answered at once; undefined for one that is Yoga's to read. */
export function readyType({
  method,
  headers,
  body,
}: Pick<FastifyRequest, 'method' | 'headers' | 'body'>): string | undefined {
  const isQuestion =
    method === 'POST'
      ? typeof body === 'string' && isJson(headers['content-type'])
      : method === 'GET';
  return isQuestion ? responseType(headers.accept) : undefined;
}

/** The question of a request that `readyType` has a type for. */
export function readyQuestion(
  request: FastifyRequest,
  context: ReadyQuestion['context'],
): ReadyQuestion {
  return request.method === 'POST'
    ? { text: request.body as string, params: bodyParams, context }
    : { text: queryOf(request), params: urlParams, context };
}

function isJson(contentType: string | undefined): boolean {
  return (
    contentType === 'application/json' || /^application\/json\s*;[^,]*$/.test(contentType ?? '')
  );
}
