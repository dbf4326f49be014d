import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { FieldstoneError } from '../errors.ts';
import { callerIn } from '../http/caller-in.ts';
import { wantsRedaction } from '../http/caller-of.ts';
import { sendHandlerAnswer } from '../http/microcache.ts';
import { pathOf, queryOf } from '../http/path-of.ts';
import { requestSignal } from '../http/request-signal.ts';
import { freshResult } from '../run/fresh-result.ts';
import type { Registry } from '../run/registry.ts';
import type { Runner, RunRequest } from '../run/runner.ts';
import { answerOf } from './answer-of.ts';
import { addBodyParsers, bodyMembers } from './body.ts';
import { percentDecode } from './percent-decode.ts';
import { readQuestion } from './question.ts';

/** What the REST path needs. */
export interface RestDoorOptions {
  readonly registry: Registry;
  readonly runner: Runner;
  /** Microseconds since the epoch; read once for each request. */
  readonly clock: () => bigint;
}

const PREFIX = '/api/endpoints/query/';

/** `GET`, `HEAD` and `POST /api/endpoints/query/<id or name>`: runs an endpoint and answers its rows. */
export function restDoor(options: RestDoorOptions): FastifyPluginAsync {
  const { runner } = options;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const planned = await runner.planFairly(readRequest(request, reply, options));
    const result = runner.peek(planned) ?? (await runner.finish(planned));
    const made = await answerOf(request, result);
    request.server.microcache?.keep(request, made, [freshResult(result)]);
    return sendHandlerAnswer(reply, made);
  };
  return async (app) => {
    addBodyParsers(app);
    app.route({ method: ['GET', 'HEAD', 'POST'], url: `${PREFIX}:idOrName`, handler: answer });
  };
}

function readRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { registry, clock }: RestDoorOptions,
): RunRequest {
  const caller = callerIn(request);
  const endpoint = registry.find(endpointName(request), caller);
  return {
    endpoint,
    caller,
    ...readQuestion(endpoint.definition, queryOf(request), bodyMembers(request)),
    redact: wantsRedaction(request.headers),
    door: 'rest',
    now: clock(),
    signal: requestSignal(request, reply),
    admit: request.takeForRun,
  };
}

/** The router decodes on its own terms, so the name is taken from the path as it was sent, and decoded once. */
function endpointName(request: FastifyRequest): string {
  const name = percentDecode(pathOf(request).slice(PREFIX.length));
  if (name === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8');
  }
  return name;
}
