import { Command, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { configuredProject } from '../config/settings-folder.ts';
import { bigQueryDescriber } from '../engines/bigquery/describer.ts';
import { inferTable } from '../engines/duckdb/infer-table.ts';
import { OWN_FOLDER } from '../files/own-folder.ts';
import { emptyProject, loadProject, type Project } from '../project/load-project.ts';
import { addAdd } from './add/command.ts';
import type { BillCommand } from './bill.ts';
import { addCheck } from './check/command.ts';
import { reportError } from './command-error.ts';
import { readCommandConfig, requireBigQuery } from './command-options.ts';
import { addCompare } from './compare/command.ts';
import { addConfig } from './config.ts';
import { addExport } from './export/command.ts';
import { asksForHelp } from './help.cjs';
import { addImport } from './import/command.ts';
import { addInit } from './init/command.ts';
import { addKeys, readEnvironment } from './keys/command.ts';
import { addMcp } from './mcp/command.ts';
import { addEndpoints, addQuery } from './query/command.ts';
import { addSchema } from './schema/command.ts';
import { addTables } from './tables/command.ts';
import { addTest } from './test/command.ts';

/** The command line `fieldstone`, which includes the commands of the npm scripts. */
export function createProgram(project: Project): Command {
  const program = new Command('fieldstone')
    .description('Stored GoogleSQL queries over GraphQL and REST.')
    .version(packageJson.version)
    .option(
      '-C, --directory <dir>',
      'the folder of the project; default: FIELDSTONE_PROJECT, else the nearest with a fieldstone.json',
    )
    .showSuggestionAfterError()
    .hook('preAction', (_, command) => refuseWrongValues(command))
    .exitOverride();
  addInit(program);
  addAdd(program);
  addTables(program);
  addService(program);
  addQuery(program, project);
  addEndpoints(program, project);
  addMcp(program, project);
  addSchema(program, project);
  addCheck(program, project.folder);
  addTest(program, project);
  addCompare(program, project);
  addExport(program, project);
  addKeys(program, () => readEnvironment(project));
  addImport(program, project);
  addWarehouse(program, project);
  addBill(program, project);
  addConfig(program, project);
  sayWhatToWrite(program);
  return program;
}

/** Has a command, and those below it, print what is wrong with its use in one line, with what would be right. */
function sayWhatToWrite(command: Command): void {
  command.configureOutput({
    outputError: (message, write) => {
      // Commander puts what may have been meant into a line of its own.
      const line = message
        .replace(/^error: /, '')
        .replace('\n(Did', ' (Did')
        .trimEnd();
      const isSaid = /\(Did you mean|Allowed choices|; write /.test(line);
      write(`${isSaid ? line : `${line.replace(/\.$/, '')}; write ${usageOf(command)}`}\n`);
    },
  });
  const help = command.help.bind(command);
  // Commander prints the help of a command as an error where one below it is missing.
  command.help = (context) => {
    const isMissing = command.parent && typeof context === 'object' && 'error' in context;
    return isMissing ? command.error('a command is missing') : help(context as never);
  };
  for (const one of command.commands) sayWhatToWrite(one);
}

/** How a command is written; of one with commands below it, which they are. */
function usageOf(command: Command): string {
  const path = (one: Command): string => (one.parent ? `${path(one.parent)} ` : '') + one.name();
  const below = command.commands.map((one) => one.name()).filter((name) => name !== 'help');
  const needed = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const others = needed.length < command.options.length ? ['[options]'] : [];
  const words =
    below.length > 0 ? [below.join('|')] : [...argumentsOf(command), ...needed, ...others];
  return `"${[path(command), ...words].join(' ')}"`;
}

function argumentsOf(command: Command): readonly string[] {
  return command.registeredArguments.map((one) => {
    return one.required ? `<${one.name()}>` : `[${one.name()}]`;
  });
}

/**
 * With `--name --redact` a key would be called so, and would not redact; `--project "$UNSET"` would store rows of no
 * project. Parameters of an endpoint may be empty, as in REST.
 */
function refuseWrongValues(command: Command): void {
  const names = new Set<unknown>(['-h', '--help', ...command.options.map(({ long }) => long)]);
  const mayBeEmpty = command.name() === 'query';
  for (const option of command.options) {
    const values = [command.getOptionValue(option.attributeName())].flat();
    if (values.some((value) => typeof value === 'string' && names.has(value))) {
      command.error(`option '${option.flags}' argument missing`);
    }
    if (!mayBeEmpty && values.includes('')) {
      command.error(`option '${option.flags}' argument is empty`);
    }
  }
}

/** Only for the help: `src/bin.cjs` runs these commands itself. */
function addService(program: Command): void {
  program
    .command('start')
    .description('start the service; settings are environment variables or .env')
    .addHelpText('after', '\nExample:\n  PORT=8080 DEMO=false fieldstone start');
  program
    .command('dev')
    .description('start the service, which follows the files of the project while they change')
    .addHelpText('after', '\nExample:\n  fieldstone dev');
}

/** Commands that read the project themselves, as they also work on one with mistakes. */
const LOADS_ITSELF: ReadonlySet<string> = new Set(['add', 'check', 'tables']);

/** The project of a command; for help, which a mistake in it must not withhold, at worst that of this package. */
async function projectFor(args: readonly string[]): Promise<Project> {
  const load = (folder: string) =>
    loadProject(folder, { inferFields: inferTable, describeOnBigQuery: bigQueryDescriber() });
  const folder = configuredProject() ?? OWN_FOLDER;
  if (LOADS_ITSELF.has(args[0] ?? '')) return emptyProject(folder);
  const own = load(folder);
  return asksForHelp(args) ? own.catch(() => load(OWN_FOLDER)) : own;
}

/** Runs the command line; returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram(await projectFor(args)).parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportError(error, (text) => process.stderr.write(text));
  }
}

/**
 * Ends this process when the one that started it is gone. A parent that was killed has passed no signal on, but its
 * channel is closed.
 */
function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The command ends as without a channel.
  process.channel.unref();
}

/** Adds `bill`, which prints what BigQuery recorded of Fieldstone's jobs. */
function addBill(program: Command, project: Project): void {
  program
    .command('bill')
    .description("print BigQuery's own record of the jobs, by endpoint and key")
    .option('--all', 'the jobs of all users, not of these credentials alone')
    .option('--since <when>', '7d, 12h, 2026-11-01 or 2026-11-01T09:00Z', '7d')
    .option('--json', 'exact numbers of bytes')
    .addHelpText('after', '\nExample:\n  fieldstone bill --since 30d --all')
    .action(async ({ all = false, json = false, since }: Partial<BillCommand>) => {
      const { printBill } = await import('./bill.ts');
      const { openClient } = await import('../engines/bigquery/client/open-client.ts');
      const open = async () => {
        const bigquery = requireBigQuery(readCommandConfig(project));
        const { pricePerTib } = readCommandConfig(project);
        return { client: await openClient(bigquery), bigquery, pricePerTib };
      };
      const environment = { output: process.stdout, open, now: Date.now() };
      await printBill({ all, json, since: String(since) }, environment);
    });
}

/** Adds the command that creates the tables of a warehouse on BigQuery. */
function addWarehouse(program: Command, project: Project): void {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
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
      const { createTables } = await import('./warehouse/create.ts');
      process.exitCode = await createTables(project, form, print);
    });
}

if (import.meta.main) {
  endWithParent();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe early, such as head, is no failure.
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`Cannot write the output: ${error.message}\n`);
    process.exit(1);
  });
  const code = await runProgram(process.argv.slice(2));
  // Exits after output is flushed; engine processes exit with this one.
  process.stdout.write('', (error) => {
    if (!error) process.exit(code);
  });
}
