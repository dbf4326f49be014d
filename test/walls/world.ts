import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Guard, guardTree } from '../../src/catalog/barrier/guarded-tree.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { parseIsoTimestamp } from '../../src/endpoint/iso-timestamp.ts';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import { EngineProcesses } from '../../src/engines/duckdb/process/engine-processes.ts';
import { processMemory } from '../../src/engines/duckdb/process/process-memory.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { Cursors, ownCursorKey } from '../../src/execution/paging/view-cursor.ts';
import { createPipeline } from '../../src/execution/pipeline.ts';
import { graphqlRoute } from '../../src/graphql/route.ts';
import { mcpRoute } from '../../src/mcp/route.ts';
import type { Project } from '../../src/project/load-project.ts';
import { restRoute } from '../../src/rest/route.ts';
import { closeServer } from '../../src/server/lifecycle/drain.ts';
import { createLogger } from '../../src/server/logging/logger.ts';
import { createServer } from '../../src/server/server.ts';
import { freshFiles } from '../support/fresh-files.ts';
import { KnownKeys } from '../support/known-keys.ts';
import { PROJECT } from '../support/project.ts';

/** The moment at which every world stands still. */
export const NOW = '2026-07-01T12:00:00Z';

const CURSOR_KEY = ownCursorKey();

/** Planning alone takes hundreds of megabytes: a process that is ended for its size would say nothing of a wall. */
const ENGINE_BYTES = 1.5e9;

/** How the gateway of a world runs. */
export interface GatewayOptions {
  /** With any other than the service's own, the store reads the rows of all tenants too. */
  readonly guard?: Guard;
  /** One thread gives rows without an ORDER BY the order of the files. @default 1 */
  readonly threads?: number;
  /** Processes that it shares with other worlds, which close them. @default its own, with `threads` */
  readonly processes?: EngineProcesses;
}

/** What a world of the service's own tables is made of. */
export interface WorldOptions extends GatewayOptions {
  /** Fills the store before the engine opens it. */
  readonly fill: (store: TableFiles) => Promise<void>;
}

/** A project over its data. */
export interface WorldData {
  readonly project: Pick<Project, 'endpoints' | 'tables' | 'tenant'>;
  readonly files: TableFiles;
  /** What keys are pinned by. */
  readonly pin: string;
}

/** A whole gateway over its own data, without a socket. */
export interface World {
  readonly app: FastifyInstance;
  /** A key pinned to a tenant. */
  key(tenant: string): string;
  close(): Promise<void>;
}

/** Opens a gateway over data of its own. */
export async function openWorld({ fill, ...options }: WorldOptions): Promise<World> {
  const store = freshFiles(mkdtempSync(join(tmpdir(), 'fieldstone-walls-')));
  await fill(store);
  const world = await openGateway({ project: PROJECT, files: store, pin: 'project' }, options);
  return {
    ...world,
    close: async () => {
      await world.close();
      rmSync(store.dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens a gateway over the data of a project. */
export async function openGateway(
  { files, pin, project }: WorldData,
  { guard = guardTree, threads = 1, processes: sharedProcesses }: GatewayOptions,
): Promise<World> {
  const processes =
    sharedProcesses ??
    new EngineProcesses({
      dataDir: files.dataDir,
      folders: files.folders,
      threads,
      ...processMemory(2 * ENGINE_BYTES, 2),
    });
  const engine = new DuckDbEngine({ files, processes });
  const micros = parseIsoTimestamp(NOW) ?? 0n;
  const clock = () => micros;
  const registry = new Registry(prepareEndpoints(project, guard));
  const { runner } = createPipeline({
    engine,
    dataSource: 'duckdb',
    clock,
    cacheBytes: 16e6,
    warmDailyBytes: 1e9,
    // One key for all worlds, whose answers are compared.
    cursors: new Cursors(() => [CURSOR_KEY]),
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
  const routes = { served: () => ({ registry, runner }), clock };
  const keys = new KnownKeys();
  const settings = { keys, corsOrigins: ['*'] };
  const app = await createServer({
    settings: () => settings,
    log: createLogger('silent', { write: () => {} }),
    checkReady: async () => ({ notes: 0, isAnswering: true }),
    routes: [graphqlRoute(routes), restRoute(routes), mcpRoute(routes)],
  });
  const known = new Map<string, string>();
  return {
    app,
    key: (tenant) => {
      const key = known.get(tenant) ?? keys.add({ pins: new Map([[pin, tenant]]) });
      known.set(tenant, key);
      return key;
    },
    close: async () => {
      await closeServer(app, { finishMs: 1_000 });
      await engine.close();
      if (!sharedProcesses) await processes.close();
    },
  };
}
