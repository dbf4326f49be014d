import type { Command } from 'commander';
import { UsageError } from '../command-error.ts';

/** Options of `init`. */
interface InitOptions {
  readonly data?: readonly string[];
  readonly bigquery?: string;
}

/** Adds `init`, which makes a project; it needs none. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('make a project in a folder that is empty, or has a package.json alone')
    .argument('<dir>', 'the folder; . is this one')
    .option(
      '--data <file...>',
      'files (.parquet, .csv, .ndjson), folders or quoted globs: each is a table',
    )
    .option('--bigquery <project.dataset>', 'the tables of a dataset on BigQuery')
    .addHelpText(
      'after',
      `
Without either, the project has the data and queries of an invented shop. BigQuery is read with application default
credentials, or at BIGQUERY_API_ENDPOINT.

Examples:
  fieldstone init . --data orders.csv customers.parquet
  fieldstone init reports --bigquery my-project.my_dataset`,
    )
    .action(async (folder: string, options: InitOptions) => {
      // Loaded on demand, with the engines.
      const { init } = await import('./init.ts');
      const { bigquery, data } = options;
      if (bigquery !== undefined && data) {
        throw new UsageError('--data and --bigquery exclude each other: a project has one engine');
      }
      await init(folder, { bigquery, data }, environmentOf());
    });
}

function environmentOf() {
  return {
    // biome-ignore lint/style/noProcessEnv: a project is made for the environment of whoever makes it
    variables: process.env,
    print: (line: string) => void process.stdout.write(`${line}\n`),
    complain: (line: string) => void process.stderr.write(`${line}\n`),
  };
}
