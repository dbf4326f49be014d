import type { Command } from 'commander';
import { configuredProject } from '../../config/settings-folder.ts';
import { OWN_FOLDER } from '../../files/own-folder.ts';

/** Adds `tables`, which prints the project's tables, or reads their schemas from BigQuery, whatever is wrong elsewhere. */
export function addTables(program: Command): void {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const folder = () => configuredProject() ?? OWN_FOLDER;
  const tables = program
    .command('tables')
    .description('print the tables, their columns and where their rows come from')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldstone tables\n  fieldstone tables pull orders "events_*"',
    )
    .action(async () => {
      const { printTables } = await import('./print-tables.ts');
      await printTables(folder(), print);
    });
  tables
    .command('pull')
    .description('write the schemas of tables from BigQuery, and how it partitions them')
    .argument(
      '<names...>',
      'tables of the project or of its dataset, or my-project.my_dataset.my_table; wildcards in quotes',
    )
    .addHelpText('after', '\nExample:\n  fieldstone tables pull orders "events_*"')
    .action(async (names: readonly string[]) => {
      const { pullTables } = await import('./pull.ts');
      await pullTables(folder(), names, print);
    });
}
