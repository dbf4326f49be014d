import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RunResult } from '../run/runner.ts';
import { knownBytes, makeBytes } from './answer-bytes.ts';
import { makeAnswer, type Representation, readyAnswer } from './representation.ts';

/** Sends the rows of a result, or 304 to a client that has them; at once where the bytes are there. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  result: RunResult,
): FastifyReply | Promise<FastifyReply> {
  const known = knownBytes(result);
  const ready = known && readyAnswer(request, result, known);
  return ready ? send(reply, ready) : sendMade(request, reply, result);
}

async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  result: RunResult,
): Promise<FastifyReply> {
  const answer = knownBytes(result) ?? (await makeBytes(result));
  const made = readyAnswer(request, result, answer) ?? (await makeAnswer(request, result, answer));
  return send(reply, made);
}

function send(reply: FastifyReply, { status, headers, bytes }: Representation): FastifyReply {
  const vary = reply.getHeader('vary');
  reply.code(status).headers(headers);
  if (vary) reply.header('vary', `${vary}, ${headers['vary']}`);
  return reply.send(bytes);
}
