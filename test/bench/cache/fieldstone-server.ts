/** The service as it runs, but that its engine answers the same rows at once. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirstKey } from '../../../src/access/first-key.ts';
import { KeyStore } from '../../../src/access/key-store.ts';
import { ENDPOINTS } from '../../../src/endpoints/index.ts';
import type { Engine } from '../../../src/engines/engine.ts';
import { graphqlDoor } from '../../../src/graphql/door.ts';
import { LogStream } from '../../../src/http/log-stream.ts';
import { createLogger } from '../../../src/http/logger.ts';
import { createServer } from '../../../src/http/server.ts';
import { MemoryRateLimiter } from '../../../src/rate-limit/memory-rate-limiter.ts';
import { restDoor } from '../../../src/rest/door.ts';
import { createPipeline } from '../../../src/run/pipeline.ts';
import { prepareEndpoints } from '../../../src/run/prepare.ts';
import { Registry } from '../../../src/run/registry.ts';
import { readTables } from '../../../src/tables.ts';
import { ROWS } from './question.ts';
import { tellReady } from './ready.ts';

const clock = () => BigInt(Date.now()) * 1_000n;

const engine: Engine = {
  run: async () => ({ rows: ROWS, truncated: false, bytesBilled: 0 }),
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
const doors = { registry, runner, clock };
const app = await createServer({
  corsOrigins: ['*'],
  log: createLogger('info', logStream),
  keys,
  checkReady: engine.check,
  doors: [graphqlDoor(doors), restDoor(doors)],
  rateLimit: {
    limiter: new MemoryRateLimiter(),
    requestsPerMinute: 1e9,
    refusalsPerMinute: 1e9,
    countCached: true,
  },
});
await app.listen({ host: '127.0.0.1', port: 0 });
tellReady(app.server, key ?? '');
