import { type Command, Option } from 'commander';
import type { Against } from './against/earlier-contract.ts';

interface CheckOptions {
  readonly format: 'text' | 'json' | 'github';
  readonly against?: Against;
  readonly bigquery?: boolean;
}

const HELP = `
--against compares what callers rely on with the contract.json of a commit of git or of a file, and says of each change
whom it breaks. Without REF it is the merge base of HEAD with the branch to merge into: that of origin/HEAD, else the one
in GITHUB_BASE_REF or CI_MERGE_REQUEST_TARGET_BRANCH_NAME, else main or master of origin; on that branch itself, HEAD.

With --bigquery it also looks at the tables that endpoints read: tables that are missing, not readable, not
partitioned or clustered as declared, or elsewhere; columns and types; results of other types than inferred.
With both, it compares bytes and pruning with those of REF, whose code (endpoint.ts) runs for that and at no other time.

Exits with 1 if anything is wrong or a change is breaking, with 2 if git lacks the history to compare with.

Examples:
  fieldstone check --bigquery --format json
  fieldstone check --against
  fieldstone check --against v1.4.0 --format github`;

/** Adds `check`, which says everything that is wrong with a project. */
export function addCheck(program: Command, folder: string): void {
  program
    .command('check')
    .description('check all endpoints, and that schema/ is what the project prints')
    .addOption(
      new Option('--format <form>', 'how').choices(['text', 'json', 'github']).default('text'),
    )
    .option('--against [ref]', 'also say what has changed for clients since a REF or FILE')
    .option('--bigquery', 'have BigQuery analyse every statement too, which is free')
    .addHelpText('after', HELP)
    .action(async ({ against, bigquery = false, format }: CheckOptions) => {
      // Loaded on demand: the compiler and Pothos take a while to load.
      const { checkProject } = await import('./check-project.ts');
      const { printGithub, printText } = await import('./print-findings.ts');
      const { isRight } = await import('./report.ts');
      // biome-ignore lint/style/noProcessEnv: CI says there where the checkout is, and what it is merged into
      const environment = process.env;
      const findings = await checkProject(folder, { against, bigquery, environment });
      const { report } = findings;
      const text = {
        json: () => `${JSON.stringify(report, undefined, 2)}\n`,
        github: () =>
          printGithub(findings, folder, environment['GITHUB_WORKSPACE'] ?? process.cwd()),
        text: () => printText(findings, process.stdout.hasColors?.() ?? false),
      }[format];
      process.stdout.write(text());
      process.exitCode = isRight(report) ? 0 : 1;
    });
}
