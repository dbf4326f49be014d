import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { placeTables } from '../../src/engines/bigquery/table-places.ts';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { createPipeline } from '../../src/execution/pipeline.ts';
import { OWN_FOLDER } from '../../src/files/own-folder.ts';
import { loadProject, type Project } from '../../src/project/load-project.ts';
import { openEngine, PLACE } from '../engines/bigquery/open-engine.ts';
import { openBigQueryServer } from './bigquery/open-server.ts';
import { sharedProcesses } from './engine-processes.ts';
import { fillRows } from './fill-store.ts';
import { freshFiles } from './fresh-files.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testCaller } from './test-caller.ts';

/** An endpoint of a project in a test: its SQL, and the members of its declaration as TypeScript. */
export interface OwnEndpoint {
  readonly sql: string;
  readonly declaration: string;
}

/** A project of a test. */
export interface OwnProject {
  readonly settings: object;
  /** BigQuery's fields by table. */
  readonly tables: Readonly<Record<string, readonly object[]>>;
  readonly endpoints: Readonly<Record<string, OwnEndpoint>>;
}

const DEFINITION = pathToFileURL(join(OWN_FOLDER, 'src/endpoint/endpoint.ts'));

const SETTINGS =
  '{ maxRows: 10, cacheSeconds: 60, warmSeconds: undefined, sandbox: true, redactPii: false }';

let endpoints = 0;

/** Writes a project into a folder of its own and loads it. */
export async function ownProject({ settings, tables, ...own }: OwnProject): Promise<Project> {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write('fieldstone.json', JSON.stringify(settings));
  for (const [name, fields] of Object.entries(tables)) {
    write(`tables/${name}.json`, JSON.stringify(fields));
  }
  for (const [name, { declaration, sql }] of Object.entries(own.endpoints)) {
    endpoints += 1;
    const id = `b5e0c3ac-0d0c-4bb5-9a3c-${String(endpoints).padStart(12, '0')}`;
    write(`endpoints/${name}/query.sql`, sql);
    write(
      `endpoints/${name}/endpoint.ts`,
      `import { defineEndpoint } from '${DEFINITION}';
      export default defineEndpoint({
        id: '${id}',
        settings: ${SETTINGS}, ${declaration}
      });`,
    );
  }
  return loadProject(folder);
}

/** Asks an endpoint: its rows, or the code of the refusal. */
export type Ask = (
  endpoint: string,
  request?: {
    readonly arguments?: Readonly<Record<string, unknown>>;
    readonly pins?: Readonly<Record<string, string>>;
    readonly sql?: string;
  },
) => Promise<unknown>;

const NOW = 1_782_907_200_000_000n;

/** The endpoints of a project over some rows, on an engine, for the length of the running test. */
export async function askProject(
  project: Project,
  rows: Readonly<Record<string, readonly object[]>>,
  kind: 'duckdb' | 'bigquery',
): Promise<Ask> {
  const store = freshFiles(temporaryFolder());
  await fillRows(store, Object.entries(rows), project.tables);
  const engine = await engineOf(project, store, kind);
  const registry = new Registry(prepareEndpoints(project));
  const { runner } = createPipeline({
    engine,
    dataSource: kind,
    clock: () => NOW,
    cacheBytes: 1e6,
    warmDailyBytes: 0,
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
  const { signal } = new AbortController();
  return async (name, { arguments: values = {}, pins = {}, sql } = {}) => {
    const caller = testCaller({ pins: new Map(Object.entries(pins)) });
    try {
      const endpoint = registry.find(name, caller);
      const request = {
        endpoint,
        caller,
        arguments: values,
        sql,
        redact: false,
        via: 'rest',
      } as const;
      const result = await runner.run(await runner.plan(request, { signal }), { now: NOW, signal });
      return result.rows;
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code === undefined) throw error;
      return code;
    }
  };
}

async function engineOf(
  { tables }: Project,
  store: TableFiles,
  kind: 'duckdb' | 'bigquery',
): Promise<Engine> {
  if (kind === 'bigquery') {
    const { url } = await openBigQueryServer({ store, tables });
    return openEngine(url, { tables: placeTables(tables, PLACE) });
  }
  const engine = new DuckDbEngine({
    files: store,
    processes: sharedProcesses(),
    timeoutMs: 60_000,
  });
  onTestFinished(() => engine.close());
  return engine;
}
