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
      const { schemaFiles, schemaPath, writeSchemaFiles } = await import('./schema-files.ts');
      const files = schemaFiles(prepareEndpoints(project));
      const lines = write
        ? (await writeSchemaFiles(project, files)).map((file) => `${file} is written\n`)
        : [...files].map(([name, text]) => `==> ${schemaPath(project, name)} <==\n${text}\n`);
      process.stdout.write(lines.join(''));
    });
}
