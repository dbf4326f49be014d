import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from '../catalog/registry.ts';
import type { RunRequest } from '../execution/run-request.ts';
import type { RequestRunner } from '../execution/runner.ts';
import { callerIn } from '../request/caller.ts';
import { wantsRedaction } from '../request/headers.ts';
import { jobLabelsOf } from '../request/job-labels.ts';
import { RequestMoment } from '../request/request-signal.ts';
import { settingsIn } from '../request/settings.ts';
import { queryOf } from '../request/target.ts';
import { addHandlerHeaders, sendHandlerAnswer } from '../server/handler-answer.ts';
import { addServerTiming } from '../server/hooks/server-timing.ts';
import { beginRun } from '../server/run-record.ts';
import { JSON_FORMAT } from '../values/formats.ts';
import { answerOf, requestedForm } from './answer-of.ts';
import { docsRoute } from './docs-route.ts';
import { listRoute } from './list-route.ts';
import { addBodyParsers, bodyMembers } from './request/body.ts';
import { readEndpointInput } from './request/endpoint-input.ts';
import { nameInPath } from './request/name-in-path.ts';
import { streamAnswer } from './response/stream.ts';

/** Options of `restRoute`. */
export interface RestRouteOptions {
  readonly registry: Registry;
  readonly runner: RequestRunner;
  /** Microseconds since the epoch; read once per request. */
  readonly clock: () => bigint;
  /** Names of the labels that callers may put on jobs. @default none */
  readonly jobLabels?: ReadonlySet<string>;
}

/** The first is Fieldstone's own; the others are legacy paths. */
const PREFIXES = ['/api/endpoints/query/', '/api/endpoints/query/name/', '/endpoints/query/'];

/** `GET`, `HEAD` and `POST /api/endpoints/query/<id or name>`: runs an endpoint and returns its rows. */
export function restRoute(options: RestRouteOptions): FastifyPluginAsync {
  const { registry, runner, clock } = options;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const moment = new RequestMoment(clock(), request, reply);
    const record = beginRun(request, 'rest');
    const asked = readRequest(request, options);
    record.ask(asked.endpoint.definition.name, asked.sql);
    const form = requestedForm(request, asked.endpoint.definition.name);
    const plan = await runner.plan(asked, moment);
    if (request.takeForRun && !runner.peek(plan)) request.takeForRun();
    const result = await runner.run(plan, moment);
    if (form.format !== JSON_FORMAT && !result.lifetime) {
      const { body, headers } = streamAnswer(form, result);
      addServerTiming(reply, record.finish([result], undefined));
      return addHandlerHeaders(reply, headers).send(body);
    }
    const made = await answerOf(request, form, result);
    addServerTiming(reply, record.finish([result], performance.now()));
    request.server.microcache?.keep(request, made, [result.fresh]);
    return sendHandlerAnswer(reply, made);
  };
  return async (app) => {
    await app.register(listRoute({ registry }));
    await app.register(docsRoute({ registry }));
    addBodyParsers(app);
    for (const prefix of PREFIXES) {
      app.route({ method: ['GET', 'HEAD', 'POST'], url: `${prefix}:idOrName`, handler: answer });
    }
  };
}

function readRequest(
  request: FastifyRequest,
  { jobLabels = NO_LABELS, registry }: RestRouteOptions,
): RunRequest {
  const caller = callerIn(request);
  const known = registry.withAliases(settingsIn(request).aliases);
  const endpoint = known.find(nameInPath(request), caller);
  return {
    endpoint,
    caller,
    ...readEndpointInput(endpoint.definition, queryOf(request), bodyMembers(request)),
    redact: wantsRedaction(request.headers),
    via: 'rest',
    labels: jobLabelsOf(request.headers, jobLabels),
  };
}

const NO_LABELS: ReadonlySet<string> = new Set();
