import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from '../catalog/registry.ts';
import { FieldstoneError } from '../errors.ts';
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

const PREFIX = '/api/endpoints/query/';

/** `GET`, `HEAD` and `POST /api/endpoints/query/<id or name>`: runs an endpoint and answers its rows. */
export function restRoute({ registry, runner, clock }: RestRouteOptions): FastifyPluginAsync {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const signal = requestSignal(request, reply);
    const plan = await runner.plan(readRequest(request, registry), { signal });
    if (request.takeForRun && !runner.peek(plan)) await request.takeForRun();
    const result = await runner.run(plan, { now: clock(), signal });
    const made = await answerOf(request, result);
    request.server.microcache?.keep(request, made, [result.fresh]);
    return sendHandlerAnswer(reply, made);
  };
  return async (app) => {
    addBodyParsers(app);
    app.route({ method: ['GET', 'HEAD', 'POST'], url: `${PREFIX}:idOrName`, handler: answer });
  };
}

function readRequest(request: FastifyRequest, registry: Registry): RunRequest {
  const caller = callerIn(request);
  const endpoint = registry.find(endpointName(request), caller);
  return {
    endpoint,
    caller,
    ...readQuestion(endpoint.definition, queryOf(request), bodyMembers(request)),
    redact: wantsRedaction(request.headers),
    via: 'rest',
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
