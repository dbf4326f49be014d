import { type Command, Option } from 'commander';

interface CheckOptions {
  readonly format: 'text' | 'json' | 'github';
  readonly bigquery?: boolean;
}

/** Adds `check`, which says everything that is wrong with a project. */
export function addCheck(program: Command, folder: string): void {
  program
    .command('check')
    .description('check all endpoints, and that schema/ is what the project prints')
    .addOption(
      new Option('--format <form>', 'how').choices(['text', 'json', 'github']).default('text'),
    )
    .option('--bigquery', 'have BigQuery analyse every statement too, which is free')
    .addHelpText(
      'after',
      '\nWith --bigquery it also looks at the tables that endpoints read: tables that are missing, not readable, not\npartitioned or clustered as declared, or elsewhere; columns and types; results of other types than inferred.\nExits with 1 if anything is wrong.\n\nExample:\n  fieldstone check --bigquery --format json',
    )
    .action(async ({ bigquery = false, format }: CheckOptions) => {
      // Loaded on demand: the compiler and Pothos take a while to load.
      const { checkProject } = await import('./check-project.ts');
      const { printGithub, printText } = await import('./print-findings.ts');
      const findings = await checkProject(folder, bigquery);
      const { report } = findings;
      // biome-ignore lint/style/noProcessEnv: GitHub Actions says there where the checkout is
      const checkout = process.env['GITHUB_WORKSPACE'];
      const text = {
        json: () => `${JSON.stringify(report, undefined, 2)}\n`,
        github: () => printGithub(findings, folder, checkout ?? process.cwd()),
        text: () => printText(findings, process.stdout.hasColors?.() ?? false),
      }[format];
      process.stdout.write(text());
      const isRight = report.errors.length === 0 && report.endpoints.every(({ ok }) => ok);
      process.exitCode = isRight ? 0 : 1;
    });
}
