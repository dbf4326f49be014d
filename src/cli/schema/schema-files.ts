import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { printSdl } from '../../graphql/print.ts';
import { createSchema } from '../../graphql/schema/schema.ts';
import type { Project } from '../../project/load-project.ts';
import { printOpenApi } from '../../rest/print.ts';
import { printContract } from './contract.ts';

/** The files of a project's `schema/` by their names: what callers rely on, printed. */
export function schemaFiles(
  endpoints: readonly PreparedEndpoint[],
  schema: GraphQLSchema = createSchema(endpoints),
): ReadonlyMap<string, string> {
  return new Map([
    ['contract.json', printContract(endpoints, schema)],
    ['openapi.json', printOpenApi(endpoints)],
    ['schema.graphql', printSdl(schema)],
  ]);
}

/** The path of a file of `schema/` below a project's folder. */
export function schemaPath({ settings }: Project, name: string): string {
  return join(settings.folders.schema, name);
}

/** Writes the files whose texts change; returns their paths below the project's folder. */
export async function writeSchemaFiles(
  project: Project,
  files: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [name, text] of files) {
    const file = schemaPath(project, name);
    if (await writeChanged(join(project.folder, file), text)) written.push(file);
  }
  return written;
}

/** Replaces a file whose text changes, which nobody reads half written; returns whether it did. */
async function writeChanged(path: string, text: string): Promise<boolean> {
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before === text) return false;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.tmp`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
  return true;
}
