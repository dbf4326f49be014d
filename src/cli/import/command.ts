import { Option, type Command as Program } from 'commander';
import { FORMATS } from '../../import/input/detect-format.ts';
import type { Project } from '../../project/load-project.ts';
import { readCommandConfig } from '../command-options.ts';
import { type Command, type ImportOptions, readCommandLine } from './command-line.ts';

/** Adds `import`, whose command line is parsed for `run`. */
export function addImport(
  program: Program,
  project: Project,
  run = (command: Command) => runHere(command, project),
): void {
  program
    .command('import')
    .description("add rows to the embedded engine's data")
    .argument('[table]', 'the name of a table')
    .argument('[file]', 'may be packed with gzip or zstd; - is standard input')
    .addOption(
      new Option(
        '--format <format>',
        "ndjson: rows in the table's shape; csv: with a header; parquet; combined: an Apache or nginx access log (default: detected)",
      ).choices(FORMATS),
    )
    .option(
      '--tenant <value>',
      'whose rows they are; needed for an access log, else fills what rows leave out',
    )
    .option('--project <value>', 'the same as --tenant')
    .option('--host <name>', "the host of an access log's requests (default: <tenant>.example.com)")
    .addOption(
      new Option(
        '--shift-to <time>',
        'moves all rows by the same time, so that the newest is now',
      ).choices(['now']),
    )
    .option('--rejects <file>', 'writes every bad line with its number and the reason, as NDJSON')
    .option('--again', 'imports an input into a table that has its rows already')
    .option('--list', 'lists the imports whose rows are there')
    .option('--undo <id>', 'removes the rows of an import')
    .option('--data-dir <folder>', 'where the data are (default: DATA_DIR)')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldstone import cloudflare.logs.prod access.log.gz --tenant abc --shift-to now\n  zcat rows.ndjson.gz | fieldstone import postgres.logs -\n  fieldstone import --list',
    )
    .action((table: string | undefined, file: string | undefined, options: ImportOptions) =>
      run(readCommandLine(table, file, options, project.tables)),
    );
}

async function runHere(command: Command, project: Project): Promise<void> {
  // Loaded on demand: the engine takes a while to load, and help and usage errors do not need it.
  const { runImport } = await import('./import.ts');
  const { stderr, stdin, stdout } = process;
  const { dataDir } = readCommandConfig(project);
  process.exitCode = await runImport(command, {
    ...{ stdin, stdout, stderr, dataDir, project },
    now: Date.now,
  });
}
