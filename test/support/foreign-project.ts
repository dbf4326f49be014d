import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { bigQueryDescriber } from '../../src/engines/bigquery/describer.ts';
import { loadProject, type Project } from '../../src/project/load-project.ts';
import { bigQueryEnvironment } from './bigquery/environment.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder with a project whose endpoints are these texts, by name; without tables, views and functions. */
export function foreignFolder(
  endpoints: Readonly<Record<string, string>>,
  settings: object = {},
): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'fieldstone.json'), JSON.stringify(settings));
  for (const [name, sql] of Object.entries(endpoints)) writeEndpoint(folder, name, sql);
  return folder;
}

/** Writes an endpoint of a project. */
export function writeEndpoint(folder: string, name: string, sql: string): void {
  const file = join(folder, `endpoints/${name}.sql`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, sql);
}

/** The credentials of whoever runs the tests must not be found, nor asked for, until the running test ends. */
export function hideCredentials(): void {
  vi.stubEnv('HOME', temporaryFolder());
  vi.stubEnv('CLOUDSDK_CONFIG', temporaryFolder());
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Loads a project as with `ENGINE=bigquery` on the server at `url`; undefined is the embedded engine. */
export function loadForeign(folder: string, url?: string): Promise<Project> {
  hideCredentials();
  return loadProject(folder, {
    describeOnBigQuery: bigQueryDescriber(url === undefined ? {} : bigQueryEnvironment(url)),
  });
}
