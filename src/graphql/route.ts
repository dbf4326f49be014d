import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from '../catalog/registry.ts';
import { type ErrorCode, FieldstoneError } from '../errors.ts';
import type { Served } from '../execution/served.ts';
import { callerIn } from '../request/caller.ts';
import { listMembers, wantsRedaction } from '../request/headers.ts';
import { jobLabelsOf } from '../request/job-labels.ts';
import { jsonSizeFault } from '../request/json-size.ts';
import { plainBody } from '../request/plain-body.ts';
import { requestSignal } from '../request/request-signal.ts';
import { settingsIn } from '../request/settings.ts';
import { encodesUtf8, queryOf } from '../request/target.ts';
import { sendHandlerAnswer } from '../server/handler-answer.ts';
import { addAssets, BUILT, pageSender } from '../server/pages/built-page.ts';
import { addServerTiming, beginRun } from '../server/run-record.ts';
import { getOrInsertComputed } from '../values/memory.ts';
import { type DocumentSettings, Documents } from './documents/documents.ts';
import type { Context } from './operation/context.ts';
import { createOperation, type ObserveField } from './operation/create-operation.ts';
import { createGraphqlHandler, type GraphqlHandler } from './operation/yoga.ts';
import { addPageData } from './page-data.ts';
import { schemaOf } from './schema/schema.ts';

/** Options of `graphqlRoute`. */
export interface GraphqlRouteOptions {
  /** What is served now; read once per request. */
  readonly served: () => Served;
  /** Microseconds since the epoch; read once per operation. */
  readonly clock: () => bigint;
  /** Names of the labels that callers may put on jobs. @default none */
  readonly jobLabels?: ReadonlySet<string>;
  /** @default no trusted documents */
  readonly documents?: DocumentSettings;
  /** The folder of the built pages. @default what `npm run build` leaves */
  readonly pages?: URL;
  /** Sees the run of each field. @default nothing does */
  readonly observeField?: ObserveField | undefined;
}

const PATH = '/graphql';

/** What GraphiQL's editor needs beside the page's own scripts and styles. */
const ALLOWED = ["font-src 'self'", "worker-src 'self'"];

/** Maximum characters of a body that is not JSON. */
const MAX_OTHER_BODY = 131_072;

/** `GET` and `POST /graphql`, with the GraphiQL page for browsers. */
export function graphqlRoute(options: GraphqlRouteOptions): FastifyPluginAsync {
  return async (app) => {
    takeBodiesAsBytes(app);
    const answer = operationHandler(app, options);
    const folder = new URL('graphiql/', options.pages ?? BUILT);
    const sendPage = pageSender({ title: 'GraphiQL', folder, allowed: ALLOWED, styles: 'inline' });
    app.route({
      method: ['GET', 'POST'],
      url: PATH,
      config: { access: 'page' },
      // A request without a caller is a browser's navigation, which may only load the page.
      handler: (request, reply) => (request.caller ? answer(request, reply) : sendPage(reply)),
    });
    addAssets(app, `${PATH}/assets`, folder);
    addPageData(app, `${PATH}/page`, () => options.served().registry);
  };
}

/** Leaves parsing to Yoga, which reports errors as GraphQL responses. */
function takeBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // By its name too: what only `*` matches Fastify parses and looks up anew for every request.
  const types = ['application/json', '*'];
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.bodyBytes = body;
    try {
      const plain = plainBody(body, request.headers, request.routeOptions.bodyLimit);
      if (!(plain instanceof Promise)) return done(null, plain);
      plain.then((inflated) => done(null, inflated), done);
    } catch (error) {
      done(error as Error);
    }
  });
}

function operationHandler(app: FastifyInstance, options: GraphqlRouteOptions) {
  const { served, clock } = options;
  const { jobLabels = new Set<string>(), observeField } = options;
  const reportError = (error: unknown) => app.log.error({ err: error }, 'failed');
  // Documents that clients have registered stay known when another project is served.
  const documents = new Documents(options.documents);
  const handlers = new WeakMap<Registry, GraphqlHandler>();
  const handlerOf = (registry: Registry) =>
    getOrInsertComputed(handlers, registry, () =>
      createGraphqlHandler({ schema: schemaOf(registry), documents, reportError }),
    );
  handlerOf(served().registry);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { registry, runner } = served();
    const signal = requestSignal(request, reply);
    // Only now: the microcache compares bytes.
    if (Buffer.isBuffer(request.body)) request.body = request.body.toString();
    const context: Context = {
      requestId: request.id,
      traceId: request.traceId,
      caller: callerIn(request),
      registry: registry.withAliases(settingsIn(request).aliases),
      redact: wantsRedaction(request.headers),
      labels: jobLabelsOf(request.headers, jobLabels),
      unreadable: urlFault(request) ?? bodyFault(request),
      ...createOperation(runner, {
        now: clock(),
        signal,
        admit: request.chargeOnMiss,
        record: beginRun(request, 'graphql'),
        observeField,
      }),
    };
    return answerOperation(handlerOf(registry), request, reply, context);
  };
}

/** Yoga would replace bytes that are not UTF-8. */
function urlFault(request: FastifyRequest): string | undefined {
  return encodesUtf8(queryOf(request)) ? undefined : `The query string ${NOT_UTF8}`;
}

const NOT_UTF8 = 'is not valid percent-encoded UTF-8';

/** JSON is checked for depth and members. Other bodies hide their structure, so their length is limited too. */
function bodyFault({ body, mediaType = '' }: FastifyRequest): string | undefined {
  if (typeof body !== 'string') return undefined;
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  if (isForm && !encodesUtf8(Buffer.from(body).toString('latin1'))) return `The form ${NOT_UTF8}`;
  const isJson = /^application\/(?:graphql\+)?json\b/.test(mediaType);
  const fault = isJson || body.length <= MAX_OTHER_BODY ? jsonSizeFault(body) : 'is too large';
  return fault && `The body ${fault}`;
}

/**
 * The headers for Yoga, which compares media types in lower case, and all ranges of `Accept` with all types that it
 * offers. The same object where nothing changes.
 */
function yogaHeaders({ headers, mediaType }: FastifyRequest): IncomingHttpHeaders {
  const accept = headers.accept && listMembers(headers.accept).join();
  const isSame = !mediaType || mediaType === headers['content-type'];
  if (isSame && accept === headers.accept) return headers;
  return { ...headers, ...(accept && { accept }), ...(mediaType && { 'content-type': mediaType }) };
}

/** Statuses that Yoga answers without a body. */
const REFUSALS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  406: [
    'NOT_ACCEPTABLE',
    'This path answers as application/graphql-response+json or application/json',
  ],
  415: [
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be application/json, application/graphql or application/x-www-form-urlencoded',
  ],
};

/** Yoga would stream one result too, with headers that only a connection of its own may have. */
const STREAM = /^(?:text\/event-stream|multipart\/mixed)\b/;

/** Yoga's responses hold a body of bytes as it was given. */
async function bodyOf(response: Response): Promise<Buffer> {
  const bytes = await response.arrayBuffer();
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
}

async function answerOperation(
  handler: GraphqlHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<FastifyReply> {
  const { body, method, url: target } = request;
  const headers = yogaHeaders(request);
  const text = method === 'POST' && typeof body === 'string' ? body : undefined;
  const response = await handler({ method, target, headers, body: text }, context);
  // Of a stream too, which has a timer until its end.
  const bytes = await bodyOf(response);
  const isStream = STREAM.test(response.headers.get('content-type') ?? '');
  const refusal = REFUSALS[isStream ? 406 : response.status];
  if (refusal) throw new FieldstoneError(...refusal);
  const answer = {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' },
    bytes,
  };
  const { results, runs, hasErrors, hasMisses, errorCode } = context.outcome;
  request.errorCode = errorCode;
  const all = [...results, ...runs];
  if (all.length > 0) addServerTiming(reply, context.record.finish(all, performance.now()));
  const isCacheable = !hasErrors && !hasMisses;
  const fresh = results.map((result) => result.fresh);
  const cached = isCacheable ? request.server.microcache?.store(request, answer, fresh) : undefined;
  return sendHandlerAnswer(reply, cached ?? answer);
}
