/** The service as it runs, but that its engine answers wide rows at once, new ones each time. */
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { ensureFirstKey } from '../../../src/auth/first-key.ts';
import { KeyStore } from '../../../src/auth/key-store.ts';
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
import { LogStream } from '../../../src/server/logging/log-stream.ts';
import { createLogger } from '../../../src/server/logging/logger.ts';
import { createServer } from '../../../src/server/server.ts';
import { wideRows } from './wide-rows.ts';

const RESOLUTION_MS = 2;
const ROWS = Number(process.argv[2]);

const clock = () => BigInt(Date.now()) * 1_000n;

const made = new Map<readonly OutputColumn[], readonly Row[]>();

/** `logs.all` has the one wide table; the others answer as many rows as they have hours. */
function rowsOf(columns: readonly OutputColumn[]): readonly Row[] {
  const count = columns.some(({ name }) => name === 'metadata') ? ROWS : 61;
  const rows = made.get(columns) ?? wideRows(columns, count);
  made.set(columns, rows);
  return rows;
}

const engine: Engine = {
  run: async ({ statement: { columns } }) => ({
    // A list of its own for each run: what is made of a list is shared.
    rows: [...rowsOf(columns)],
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
  log: createLogger('error', new LogStream()),
  keys,
  checkReady: engine.check,
  routes: [graphqlRoute(routes), restRoute(routes)],
});
await app.listen({ host: '127.0.0.1', port: 0 });

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

/** The thread's processor time between two looks of a timer: on a busy machine delays tell of other processes too. */
const holds = createHistogram();
let used = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(used);
  used = process.threadCpuUsage();
  holds.record(Math.max(1, user + system));
}, 1);

process.on('message', () => {
  const ms = (nanoseconds: number) => nanoseconds / 1e6 - RESOLUTION_MS;
  process.send?.({
    max: ms(delays.max),
    p99: ms(delays.percentile(99)),
    heldMax: holds.max / 1e3,
    heldP99: holds.percentile(99) / 1e3,
  });
  delays.reset();
  holds.reset();
});
process.send?.({ port: (app.server.address() as AddressInfo).port, key });
