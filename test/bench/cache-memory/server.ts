/** The service as it runs, but that its engine makes a small answer of its own for every question. */
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirstKey } from '../../../src/access/first-key.ts';
import { KeyStore } from '../../../src/access/key-store.ts';
import { Counters } from '../../../src/cache/counters.ts';
import { ENDPOINTS } from '../../../src/endpoints/index.ts';
import type { Engine, OutputColumn } from '../../../src/engines/engine.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { graphqlDoor } from '../../../src/graphql/door.ts';
import { createLogger } from '../../../src/http/logger.ts';
import { createServer } from '../../../src/http/server.ts';
import { restDoor } from '../../../src/rest/door.ts';
import { createPipeline } from '../../../src/run/pipeline.ts';
import { prepareEndpoints } from '../../../src/run/prepare.ts';
import { Registry } from '../../../src/run/registry.ts';
import { readTables } from '../../../src/tables.ts';

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
  check: async () => {},
  close: async () => {},
};

const file = join(mkdtempSync(join(tmpdir(), 'bench-keys-')), 'keys.json');
const { secret: key } = await ensureFirstKey(file, { create: true });
const keys = new KeyStore({ file, onError: (error) => process.stderr.write(`${error}\n`) });
const registry = new Registry(prepareEndpoints(ENDPOINTS, readTables()));
const counters = new Counters();
const { runner, warmer, memory } = createPipeline({
  engine,
  dataSource: 'scripted',
  clock,
  counters,
  cacheBytes: Number(process.argv[2]),
  warmDailyBytes: 1e12,
  log: { refreshFailed: (error) => process.stderr.write(`${error}\n`), overBudget: () => {} },
});
warmer.start();
const doors = { registry, runner, clock };
const app = await createServer({
  corsOrigins: ['*'],
  log: createLogger('silent', { write: () => {} }),
  keys,
  checkReady: engine.check,
  doors: [graphqlDoor(doors), restDoor(doors)],
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  // The collector is there where the service was started so.
  if (message === 'live') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, live: heapUsed + external, kept: memory.bytes });
});
process.send?.({ port: (app.server.address() as AddressInfo).port, key });
