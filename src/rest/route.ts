import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from '../catalog/registry.ts';
import { FieldstoneError } from '../errors.ts';
import { freshResult } from '../execution/fresh-result.ts';
import type { RunRequest } from '../execution/run-request.ts';
import type { Runner } from '../execution/runner.ts';
import { callerIn } from '../server/hooks/caller-in.ts';
import { wantsRedaction } from '../server/hooks/caller-of.ts';
import { sendHandlerAnswer } from '../server/hooks/microcache.ts';
import { requestSignal } from '../server/hooks/request-signal.ts';
import { pathOf, queryOf } from '../server/path-of.ts';
import { answerOf } from './answer-of.ts';
import { addBodyParsers, bodyMembers } from './request/body.ts';
import { percentDecode } from './request/percent-decode.ts';
import { readQuestion } from './request/question.ts';

/** What the REST path needs. */
export interface RestRouteOptions {
  readonly registry: Registry;
  readonly runner: Runner;
  /** Microseconds since the epoch; read once for each request. */
  readonly clock: () => bigint;
}

/** The first is ours; the others are what existing callers know. */
const PREFIXES = ['/api/endpoints/query/', '/api/endpoints/query/name/', '/endpoints/query/'];

/** `GET`, `HEAD` and `POST /api/endpoints/query/<id or name>`: runs an endpoint and answers its rows. */
export function restRoute(options: RestRouteOptions): FastifyPluginAsync {
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
    for (const prefix of PREFIXES) {
      app.route({ method: ['GET', 'HEAD', 'POST'], url: `${prefix}:idOrName`, handler: answer });
    }
  };
}

function readRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { registry, clock }: RestRouteOptions,
): RunRequest {
  const caller = callerIn(request);
  const endpoint = registry.find(endpointName(request), caller);
  return {
    endpoint,
    caller,
    ...readQuestion(endpoint.definition, queryOf(request), bodyMembers(request)),
    redact: wantsRedaction(request.headers),
    via: 'rest',
    now: clock(),
    signal: requestSignal(request, reply),
    admit: request.takeForRun,
  };
}

/** The router decodes on its own terms, so the name is taken from the path as it was sent, and decoded once. */
function endpointName(request: FastifyRequest): string {
  const path = pathOf(request);
  const name = percentDecode(path.slice(path.lastIndexOf('/') + 1));
  if (name === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8');
  }
  return name;
}
