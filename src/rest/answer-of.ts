import type { FastifyRequest } from 'fastify';
import type { RunResult } from '../execution/run-result.ts';
import type { HandlerAnswer } from '../server/hooks/microcache.ts';
import { knownBytes, makeBytes } from './response/answer-bytes.ts';
import { makeAnswer, readyAnswer } from './response/representation.ts';

/** The answer with the rows of a result, or 304 to a client that has them; a promise only where bytes must be made. */
export function answerOf(
  request: FastifyRequest,
  result: RunResult,
): HandlerAnswer | Promise<HandlerAnswer> {
  const known = knownBytes(result);
  return (known && readyAnswer(request, result, known)) ?? makeAnswerOf(request, result);
}

async function makeAnswerOf(request: FastifyRequest, result: RunResult): Promise<HandlerAnswer> {
  const bytes = knownBytes(result) ?? (await makeBytes(result));
  return readyAnswer(request, result, bytes) ?? makeAnswer(request, result, bytes);
}
