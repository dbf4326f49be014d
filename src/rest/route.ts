import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  describeEndpoint,
  type EndpointDescription,
} from '../catalog/description/describe-endpoint.ts';
import type { Registry } from '../catalog/registry.ts';
import { estimatedCost, type PriceOf } from '../execution/estimated-cost.ts';
import type { RunRequest } from '../execution/request.ts';
import type { Served } from '../execution/served.ts';
import { callerIn } from '../request/caller.ts';
import { wantsRedaction } from '../request/headers.ts';
import { jobLabelsOf } from '../request/job-labels.ts';
import { RequestMoment } from '../request/request-signal.ts';
import { settingsIn } from '../request/settings.ts';
import { queryOf } from '../request/target.ts';
import { addHandlerHeaders, sendHandlerAnswer } from '../server/handler-answer.ts';
import { addServerTiming, beginRun } from '../server/run-record.ts';
import { type Format, JSON_COLUMNS_FORMAT, JSON_FORMAT } from '../values/formats.ts';
import { docsRoute } from './docs/docs-route.ts';
import { addBodyParsers, bodyMembers } from './request/body.ts';
import { nameInPath, readEndpointInput } from './request/endpoint-input.ts';
import { requestedForm, respond, streamAnswer } from './response/answer.ts';

/** Options of `restRoute`. */
export interface RestRouteOptions {
  /** What is served now; read once per request. */
  readonly served: () => Served;
  /** Microseconds since the epoch; read once per request. */
  readonly clock: () => bigint;
  /** Names of the labels that callers may put on jobs. @default none */
  readonly jobLabels?: ReadonlySet<string>;
  /** What bytes cost in US dollars. @default nothing */
  readonly priceOf?: PriceOf | undefined;
  /** Whether runs are billed. @default false */
  readonly isBilled?: boolean;
}

/** The first is Fieldstone's own; the others are legacy paths. */
const PREFIXES = ['/api/endpoints/query/', '/api/endpoints/query/name/', '/endpoints/query/'];

/** `GET`, `HEAD` and `POST /api/endpoints/query/<id or name>`: runs an endpoint and returns its rows. */
export function restRoute(options: RestRouteOptions): FastifyPluginAsync {
  const { served, clock, isBilled = false } = options;
  const current = () => served().registry;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const moment = new RequestMoment(clock(), request, reply);
    const record = beginRun(request, 'rest');
    const { registry, runner } = served();
    const run = readRequest(request, registry, options);
    const { name } = run.endpoint.definition;
    record.request(name, run.sql);
    const form = requestedForm(request, name);
    const plan = await runner.plan(run, moment);
    if (request.chargeOnMiss && !runner.peek(plan)) request.chargeOnMiss();
    const result = await runner.run(plan, moment);
    if (!isJson(form.format) && !result.lifetime) {
      const { body, headers } = streamAnswer(form, result);
      addServerTiming(reply, record.finish([result], undefined));
      return addHandlerHeaders(reply, headers).send(body);
    }
    const response = await respond(request, form, result);
    addServerTiming(reply, record.finish([result], performance.now()));
    request.server.microcache?.store(request, response, [result.fresh]);
    return sendHandlerAnswer(reply, response);
  };
  return async (app) => {
    await app.register(listRoute(current, isBilled));
    await app.register(docsRoute(current));
    addBodyParsers(app);
    app.post(`${PATH}/:idOrName${COST}`, costHandler(options));
    for (const prefix of PREFIXES) {
      app.route({ method: ['GET', 'HEAD', 'POST'], url: `${prefix}:idOrName`, handler: answer });
    }
  };
}

/** `POST /api/endpoints/<id or name>/cost`: what a run with these arguments would be billed for; nothing is run. */
function costHandler(options: RestRouteOptions) {
  const { clock, priceOf = () => 0, served } = options;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const moment = new RequestMoment(clock(), request, reply);
    const record = beginRun(request, 'rest');
    const { registry, runner } = served();
    const run = readRequest(request, registry, options, COST);
    record.request(run.endpoint.definition.name, run.sql);
    const plan = await runner.plan(run, moment);
    request.chargeOnMiss?.();
    return send(reply, await estimatedCost(runner, plan, moment, priceOf));
  };
}

function readRequest(
  request: FastifyRequest,
  registry: Registry,
  { jobLabels = NO_LABELS }: RestRouteOptions,
  ending = '',
): RunRequest {
  const caller = callerIn(request);
  const current = registry.withAliases(settingsIn(request).aliases);
  const endpoint = current.find(nameInPath(request, ending), caller);
  return {
    endpoint,
    caller,
    ...readEndpointInput(endpoint.definition, queryOf(request), bodyMembers(request)),
    redact: wantsRedaction(request.headers),
    via: 'rest',
    labels: jobLabelsOf(request.headers, jobLabels),
  };
}

/** Whether the rows are in one JSON text, which is never streamed. */
function isJson(format: Format): boolean {
  return format === JSON_FORMAT || format === JSON_COLUMNS_FORMAT;
}

const NO_LABELS: ReadonlySet<string> = new Set();

const PATH = '/api/endpoints';
/** Follows the name in the path of a cost. */
const COST = '/cost';

/**
 * `GET /api/endpoints` and `GET /api/endpoints/<id or name>`: the endpoints that the key may run, described, and whether
 * their runs are billed.
 */
export function listRoute(served: () => Registry, billed = false): FastifyPluginAsync {
  return async (app) => {
    app.get(PATH, async (request, reply) => {
      const caller = callerIn(request);
      const open = served().openTo(caller);
      const endpoints = open.map((endpoint) => describeEndpoint(endpoint, caller));
      return send(reply, { billed, endpoints });
    });
    app.get(`${PATH}/:idOrName`, async (request, reply) => send(reply, describeOne(request)));
  };

  function describeOne(request: FastifyRequest): EndpointDescription {
    const caller = callerIn(request);
    const current = served().withAliases(settingsIn(request).aliases);
    return describeEndpoint(current.find(nameInPath(request), caller), caller);
  }
}

/** Sent with `no-store`: the answer depends on the key, whose rights may change. */
function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send(body);
}
