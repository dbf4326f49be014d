import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseHeader } from '#googlesql';
import type { Endpoint, EndpointSource } from '../endpoint/endpoint.ts';
import type { EndpointDeclaration, EndpointSettings } from '../endpoint/endpoint-spec.ts';
import { completeEndpoint } from './completion/complete-endpoint.ts';
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
  const tables = await readTables(root, settings, inferFields);
  const sources = await readEndpoints(root, settings.folders.endpoints);
  const defaults = defaultSettings(settings);
  return {
    folder: root,
    settings,
    tenant: settings.tenant,
    tables,
    endpoints: sources.map((source) => completeEndpoint(source, { tables, defaults })),
  };
}

/** The settings of endpoints that say nothing else. */
function defaultSettings({ defaults }: ProjectSettings): EndpointSettings {
  const { cache, maxRows, redact, sandbox, shape, warm } = defaults;
  return {
    maxRows,
    cacheSeconds: cache === 'off' ? undefined : cache,
    warmSeconds: warm === 'off' ? undefined : warm,
    sandbox,
    redactPii: redact,
    shape,
  };
}

/** The endpoints in a folder below the project's: `NAME.sql`, or `NAME/query.sql` with an `endpoint.ts` beside it. */
async function readEndpoints(root: string, folder: string): Promise<readonly EndpointSource[]> {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  const sources = entries.map((entry) =>
    entry.isDirectory()
      ? readFolder(root, join(folder, entry.name), entry.name)
      : readFile(root, join(folder, entry.name)),
  );
  const found = (await Promise.all(sources)).filter((source) => source !== undefined);
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function readFile(root: string, file: string): Promise<EndpointSource | undefined> {
  if (!file.endsWith('.sql')) return undefined;
  const sql = readFileSync(join(root, file), 'utf8');
  return { name: basename(file, '.sql'), file, sql, header: parseHeader(sql), declaration: {} };
}

async function readFolder(
  root: string,
  folder: string,
  name: string,
): Promise<EndpointSource | undefined> {
  const file = join(folder, 'query.sql');
  const module = join(root, folder, 'endpoint.ts');
  const sql = readFileSync(join(root, file), 'utf8');
  const declaration = existsSync(module) ? await importDeclaration(module) : {};
  return { name, file, sql, header: parseHeader(sql), declaration };
}

/** Imports a module; one that stays loaded: another import of the same file gives the same declaration. */
async function importDeclaration(module: string): Promise<EndpointDeclaration> {
  const { default: declaration }: { readonly default?: EndpointDeclaration } = await import(
    pathToFileURL(module).href
  );
  if (declaration) return declaration;
  throw new Error(`Cannot use "${module}": it has no \`export default defineEndpoint({…})\``);
}
