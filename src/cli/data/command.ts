import { type Command, Option } from 'commander';
import type { Project } from '../../project/load-project.ts';
import { readCommandConfig } from '../command-config.ts';
import { findTable } from '../find-table.ts';
import type { ExportOptions } from './export.ts';

// The actions are loaded on demand: the engine takes a while to load, and help and other commands do not need it.

/** Adds the commands that work on the embedded engine's data themselves. */
export function addData(program: Command, project: Project): void {
  addExport(program, project);
  const data = program
    .command('data')
    .description("check and copy the embedded engine's data")
    .addHelpText('after', '\nExample:\n  fieldstone data check');
  withFolder(data.command('check'))
    .description('compare every file with what the tables’ manifests say')
    .addHelpText('after', '\nExample:\n  fieldstone data check')
    .action(async (options: FolderOption) => {
      const { checkData } = await import('./check.ts');
      await checkData(folderOf(options, project), project.tables);
    });
  withFolder(data.command('copy'))
    .description('copy the data as they are at one moment, while the service runs')
    .argument('<folder>', 'an empty folder, or one that does not exist')
    .addHelpText('after', '\nExample:\n  fieldstone data copy /backup/2026-07-01')
    .action(async (target: string, options: FolderOption) => {
      const { copyData } = await import('./copy.ts');
      await copyData(folderOf(options, project), target);
    });
}

function addExport(program: Command, project: Project): void {
  withFolder(program.command('export'))
    .description("write a table's rows in a form that import takes back")
    .argument('<table>', 'the name of a log table')
    .option('--from <time>', 'the first moment: 2026-07-01 or 2026-07-01T10:00:00Z')
    .option('--to <time>', 'the moment after the last')
    .option('--project <name>', 'only rows of this tenant')
    .addOption(
      new Option('--format <form>', 'how').choices(['ndjson', 'parquet']).default('ndjson'),
    )
    .option('--output <file>', 'where to; - is standard output', '-')
    .addHelpText(
      'after',
      '\nExample:\n  fieldstone export postgres.logs --from 2026-07-01 --project abc | gzip > rows.ndjson.gz',
    )
    .action(async (name: string, options: FolderOption & ExportOptions) => {
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
