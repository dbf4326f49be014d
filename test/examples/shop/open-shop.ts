import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PreparedEndpoint, prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { placeTables } from '../../../src/engines/bigquery/table-places.ts';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { Engine } from '../../../src/engines/engine.ts';
import { tableFilesOf } from '../../../src/engines/opening/open-engine.ts';
import { loadProject, type Project } from '../../../src/project/load-project.ts';
import { openEngine, PLACE } from '../../engines/bigquery/open-engine.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { type Gateway, type GatewayOptions, gateway } from '../../support/gateway.ts';
import { inferShared } from '../../support/infer-shared.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The folder of the example. */
export const SHOP_FOLDER = fileURLToPath(new URL('../../../examples/shop/', import.meta.url));

/** The engines that answer the shop's endpoints. */
export const ENGINES = ['duckdb', 'bigquery'] as const;

/** A shop that differs from the example. */
export interface ShopChange
  extends Pick<GatewayOptions, 'authenticator' | 'batching' | 'rateLimit' | 'tools'> {
  /** New texts of files below the folder, from the old ones. */
  readonly files?: Readonly<Record<string, (text: string) => string>>;
  /** @default duckdb */
  readonly engine?: (typeof ENGINES)[number];
  /** What each stored byte counts on BigQuery. @default 1 */
  readonly bytesScale?: number;
}

/** A gateway over a shop. */
export interface Shop extends Gateway {
  readonly endpoints: readonly PreparedEndpoint[];
}

/** Opens a copy of the example for the length of the running test. */
export async function openShop({
  engine = 'duckdb',
  files = {},
  bytesScale = 1,
  ...options
}: ShopChange = {}): Promise<Shop> {
  const folder = copyShop();
  for (const [name, change] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }
  const project = await loadShop(folder);
  const endpoints = prepareEndpoints(project);
  const opened = await gateway({
    endpoints,
    openEngine: () => engineOf(project, engine, bytesScale),
    isBilled: engine === 'bigquery',
    ...options,
  });
  return { ...opened, endpoints };
}

/** The result columns of an endpoint. */
export function columnsOf({ endpoints }: Shop, name: string): PreparedEndpoint['columns'] {
  const endpoint = endpoints.find(({ definition }) => definition.name === name);
  if (!endpoint) throw new Error(`The shop has no endpoint "${name}"`);
  return endpoint.columns;
}

function copyShop(): string {
  const folder = temporaryFolder();
  cpSync(SHOP_FOLDER, folder, { recursive: true });
  return folder;
}

/** The project in a temporary folder, at first a copy of the example, its fields inferred where no file says them. */
export function loadShop(folder = copyShop()): Promise<Project> {
  return loadProject(folder, { inferFields: inferShared });
}

async function engineOf(
  project: Project,
  kind: (typeof ENGINES)[number],
  bytesScale: number,
): Promise<Engine> {
  const files = tableFilesOf(project, temporaryFolder());
  if (kind === 'duckdb') return new DuckDbEngine({ files, processes: sharedProcesses() });
  const { tables } = project;
  const { url } = await openBigQueryServer({ store: files, tables, bytesScale });
  return openEngine(url, { tables: placeTables(tables, PLACE) });
}
