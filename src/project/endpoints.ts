import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../endpoint/endpoint.ts';

/**
 * Imports the `endpoint.ts` of each folder below a project's folder of endpoints, sorted by name; rejects with an
 * `Error` that names the file.
 *
 * A module stays loaded: another import of the same file gives the same endpoint.
 */
export async function importEndpoints(folder: string): Promise<readonly Endpoint[]> {
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
