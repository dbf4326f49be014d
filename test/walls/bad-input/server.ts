/** The service as it runs, but that its engine answers no rows at once. */
import { mkdtempSync, rmSync } from 'node:fs';
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
import { createServer } from '../../../src/server/server.ts';

import { tellReady } from '../../bench/cache/ready.ts';

const clock = () => BigInt(Date.now()) * 1_000n;

const engine: Engine = {
  run: async () => ({ rows: [], truncated: false, bytesBilled: 0 }),
  checkRoom: () => {},
  check: async () => {},
  close: async () => {},
};

const folder = mkdtempSync(join(tmpdir(), 'walls-keys-'));
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});
const file = join(folder, 'keys.json');
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
const routes = { registry, runner, clock };
const app = await createServer({
  corsOrigins: ['*'],
  log: createLogger('info', new LogStream()),
  keys,
  checkReady: engine.check,
  routes: [graphqlRoute(routes), restRoute(routes)],
});
await app.listen({ host: '127.0.0.1', port: 0 });
tellReady(app.server, key ?? '');
