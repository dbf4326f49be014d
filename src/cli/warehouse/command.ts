import { type Command, Option } from 'commander';
import type { Project } from '../../project/load-project.ts';

/** Adds the commands that check and create the tables of a warehouse on BigQuery. */
export function addWarehouse(program: Command, project: Project): void {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  program
    .command('check')
    .description(
      'look at every log table on BigQuery, and have it analyse every stored query, which is free',
    )
    .option('--json', 'print the result as JSON, for CI')
    .addHelpText(
      'after',
      '\nLists what is wrong with what to grant or to change, and exits with 1 then: tables that are missing, not readable,\nnot partitioned by "timestamp" or clustered by project, or elsewhere; columns and types; results of other types than\nendpoints declare.\n\nExample:\n  fieldstone check --json',
    )
    .action(async (options: { readonly json?: boolean }) => {
      const { checkWarehouse } = await import('./check.ts');
      process.exitCode = await checkWarehouse(project, options, print);
    });
  program
    .command('create-tables')
    .description(
      'create the log tables on BigQuery, partitioned by day and clustered by project and time',
    )
    .addOption(
      new Option('--print <form>', 'print them instead, as Terraform or as bq commands').choices([
        'terraform',
        'bq',
      ]),
    )
    .addHelpText(
      'after',
      '\nA table that exists is left alone and compared; a difference is an error.\n\nExample:\n  fieldstone create-tables --print terraform',
    )
    .action(async ({ print: form }: { readonly print?: 'terraform' | 'bq' }) => {
      const { createTables } = await import('./create.ts');
      process.exitCode = await createTables(project, form, print);
    });
}
