/** The service as it runs, but that its engine makes a small answer of its own for every question. */
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirstKey } from '../../../src/auth/first-key.ts';
import { KeyStore } from '../../../src/auth/key-store.ts';
import { Counters } from '../../../src/cache/counters.ts';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import { readTables } from '../../../src/endpoint/tables.ts';
import { ENDPOINTS } from '../../../src/endpoints/index.ts';
import type { Engine } from '../../../src/engines/engine.ts';
import { createPipeline } from '../../../src/execution/pipeline.ts';
import type { OutputColumn } from '../../../src/googlesql/statement.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { graphqlRoute } from '../../../src/graphql/route.ts';
import { restRoute } from '../../../src/rest/route.ts';
import { createLogger } from '../../../src/server/logging/logger.ts';
import { createServer } from '../../../src/server/server.ts';

const clock = () => BigInt(Date.now()) * 1_000n;
let made = 0;

function rowOf(columns: readonly OutputColumn[]): Row {
  made += 1;
  return columns.map(({ type }, i) => {
    if (type.kind === 'ARRAY') return [];
    if (type.kind === 'STRING' || type.kind === 'DATETIME') return `text ${made} ${i}`;
    return type.kind === 'FLOAT64' ? made + i / 7 : 1_782_864_000_000_000 + made + i;
  });
}

const engine: Engine = {
  run: async ({ statement }) => ({
    rows: [rowOf(statement.columns), rowOf(statement.columns)],
    truncated: false,
    bytesBilled: 0,
  }),
  checkRoom: () => {},
  check: async () => {},
  close: async () => {},
};

const file = join(mkdtempSync(join(tmpdir(), 'bench-keys-')), 'keys.json');
const { secret: key } = await ensureFirstKey(file, { create: true });
const keys = new KeyStore({ file, onError: (error) => process.stderr.write(`${error}\n`) });
const registry = new Registry(prepareEndpoints(ENDPOINTS, readTables()));
const counters = new Counters();
const { runner, warmer, cache } = createPipeline({
  engine,
  dataSource: 'scripted',
  clock,
  counters,
  cacheBytes: Number(process.argv[2]),
  warmDailyBytes: 1e12,
  log: { refreshFailed: (error) => process.stderr.write(`${error}\n`), overBudget: () => {} },
});
warmer.start();
const routes = { registry, runner, clock };
const app = await createServer({
  corsOrigins: ['*'],
  log: createLogger('silent', { write: () => {} }),
  keys,
  checkReady: engine.check,
  routes: [graphqlRoute(routes), restRoute(routes)],
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  // The collector is there where the service was started so.
  if (message === 'live') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, live: heapUsed + external, kept: cache.bytes });
});
process.send?.({ port: (app.server.address() as AddressInfo).port, key });
