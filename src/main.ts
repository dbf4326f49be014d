import { type Logger, pino, stdTimeFunctions } from 'pino';
import { ensureFirstKey } from './access/first-key.ts';
import { KeyStore } from './access/key-store.ts';
import { Counters } from './cache/counters.ts';
import { openRedisLevel, type RedisLevel } from './cache/redis/connect.ts';
import { type Config, readConfig } from './config.ts';
import { ENDPOINTS } from './endpoints/index.ts';
import { DemoData } from './engines/duckdb/demo/demo-data.ts';
import type { ParquetStore } from './engines/duckdb/parquet-store.ts';
import { openEngine } from './engines/open-engine.ts';
import { graphqlDoor } from './graphql/door.ts';
import { closeServer } from './http/drain.ts';
import { createServer } from './http/server.ts';
import { createRedactor } from './redaction/redactor.ts';
import { restDoor } from './rest/door.ts';
import { createPipeline } from './run/pipeline.ts';
import { prepareEndpoints } from './run/prepare.ts';
import { Registry } from './run/registry.ts';
import { readTables, type Tables } from './tables.ts';

/** Microseconds since the epoch. */
const clock = () => BigInt(Date.now()) * 1_000n;

/** Puts the parts together and listens; resolves to what stops the process in order. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = pino({
    level: config.logLevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
  const tables = readTables();
  const registry = new Registry(prepareEndpoints(ENDPOINTS, tables), config.endpointAliases);

  const { engine, dataSource, store } = await openEngine(config, tables);
  const demo = store && config.demo ? await startDemo(store, tables, log) : undefined;
  const counters = new Counters();
  const redis = config.redisUrl
    ? openRedis({ ...config, redisUrl: config.redisUrl }, dataSource, counters, log)
    : undefined;
  const { runner, warmer } = createPipeline({
    engine,
    dataSource,
    clock,
    counters,
    replicas: redis,
    cacheBytes: config.cacheBytes,
    queryTimeoutMs: config.queryTimeoutMs,
    staleIfErrorSeconds: config.staleIfErrorSeconds,
    redactor: createRedactor(config.redaction),
    warmDailyBytes: config.warmDailyBytes,
    log: {
      refreshFailed: (error) => log.warn({ err: error }, 'a result could not be refreshed'),
      overBudget: (results) => log.warn({ results }, 'the bytes for warming are spent for today'),
    },
  });
  warmer.start();

  const firstKey = await ensureFirstKey(config.keysFile, { create: demo !== undefined });
  const keys = new KeyStore({
    file: config.keysFile,
    onError: (error) => log.error({ err: error }, 'the key file cannot be used'),
  });
  const doors = { registry, runner, clock };
  const app = await createServer({
    corsOrigins: config.corsOrigins,
    logLevel: config.logLevel,
    keys,
    checkReady: () => engine.check(),
    doors: [graphqlDoor(doors), restDoor(doors)],
  });
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(banner(address, firstKey.text));

  return async () => {
    await closeServer(app);
    warmer.stop();
    await demo?.close();
    await engine.close();
    await redis?.close();
    keys.close();
  };
}

function openRedis(
  { redisUrl, cacheNamespace }: Config & { readonly redisUrl: string },
  dataSource: string,
  counters: Counters,
  log: Logger,
): RedisLevel {
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

async function startDemo(store: ParquetStore, tables: Tables, log: Logger): Promise<DemoData> {
  const demo = new DemoData({
    store,
    tables,
    now: Date.now,
    onError: (error) => log.error({ err: error }, 'the demo data could not be updated'),
  });
  await demo.start();
  return demo;
}

function banner(address: string, keyText: string): string {
  return `
Fieldstone is ready.

  GraphiQL  ${address}/graphql
  REST      ${address}/api/endpoints/query/logs.all?project=demo&project_tier=PRO
  Key       ${keyText}

`;
}

/** Drains on the first signal; a second one does not wait. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (code: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', () => onSignal(0));
  process.on('SIGTERM', () => onSignal(0));
  // A bug that nobody caught: what runs is finished, and whoever supervises the process starts it anew.
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    onSignal(1);
  });
}

try {
  stopOnSignal(await start(readConfig()));
} catch (error) {
  // What is wrong with the configuration, an endpoint or the key file: the message says it, a stack does not help.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
