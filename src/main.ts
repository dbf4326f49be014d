import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { closeTogether, inOrder } from './async/close-parts.ts';
import { EventLoopLoad } from './async/event-loop-load.ts';
import { systemClock as clock } from './async/system-clock.ts';
import { type Identity, openIdentity } from './auth/open-identity.ts';
import { openBill } from './bill/open-bill.ts';
import { Counters } from './cache/counters.ts';
import { examplePath } from './catalog/description/describe-endpoint.ts';
import type { PreparedEndpoint } from './catalog/prepare.ts';
import { checkStart, scopesOf } from './check-start.ts';
import type { Config } from './config/config.ts';
import { configuredProject } from './config/settings-folder.ts';
import type { Probe } from './engines/bigquery/warehouse/warehouse.ts';
import { inferTable } from './engines/duckdb/infer-table.ts';
import { checkDataFolder } from './engines/duckdb/tables/data-folder.ts';
import type { Engine } from './engines/engine.ts';
import { bigQueryDescriber, type OpenEngine, openEngine } from './engines/open-engine.ts';
import { messageOf } from './errors.ts';
import { exampleValues } from './execution/arguments/example-values.ts';
import { type OpenCursors, openCursors } from './execution/paging/open-cursors.ts';
import { createPipeline, type Pipeline, type PipelineOptions } from './execution/pipeline.ts';
import { isOpenToOthers } from './files/private-folder.ts';
import { graphqlRoute } from './graphql/route.ts';
import { moveEarlierTables } from './import/earlier-tables.ts';
import { sweepUnfinished } from './import/writing/work-folder.ts';
import { Metrics } from './metrics/metrics.ts';
import { loadProject, OWN_FOLDER, type Project } from './project/load-project.ts';
import { openRedisLevel, type RedisLevel } from './redis/connect.ts';
import { readWholeConfig } from './reload/config-file.ts';
import { type OpenSettings, openSettings } from './reload/open-settings.ts';
import { MemoryRateLimiter } from './request/rate-limiter.ts';
import { restRoute } from './rest/route.ts';
import { closeServer, Draining } from './server/lifecycle/drain.ts';
import {
  announce,
  banner,
  bannerOutput,
  whileListening,
} from './server/lifecycle/start-messages.ts';
import { MAX_STOP_MS, type Stop, stopOnSignal } from './server/lifecycle/stop-on-signal.ts';
import { openLog, reportDamage, reportTables } from './server/logging/logger.ts';
import { createServer, type ServerOptions } from './server/server.ts';
import { startTracing } from './tracing/start-tracing.ts';
import type { Tracing } from './tracing/tracing.ts';

/** The part of `MAX_STOP_MS` reserved for closing the engine and the other parts. */
const CLOSE_MS = 3_000;

/** What most parts are opened with. */
interface StartContext {
  readonly project: Project;
  readonly config: Config;
  readonly log: Logger;
}

/** Assembles the parts and listens. */
async function start(project: Project, config: Config): Promise<Stop> {
  const { log, logStream } = await openLog(config.logLevel);
  const context = { project, config, log };
  const { documents, endpoints, registry } = await checkStart(project, config);
  const tracing = await startTracing(config.traces, packageJson.version, log);
  const opened = await openEngineOf(context, endpoints, tracing);
  const { dataSource } = opened;
  const counters = new Counters();
  const redis = openRedis(context, dataSource, counters);
  const bill = openBill(config, redis?.link, log);
  const metrics = new Metrics(bill);
  const engine = metrics.observe(tracing.engine(opened.engine, config.engine));
  const cursors = await openCursorsOf(config, redis, log);
  const load = new EventLoopLoad();
  const own = { engine, load, dataSource, counters, redis, steps: tracing.steps, log, ...cursors };
  const { cache, runner, usage, warmer } = openPipeline(config, own);
  warmer.start();
  const identity = await openIdentityOf(context);
  const settings = openSettingsOf(context, identity);
  metrics.watch({
    ...usageOf(counters, engine, redis),
    ...usage,
    version: packageJson.version,
    engineName: config.engine,
    damagedFiles: opened.damagedFiles,
    keySet: () => identity.keySetState(),
    files: () => ({ keys: identity.keyFileState(), config: settings.fileState() }),
    pricePerTib: config.pricePerTib,
  });
  const showBanner = bannerOutput(identity, logStream);
  const routes = { registry, runner: tracing.runner(runner), clock, jobLabels: config.jobLabels };
  const draining = new Draining();
  const app = await createServer({
    draining,
    settings: settings.current,
    allowsKeyInUrl: config.allowsKeyInUrl,
    log,
    ...stateOf(engine, cache, config),
    isProviderRead: () => identity.keySetState()?.isRead,
    limiter: redis?.rateLimiter ?? new MemoryRateLimiter(),
    trustProxy: config.trustProxy,
    tracing: tracing.requests,
    onAnswered: (request, reply) => metrics.count(request, reply),
    onLeft: (request) => metrics.countLeft(request),
    routes: [
      graphqlRoute({ ...routes, documents, observeField: tracing.observeField }),
      restRoute(routes),
      ...(await publish(metrics, config)),
    ],
  });
  const address = await listen(app, config);
  const example = examplePath(project.endpoints);
  showBanner(await banner({ address, identity, engine, examplePath: example }));

  return async (drainMs) => {
    draining.begin();
    warmer.stop();
    load.close();
    await sleep(drainMs);
    await closeServer(app, { finishMs: MAX_STOP_MS - CLOSE_MS - drainMs });
    // The engine may be billed until it is closed, and the bill may be on Redis.
    await closeTogether([inOrder(engine, bill, redis), metrics, tracing, cursors]);
    await closeTogether([identity, settings]);
  };
}

/** The parts that the pipeline joins. */
interface PipelineParts
  extends Pick<
    PipelineOptions,
    'engine' | 'load' | 'dataSource' | 'counters' | 'steps' | 'cursors'
  > {
  readonly redis: RedisLevel | undefined;
  readonly log: Logger;
}

function openPipeline(config: Config, { redis, log, ...parts }: PipelineParts): Pipeline {
  return createPipeline({
    ...parts,
    clock,
    replicas: redis,
    cacheBytes: config.cacheBytes,
    queryTimeoutMs: config.queryTimeoutMs,
    staleIfErrorSeconds: config.staleIfErrorSeconds,
    redaction: config.redaction,
    warmDailyBytes: config.warmDailyBytes,
    log: {
      refreshFailed: (error) => log.warn({ err: error }, 'a result could not be refreshed'),
      overBudget: (results) => log.warn({ results }, 'the bytes for warming are spent for today'),
    },
  });
}

/** What the server reads of the engine and the cache. */
function stateOf(
  engine: Engine,
  cache: Pipeline['cache'],
  { staleIfErrorSeconds }: Config,
): Pick<ServerOptions, 'checkReady' | 'dataVersion' | 'hasCachedResults'> {
  const staleFor = BigInt(staleIfErrorSeconds) * 1_000_000n;
  return {
    checkReady: () => engine.check(),
    dataVersion: () => engine.dataVersion?.(),
    hasCachedResults: () => cache.hasSince(clock() - staleFor),
  };
}

/** What is read of parts at each scrape. */
function usageOf(counters: Counters, engine: Engine, redis: RedisLevel | undefined) {
  return {
    engineUsage: () => engine.usage(),
    events: () => counters.entries(),
    isRedisUp: redis && (() => redis.link.isUp),
  };
}

async function openEngineOf(
  { project, config, log }: StartContext,
  endpoints: readonly PreparedEndpoint[],
  { headers }: Tracing,
): Promise<OpenEngine> {
  if (config.engine === 'duckdb') {
    const onReadOnly = (error: unknown) =>
      log.warn({ reason: messageOf(error) }, 'the data folder takes no files');
    await checkDataFolder(config.dataDir, onReadOnly);
    const isOpen = await isOpenToOthers(config.dataDir);
    if (isOpen) log.warn('every user may enter the data folder: give it the mode 0700');
    await moveEarlierTables(config.dataDir, project.tables);
    await sweepUnfinished(config.dataDir).catch(onReadOnly);
  }
  announce(`Opening the engine, ${config.engine}`);
  return openEngine({
    ...config,
    project,
    headers,
    onProcessEnd: (error) => log.warn({ err: error }, 'an engine process has ended'),
    onUnplannable: (error) =>
      log.warn({ err: error }, 'the engine cannot plan what the compiler printed'),
    probes: probesOf(endpoints),
    onFindings: (findings) => reportTables(findings, log),
    onUnchecked: (error) => log.warn({ reason: messageOf(error) }, 'BigQuery does not answer'),
    onDamage: (damage) => reportDamage(damage, log),
  });
}

/** One statement per endpoint, with example values, which BigQuery must accept before the service is ready. */
function probesOf(endpoints: readonly PreparedEndpoint[]): readonly Probe[] {
  return endpoints.map((endpoint) => ({
    endpoint: endpoint.definition.name,
    statement: endpoint.open.statement,
    parameters: exampleValues(endpoint, 1, clock()),
  }));
}

function openRedis(
  { config: { redisUrl, cacheNamespace }, log }: StartContext,
  dataSource: string,
  counters: Counters,
): RedisLevel | undefined {
  if (redisUrl === undefined) return undefined;
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

function openIdentityOf({ project, config, log }: StartContext): Promise<Identity> {
  if (config.allowsKeyInUrl) {
    log.warn('ALLOW_KEY_IN_URL: proxies, histories and logs of others keep keys');
  }
  return openIdentity(config, {
    makesFirstKey: config.engine === 'duckdb' && config.demo,
    scopes: scopesOf(project),
    onKeyFileError: (error) =>
      log.error({ reason: messageOf(error) }, 'the key file cannot be used'),
    onTokenKeysError: (error) => log.error({ err: error }, 'the keys of tokens stay as they are'),
    onTokenRefusal: ({ message }) => log.debug({ reason: message }, 'a token was refused'),
  });
}

function openSettingsOf({ project, config, log }: StartContext, identity: Identity): OpenSettings {
  return openSettings(config, {
    identity,
    names: scopesOf(project),
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

// Without a listener, writing to a closed terminal or pipe would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

if (process.argv.length > 2) {
  process.stderr.write('"start" takes no arguments; settings are environment variables or .env\n');
  process.exit(2);
}

try {
  const folder = configuredProject() ?? OWN_FOLDER;
  announce(`Reading the project in ${folder}`);
  const project = await loadProject(folder, {
    inferFields: inferTable,
    describeOnBigQuery: bigQueryDescriber(),
  });
  const config = readWholeConfig(scopesOf(project));
  announce(`Compiling ${project.endpoints.length} endpoints`);
  stopOnSignal(await start(project, config), config.drainMs);
} catch (error) {
  // Problems of the configuration, an endpoint or the key file: the message names them, a stack does not help.
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
