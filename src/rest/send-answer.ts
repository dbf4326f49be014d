import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RunResult } from '../run/runner.ts';
import { type AnswerBytes, answerBytes } from './answer-bytes.ts';
import { cacheControl, VARY } from './cache-control.ts';
import { cacheStatus } from './cache-status.ts';
import { acceptedCodings, type Coding } from './content-coding.ts';
import { readIfNoneMatch } from './entity-tag.ts';

/** Sends the rows of a result, or 304 to a client that has them; at once where the bytes are there. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  result: RunResult,
): FastifyReply | Promise<FastifyReply> {
  const answer = answerBytes(result);
  const codings = acceptedCodings(
    request.headers['accept-encoding']?.toString(),
    answer.plain.length,
  );
  const known = knownCoding(request, answer, codings);
  if (known) {
    return addHeaders(reply, result).code(304).header('ETag', answer.tags?.[known]).send();
  }
  const [best = 'identity'] = codings;
  const send = (coding: Coding, bytes: Buffer) => {
    addHeaders(reply, result).header('Content-Type', 'application/json; charset=utf-8');
    if (coding !== 'identity') reply.header('Content-Encoding', coding);
    if (answer.tags) reply.header('ETag', answer.tags[coding]);
    return reply.send(bytes);
  };
  const bytes = answer.ready(best);
  if (bytes) return send(best, bytes);
  const quick = quickest(codings);
  return makeBytes(answer, best, quick).then((made) => send(quick, made));
}

function addHeaders(reply: FastifyReply, result: RunResult): FastifyReply {
  const { lifetime, ageSeconds, truncated } = result;
  const vary = reply.getHeader('Vary');
  if (truncated) reply.header('Fieldstone-Truncated', 'true');
  if (lifetime) reply.header('Age', ageSeconds);
  return reply
    .header('Cache-Control', cacheControl(lifetime))
    .header('Cache-Status', cacheStatus(result))
    .header('Vary', vary ? `${vary}, ${VARY}` : VARY);
}

/**
 * The coding in which the client has the answer already; undefined where it has none.
 *
 * The tag of any coding that it asks for by name will do, not the best one's alone: the first answer of an entry comes
 * in the coding that is made fastest.
 */
function knownCoding(
  { method, headers }: FastifyRequest,
  { tags }: AnswerBytes,
  codings: readonly Coding[],
): Coding | undefined {
  const header = headers['if-none-match'];
  if (header === undefined || !tags || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const wanted = readIfNoneMatch(header);
  if (wanted === '*') return codings[0];
  return codings.find(
    (coding, index) => (index === 0 || coding !== 'identity') && wanted.has(tags[coding]),
  );
}

/** The coding that is made fastest. */
function quickest(codings: readonly Coding[]): Coding {
  return codings.includes('gzip') ? 'gzip' : (codings[0] ?? 'identity');
}

/** The first to ask for the smallest form waits for no longer than the quickest takes. */
async function makeBytes(answer: AnswerBytes, best: Coding, quick: Coding): Promise<Buffer> {
  const bytes = await answer.make(quick);
  // Kept answers alone are asked for again.
  if (best !== quick && answer.tags) answer.make(best).catch(() => undefined);
  return bytes;
}
