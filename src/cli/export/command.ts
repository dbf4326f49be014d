import { type Command, Option } from 'commander';
import type { Project } from '../../project/load-project.ts';
import { findTable, readCommandConfig } from '../command-options.ts';
import type { ExportOptions } from './export.ts';

/** Adds `export`. */
export function addExport(program: Command, project: Project): void {
  withFolder(program.command('export'))
    .description("write a table's rows in a form that import takes back")
    .argument('<table>', 'the name of a table')
    .option('--from <time>', 'the first moment: 2026-07-01 or 2026-07-01T10:00:00Z')
    .option('--to <time>', 'the moment after the last')
    .option('--tenant <value>', 'only rows of this tenant')
    .option('--project <value>', 'the same as --tenant')
    .addOption(
      new Option('--format <form>', 'how').choices(['ndjson', 'parquet']).default('ndjson'),
    )
    .option('--output <file>', 'where to; - is standard output', '-')
    .addHelpText(
      'after',
      '\nExample:\n  fieldstone export postgres.logs --from 2026-07-01 --tenant abc | gzip > rows.ndjson.gz',
    )
    .action(async (name: string, options: FolderOption & ExportOptions) => {
      // Loaded on demand: the engine takes a while to load, and help does not need it.
      const { exportTable } = await import('./export.ts');
      const table = findTable(name, project.tables);
      await exportTable(folderOf(options, project), table, options);
    });
}

interface FolderOption {
  readonly dataDir?: string;
}

function withFolder(command: Command): Command {
  return command.option('--data-dir <folder>', 'where the data are (default: DATA_DIR)');
}

function folderOf({ dataDir }: FolderOption, project: Project): string {
  return dataDir ?? readCommandConfig(project).dataDir;
}
