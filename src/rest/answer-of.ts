import type { FastifyRequest } from 'fastify';
import type { RunResult } from '../execution/runner.ts';
import { keyInUrl } from '../server/hooks/key-in-url.ts';
import type { HandlerAnswer } from '../server/hooks/microcache.ts';
import { isGetWithBody } from './request/body.ts';
import { knownBytes, makeBytes } from './response/answer-bytes.ts';
import { type AskedForm, makeAnswer, readyAnswer } from './response/representation.ts';

/** The answer with the rows of a result, or 304 to a client that has them; a promise only where bytes must be made. */
export function answerOf(
  request: FastifyRequest,
  result: RunResult,
): HandlerAnswer | Promise<HandlerAnswer> {
  if (!urlSaysAll(request)) return answerOnce(request, result);
  const known = knownBytes(result);
  return (known && readyAnswer(request, result, known)) ?? makeAnswerOf(request, result);
}

/** Whether whoever keeps the answer under its URL keeps the right one, and no key with it. */
function urlSaysAll(request: FastifyRequest): boolean {
  return !isGetWithBody(request) && keyInUrl(request) === undefined;
}

/** Without validators, as nobody may keep it. */
async function answerOnce(request: FastifyRequest, result: RunResult): Promise<HandlerAnswer> {
  const { 'if-none-match': _, ...asked } = request.headers;
  const answer = await makeAnswerOf({ method: request.method, headers: asked }, result);
  const { age, etag, ...headers } = answer.headers;
  return { ...answer, headers: { ...headers, 'cache-control': 'no-store' } };
}

async function makeAnswerOf(asked: AskedForm, result: RunResult): Promise<HandlerAnswer> {
  const bytes = knownBytes(result) ?? (await makeBytes(result));
  return readyAnswer(asked, result, bytes) ?? makeAnswer(asked, result, bytes);
}
