import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { type ProjectSettings, readProjectFile } from './project-file.ts';
import { type InferFields, type ProjectTable, readTables } from './tables.ts';

/** A project: what its folder says, read and checked, but not compiled. */
export interface Project {
  /** Its folder, an absolute path. */
  readonly folder: string;
  readonly settings: ProjectSettings;
  /** The pin that restricts a key to one tenant in every endpoint; undefined if there is none. */
  readonly tenant?: string | undefined;
  readonly tables: ReadonlyMap<string, ProjectTable>;
  /** In the order of their names. */
  readonly endpoints: readonly Endpoint[];
}

/** The folder of the project that this package brings along. */
export const OWN_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Loads the project in a folder; rejects with an `Error` that names the file, the place in it and the fault.
 * `inferFields` is needed for tables whose fields no file says.
 */
export async function loadProject(
  folder: string,
  { inferFields }: { readonly inferFields?: InferFields } = {},
): Promise<Project> {
  const root = resolve(folder);
  const settings = readProjectFile(root);
  return {
    folder: root,
    settings,
    tenant: settings.tenant,
    tables: await readTables(root, settings, inferFields),
    endpoints: await importEndpoints(join(root, settings.folders.endpoints)),
  };
}

/**
 * Imports the `endpoint.ts` of each folder below a project's folder of endpoints, sorted by name; rejects with an
 * `Error` that names the file.
 *
 * A module stays loaded: another import of the same file gives the same endpoint.
 */
async function importEndpoints(folder: string): Promise<readonly Endpoint[]> {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return Promise.all(names.map((name) => importEndpoint(name, join(folder, name, 'endpoint.ts'))));
}

async function importEndpoint(name: string, file: string): Promise<Endpoint> {
  const fail = (problem: string) => new Error(`Cannot use "${file}": ${problem}`);
  if (!existsSync(file)) throw fail('there is no such file');
  const { default: endpoint }: { readonly default?: Endpoint } = await import(
    pathToFileURL(file).href
  );
  if (!endpoint?.sql) throw fail('it has no `export default defineEndpoint({…})`');
  if (endpoint.name !== name) {
    throw fail(`it defines "${endpoint.name}", but its folder is called "${name}"`);
  }
  return endpoint;
}
