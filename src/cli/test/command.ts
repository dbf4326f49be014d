import type { Command } from 'commander';
import type { Project } from '../../project/load-project.ts';
import { readCommandConfig } from '../command-options.ts';

interface TestOptions {
  readonly update?: boolean;
  readonly record?: readonly string[];
  readonly bigquery?: boolean;
  readonly mutate?: boolean;
  readonly junit?: string;
}

/** Adds `test`, which runs the cases of a project. */
export function addTest(program: Command, project: Project): void {
  program
    .command('test')
    .description('run the cases of endpoints, in cases/NAME/CASE.json, on the embedded engine')
    .argument('[name...]', 'endpoints; all without it')
    .option('--update', 'write the answered rows into the cases whose rows differ')
    .option(
      '--record <NAME CASE...>',
      "write a case of an endpoint from rows of the project's data, with personal data hidden",
    )
    .option(
      '--bigquery',
      'run cases with "tables" on BigQuery: their rows stand in the statements, so nothing is billed',
    )
    .option(
      '--mutate',
      'change each comparison, condition, join, aggregate and literal once: a case must fail each time',
    )
    .option('--junit <file>', 'write the results as JUnit XML too')
    .addHelpText(
      'after',
      '\nA case has its own rows ("tables") and touches no data; one without them reads those of the project.\nExits with 1 if a case fails.\n\nExample:\n  fieldstone test revenue.by-day --update',
    )
    .action(async (names: readonly string[], options: TestOptions) => {
      // Loaded on demand: the compiler and engines take a while to load.
      const { testProject } = await import('./test-project.ts');
      process.exitCode = await testProject({
        project,
        config: readCommandConfig(project),
        names,
        update: options.update ?? false,
        record: options.record,
        mutate: options.mutate ?? false,
        bigquery: options.bigquery ?? false,
        junit: options.junit,
        isColoured: process.stdout.hasColors?.() ?? false,
        write: (text) => void process.stdout.write(text),
      });
    });
}
