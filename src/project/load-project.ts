import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { importEndpoints } from './endpoints.ts';
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
