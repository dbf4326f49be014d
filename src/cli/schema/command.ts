import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { prepareEndpoints } from '../../catalog/prepare.ts';
import type { Project } from '../../project/load-project.ts';

/** Adds `schema`, which prints or writes what callers rely on. */
export function addSchema(program: Command, project: Project): void {
  program
    .command('schema')
    .description('print the schema of GraphQL, the OpenAPI document and the contract')
    .option('--write', 'write them to the project’s folder for schemas instead')
    .addHelpText('after', '\nExample:\n  fieldstone schema --write')
    .action(async ({ write = false }: { readonly write?: boolean }) => {
      // Loaded on demand: Pothos takes a while to load.
      const { schemaFiles } = await import('./schema-files.ts');
      const files = schemaFiles(prepareEndpoints(project));
      for (const [name, text] of files) {
        const file = join(project.settings.folders.schema, name);
        if (!write) process.stdout.write(`==> ${file} <==\n${text}\n`);
        else if (await writeChanged(join(project.folder, file), text)) {
          process.stdout.write(`${file} is written\n`);
        }
      }
    });
}

/** Writes a file whose text changes; returns whether it did. */
async function writeChanged(path: string, text: string): Promise<boolean> {
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before === text) return false;
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  return true;
}
