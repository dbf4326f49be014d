import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { closeTogether, inOrder } from './async/close-parts.ts';
import { EventLoopLoad } from './async/event-loop-load.ts';
import { systemClock as clock } from './async/system-clock.ts';
import { type Identity, openIdentity } from './auth/open-identity.ts';
import { Counters } from './cache/counters.ts';
import { examplePath } from './catalog/description/describe-endpoint.ts';
import type { Registry } from './catalog/registry.ts';
import { checkStart, currentScopes, type Scopes, scopesOf } from './check-start.ts';
import type { Config } from './config/config.ts';
import { consoleRoute } from './console/route.ts';
import type { OpenEngine } from './engines/opening/engine-settings.ts';
import { messageOf } from './errors.ts';
import { type OpenCursors, openCursors } from './execution/paging/open-cursors.ts';
import { graphqlRoute } from './graphql/route.ts';
import { mcpRoute } from './mcp/route.ts';
import { Metrics } from './metrics/metrics.ts';
import type { Project } from './project/load-project.ts';
import type { RedisLevel } from './redis/connect.ts';
import { readWholeConfig } from './reload/config-file.ts';
import { type OpenSettings, openSettings } from './reload/open-settings.ts';
import { MemoryRateLimiter } from './request/rate-limiter.ts';
import { restRoute } from './rest/route.ts';
import { closeServer, Draining } from './server/lifecycle/drain.ts';
import {
  banner,
  bannerOutput,
  readyLine,
  whileListening,
  withOwnKey,
} from './server/lifecycle/start-messages.ts';
import { MAX_STOP_MS, type Stop, stopOnSignal } from './server/lifecycle/stop-on-signal.ts';
import { openLog } from './server/logging/logger.ts';
import { createServer } from './server/server.ts';
import { dataLayer } from './serving/data-layer.ts';
import type { Follow } from './serving/follow.ts';
import { openFirstEngine } from './serving/open-first-engine.ts';
import type { ReadEndpoints } from './serving/project-reader.ts';
import { Serving } from './serving/serving.ts';
import { toolOptions } from './serving/tool-options.ts';
import { startTracing } from './tracing/start-tracing.ts';
import type { Tracing } from './tracing/tracing.ts';

/** The part of `MAX_STOP_MS` reserved for closing the engine and the other parts. */
const CLOSE_MS = 3_000;

/** What most parts are opened with. */
interface StartContext {
  readonly project: Project;
  readonly config: Config;
  readonly log: Logger;
  /** Whether other projects are served later. */
  readonly isDev: boolean;
}

/** Reads the configuration, and serves what was read of a project until a signal ends the process. */
export async function serve(first: ReadEndpoints, follow?: Follow): Promise<void> {
  const config = readWholeConfig(scopesOf(first.project));
  stopOnSignal(await start(first, config, follow), config.drainMs);
}

/** Assembles the parts and listens. */
async function start(first: ReadEndpoints, config: Config, follow?: Follow): Promise<Stop> {
  const { project } = first;
  const { log, logStream } = await openLog(config.logLevel);
  const context = { project, config, log, isDev: follow !== undefined };
  const { documents, endpoints, registry } = await checkStart(project, config, first.endpoints);
  const tracing = await startTracing(config.traces, packageJson.version, log);
  const opened = await openFirstEngine({ ...context, endpoints, headers: tracing.headers });
  const counters = new Counters();
  const redis = await openRedis(context, opened.dataSource, counters);
  const metrics = new Metrics({ isByKey: config.metricsByKey });
  const cursors = await openCursorsOf(config, redis, log);
  const load = new EventLoopLoad();
  const parts = { counters, load, metrics, redis, tracing, ...cursors };
  const serving = openServing(context, { opened, registry, ...parts });
  const scopes = currentScopes(() => serving.current.project);
  const identity = await openIdentityOf(context, scopes);
  const settings = openSettingsOf(context, identity, scopes);
  watchParts(config, { ...parts, identity, serving, settings });
  const showBanner = bannerOutput(identity, logStream);
  const routes = { served: () => serving.current, clock, jobLabels: config.jobLabels };
  const tools = toolOptions(config);
  const draining = new Draining();
  const app = await createServer({
    draining,
    settings: settings.current,
    allowsKeyInUrl: config.allowsKeyInUrl,
    log,
    ...serving.state(config.staleIfErrorSeconds),
    isProviderRead: () => identity.keySetState()?.isRead,
    limiter: redis?.rateLimiter ?? new MemoryRateLimiter(),
    trustProxy: config.trustProxy,
    tracing: tracing.requests,
    onAnswered: (request, reply) => metrics.count(request, reply),
    onLeft: (request) => metrics.countLeft(request),
    routes: [
      consoleRoute(),
      graphqlRoute({ ...routes, documents, observeField: tracing.observeField }),
      restRoute({ ...routes, priceOf: tools.priceOf, isBilled: config.engine === 'bigquery' }),
      mcpRoute({ ...routes, ...tools }),
      ...(await publish(metrics, config)),
    ],
  });
  const url = await listen(app, config);
  const { engine } = serving.current.layer;
  const example = examplePath(project.endpoints);
  const displayed = context.isDev ? withOwnKey(identity, ownKey()) : identity;
  showBanner(await banner({ address: url, identity: displayed, engine, examplePath: example }));
  logStream.write(readyLine(url, first.endpoints.length, first.problems.length));
  const aliases = () => settings.current().aliases;
  const watch = await follow?.(first, { aliases, output: logStream, serving });

  return async (drainMs) => {
    draining.begin();
    await watch?.close();
    serving.close();
    load.close();
    await sleep(drainMs);
    await closeServer(app, { finishMs: MAX_STOP_MS - CLOSE_MS - drainMs });
    const { layer } = serving.current;
    await closeTogether([inOrder(layer.engine, redis), metrics, tracing, cursors]);
    await closeTogether([identity, settings]);
  };
}

/** What the engine and the pipeline of a served project are made of. */
interface ServingParts extends OpenCursors {
  readonly opened: OpenEngine;
  readonly registry: Registry;
  readonly counters: Counters;
  readonly load: EventLoopLoad;
  readonly metrics: Metrics;
  readonly redis: RedisLevel | undefined;
  readonly tracing: Tracing;
}

function openServing(
  { config, log, project }: StartContext,
  { metrics, opened, redis, registry, tracing, ...parts }: ServingParts,
): Serving {
  const layerOver = (open: OpenEngine) =>
    dataLayer(open, {
      ...{ config, log, ...parts, replicas: redis, steps: tracing.steps },
      observeEngine: (engine) => metrics.observe(tracing.engine(engine, config.engine)),
      observeRunner: (runner) => tracing.runner(runner),
    });
  return new Serving({ project, registry, layerOver, layer: layerOver(opened) });
}

/** What metrics read of the service. */
interface WatchedParts extends Pick<ServingParts, 'counters' | 'metrics' | 'redis'> {
  readonly identity: Identity;
  readonly serving: Serving;
  readonly settings: OpenSettings;
}

function watchParts(config: Config, parts: WatchedParts): void {
  const { counters, identity, metrics, redis, serving, settings } = parts;
  metrics.watch({
    ...serving.usage(),
    events: () => counters.entries(),
    isRedisUp: redis && (() => redis.link.isUp),
    version: packageJson.version,
    engineName: config.engine,
    keySet: () => identity.keySetState(),
    files: () => ({ keys: identity.keyFileState(), config: settings.fileState() }),
    pricePerTib: config.pricePerTib,
  });
}

/** The client is loaded where it is used alone. */
async function openRedis(
  { config: { redisUrl, cacheNamespace }, log }: StartContext,
  dataSource: string,
  counters: Counters,
): Promise<RedisLevel | undefined> {
  if (redisUrl === undefined) return undefined;
  const { openRedisLevel } = await import('./redis/connect.ts');
  return openRedisLevel({
    url: redisUrl,
    namespace: `${cacheNamespace}:${dataSource}`,
    counters,
    onState: (state, error) =>
      state === 'up'
        ? log.info('Redis answers')
        : log.warn({ err: error }, 'Redis does not answer: nothing is shared until it does'),
  });
}

function openCursorsOf(
  { cursorSecrets, dataDir }: Config,
  redis: RedisLevel | undefined,
  log: Logger,
): Promise<OpenCursors> {
  return openCursors({
    configured: cursorSecrets,
    redis,
    dataDir,
    onOwn: (reason) =>
      log.warn({ reason }, 'cursors of pages hold in this process alone, and end with it'),
  });
}

function openIdentityOf({ config, log }: StartContext, scopes: Scopes): Promise<Identity> {
  if (config.allowsKeyInUrl) {
    log.warn('ALLOW_KEY_IN_URL: proxies, histories and logs of others keep keys');
  }
  return openIdentity(config, {
    makesFirstKey: config.engine === 'duckdb' && config.demo,
    scopes,
    onKeyFileError: (error) =>
      log.error({ reason: messageOf(error) }, 'the key file cannot be used'),
    onTokenKeysError: (error) => log.error({ err: error }, 'the keys of tokens stay as they are'),
    onTokenRefusal: ({ message }) => log.debug({ reason: message }, 'a token was refused'),
  });
}

function ownKey() {
  // biome-ignore lint/style/noProcessEnv: the developer's own key, on the developer's own terminal
  return { key: process.env['FIELDSTONE_KEY'], isTerminal: process.stdout.isTTY };
}

function openSettingsOf(
  { config, log }: StartContext,
  identity: Identity,
  names: Scopes,
): OpenSettings {
  return openSettings(config, {
    identity,
    names,
    onOverridden: (settings) => log.warn({ settings }, 'variables come before CONFIG_FILE'),
    onReload: () => log.info('CONFIG_FILE was read again'),
    onError: (error) => log.error({ reason: messageOf(error) }, 'CONFIG_FILE cannot be used'),
  });
}

function publish(metrics: Metrics, { host, metricsPort }: Config) {
  return whileListening('METRICS_PORT', metrics.publish(host, metricsPort));
}

function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  return whileListening('PORT', app.listen({ host, port }));
}
