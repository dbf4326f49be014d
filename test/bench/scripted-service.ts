import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { OutputColumn, Row } from '#googlesql';
import { ensureFirstKey } from '../../src/auth/keys/first-key.ts';
import { KeyStore } from '../../src/auth/keys/key-store.ts';
import { type PreparedEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { createPipeline } from '../../src/execution/pipeline.ts';
import { graphqlRoute } from '../../src/graphql/route.ts';
import { mcpRoute } from '../../src/mcp/route.ts';
import type { RateLimiter } from '../../src/request/rate-limiter.ts';
import type { RateSettings } from '../../src/request/settings.ts';
import { restRoute } from '../../src/rest/route.ts';
import { LogStream } from '../../src/server/logging/log-stream.ts';
import { createLogger } from '../../src/server/logging/logger.ts';
import { createServer } from '../../src/server/server.ts';

import type { Tracing } from '../../src/tracing/tracing.ts';
import { cachedBytes } from '../support/cached-bytes.ts';
import { PROJECT } from '../support/project.ts';

/** Options of `openScriptedService`. */
export interface ScriptedServiceOptions {
  /** @default nothing is limited */
  readonly rateLimit?: RateSettings & { readonly limiter: RateLimiter };
  /** The rows of an engine run that asks for these columns. */
  readonly rowsOf: (columns: readonly OutputColumn[]) => readonly Row[];
  /** @default those of the service */
  readonly endpoints?: readonly PreparedEndpoint[];
  /** @default 1e8 */
  readonly cacheBytes?: number;
  /** @default 0, no warming */
  readonly warmDailyBytes?: number;
  /** @default 'info', written to standard output */
  readonly logLevel?: 'info' | 'error' | 'silent';
  /** @default nothing is traced */
  readonly tracing?: Tracing;
}

/** A service that listens on a free port of 127.0.0.1. */
export interface ScriptedService {
  readonly server: Server;
  /** A key with all rights. */
  readonly key: string;
  /** Estimated size of the rows in the cache, in bytes. */
  readonly cachedBytes: () => number;
}

/** Opens the service as it runs, except that its engine answers at once with rows of the caller's. */
export async function openScriptedService({
  rowsOf,
  endpoints = prepareEndpoints(PROJECT),
  cacheBytes = 1e8,
  warmDailyBytes = 0,
  logLevel = 'info',
  rateLimit,
  tracing,
}: ScriptedServiceOptions): Promise<ScriptedService> {
  const clock = () => BigInt(Date.now()) * 1_000n;
  const check = async () => ({ notes: 0, isAnswering: true });
  const registry = new Registry(endpoints);
  const { runner, warmer, cache } = createPipeline({
    engine: {
      run: async ({ statement }) => ({
        rows: rowsOf(statement.columns),
        truncated: false,
        bytesBilled: 0,
      }),
      checkRoom: () => {},
      usage: () => ({ queues: {}, isBreakerOpen: false }),
      check,
      close: async () => {},
    },
    dataSource: 'scripted',
    clock,
    cacheBytes,
    warmDailyBytes,
    ...(tracing && { steps: tracing.steps }),
    log: { refreshFailed: complain, overBudget: () => {} },
  });
  if (warmDailyBytes > 0) warmer.start();
  const { keys, key } = await openKeys();
  const settings = { keys, corsOrigins: ['*'], rates: rateLimit };
  const served = { registry, runner: tracing?.runner(runner) ?? runner };
  const routes = { served: () => served, clock };
  const { observeField, requests } = tracing ?? {};
  const app = await createServer({
    settings: () => settings,
    log: openLog(logLevel),
    checkReady: check,
    routes: [graphqlRoute({ ...routes, observeField }), restRoute(routes), mcpRoute(routes)],
    tracing: requests,
    ...(rateLimit && { limiter: rateLimit.limiter }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { server: app.server, key, cachedBytes: () => cachedBytes(cache) };
}

function complain(error: unknown): void {
  process.stderr.write(`${error}\n`);
}

/** A key file of its own, removed when the process ends. */
async function openKeys() {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-service-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  process.on('SIGTERM', () => process.exit());
  const file = join(folder, 'keys.json');
  const { secret: key = '' } = await ensureFirstKey(file, { create: true });
  return { keys: new KeyStore({ file, onError: complain }), key };
}

function openLog(level: 'info' | 'error' | 'silent'): Logger {
  const stream = new LogStream();
  process.on('exit', () => stream.flushSync());
  return createLogger(level, stream);
}
