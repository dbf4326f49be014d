import type { Command } from 'commander';
import { configuredProject } from '../../config/settings-folder.ts';
import { bigQueryDescriber } from '../../engines/bigquery/describer.ts';
import { inferTable } from '../../engines/duckdb/infer-table.ts';
import { OWN_FOLDER } from '../../files/own-folder.ts';

/** Adds `add`, which adds an endpoint to the project, whatever is wrong with others. */
export function addAdd(program: Command): void {
  program
    .command('add')
    .description('add a file of SQL to the endpoints, and print what was inferred of it')
    .argument('<file>', 'a .sql file; it is copied')
    .option('--name <name>', 'the name of the endpoint, else that of the file')
    .addHelpText('after', '\nExample:\n  fieldstone add revenue.sql --name revenue.by-day')
    .action(async (file: string, { name }: { readonly name?: string }) => {
      // Loaded on demand, with the engines.
      const [{ add }, { readConfig }] = await Promise.all([
        import('./add.ts'),
        import('../../config/config.ts'),
      ]);
      // biome-ignore lint/style/noProcessEnv: the operator's own key, on the operator's own terminal
      const key = process.stdout.isTTY ? process.env['FIELDSTONE_KEY'] : undefined;
      await add(
        { file, name },
        {
          folder: configuredProject() ?? OWN_FOLDER,
          inferFields: inferTable,
          describeOnBigQuery: bigQueryDescriber(),
          config: readConfig,
          key: key ?? '$FIELDSTONE_KEY',
          write: (text) => void process.stdout.write(text),
          complain: (line) => void process.stderr.write(`${line}\n`),
        },
      );
    });
}
