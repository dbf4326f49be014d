import type { FastifyRequest } from 'fastify';
import type { RunResult } from '../execution/run-result.ts';
import { keyInUrl } from '../server/hooks/key-in-url.ts';
import type { HandlerAnswer } from '../server/hooks/microcache.ts';
import { isGetWithBody } from './request/body.ts';
import { knownBytes, makeBytes } from './response/answer-bytes.ts';
import { acceptedFormat } from './response/media-type.ts';
import { type AskedForm, makeAnswer, readyAnswer } from './response/representation.ts';

/** The answer with a result's rows, or 304; a promise only if bytes have to be encoded or compressed. */
export function answerOf(
  request: FastifyRequest,
  asked: AskedForm,
  result: RunResult,
): HandlerAnswer | Promise<HandlerAnswer> {
  if (!urlSaysAll(request)) return answerOnce(asked, result);
  const known = knownBytes(result, asked.format);
  return (known && readyAnswer(asked, result, known)) ?? makeAnswerOf(asked, result);
}

/** The form of answer that a request accepts; throws `NOT_ACCEPTABLE` if none is offered. */
export function askedForm({ headers, method }: FastifyRequest, fileName: string): AskedForm {
  return { method, headers, format: acceptedFormat(headers.accept), fileName };
}

/** Whether the URL identifies the answer and contains no key, so that caches may store it. */
function urlSaysAll(request: FastifyRequest): boolean {
  return !isGetWithBody(request) && keyInUrl(request) === undefined;
}

/** An answer without validators and with `no-store`, because it must not be cached. */
async function answerOnce(asked: AskedForm, result: RunResult): Promise<HandlerAnswer> {
  const { 'if-none-match': _, ...headers } = asked.headers;
  const answer = await makeAnswerOf({ ...asked, headers }, result);
  const { age, etag, ...others } = answer.headers;
  return { ...answer, headers: { ...others, 'cache-control': 'no-store' } };
}

async function makeAnswerOf(asked: AskedForm, result: RunResult): Promise<HandlerAnswer> {
  const bytes = knownBytes(result, asked.format) ?? (await makeBytes(result, asked.format));
  return readyAnswer(asked, result, bytes) ?? makeAnswer(asked, result, bytes);
}
