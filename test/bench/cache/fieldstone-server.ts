/** The service as it runs, but that its engine answers the same rows at once. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirstKey } from '../../../src/auth/first-key.ts';
import { KeyStore } from '../../../src/auth/key-store.ts';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import { readTables } from '../../../src/endpoint/tables.ts';
import { ENDPOINTS } from '../../../src/endpoints/index.ts';
import type { Engine } from '../../../src/engines/engine.ts';
import { createPipeline } from '../../../src/execution/pipeline.ts';
import { graphqlRoute } from '../../../src/graphql/route.ts';
import { restRoute } from '../../../src/rest/route.ts';
import { LogStream } from '../../../src/server/logging/log-stream.ts';
import { createLogger } from '../../../src/server/logging/logger.ts';
import { MemoryRateLimiter } from '../../../src/server/rate-limit/memory-rate-limiter.ts';
import { createServer } from '../../../src/server/server.ts';
import { ROWS } from './question.ts';
import { tellReady } from './ready.ts';

const clock = () => BigInt(Date.now()) * 1_000n;

const engine: Engine = {
  run: async () => ({ rows: ROWS, truncated: false, bytesBilled: 0 }),
  checkRoom: () => {},
  check: async () => {},
  close: async () => {},
};

const file = join(mkdtempSync(join(tmpdir(), 'bench-keys-')), 'keys.json');
const { secret: key } = await ensureFirstKey(file, { create: true });
const keys = new KeyStore({ file, onError: (error) => process.stderr.write(`${error}\n`) });
const registry = new Registry(prepareEndpoints(ENDPOINTS, readTables()));
const { runner } = createPipeline({
  engine,
  dataSource: 'scripted',
  clock,
  cacheBytes: 1e8,
  warmDailyBytes: 0,
  log: { refreshFailed: (error) => process.stderr.write(`${error}\n`), overBudget: () => {} },
});
const logStream = new LogStream();
process.on('exit', () => logStream.flushSync());
const routes = { registry, runner, clock };
const app = await createServer({
  corsOrigins: ['*'],
  log: createLogger('info', logStream),
  keys,
  checkReady: engine.check,
  routes: [graphqlRoute(routes), restRoute(routes)],
  rateLimit: {
    limiter: new MemoryRateLimiter(),
    requestsPerMinute: 1e9,
    refusalsPerMinute: 1e9,
    countCached: true,
  },
});
await app.listen({ host: '127.0.0.1', port: 0 });
tellReady(app.server, key ?? '');
