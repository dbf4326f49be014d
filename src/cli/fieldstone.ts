import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { inferTable } from '../engines/duckdb/infer-table.ts';
import { loadProject, OWN_FOLDER, type Project } from '../project/load-project.ts';
import { addBill } from './bill/command.ts';
import { reportError } from './command-error.ts';
import { addCompare } from './compare/command.ts';
import { addConfig } from './config.ts';
import { addExport } from './export/command.ts';
import { addImport } from './import/command.ts';
import { addKeys, readEnvironment } from './keys/command.ts';
import { addEndpoints, addQuery } from './query/command.ts';
import { addWarehouse } from './warehouse/command.ts';

/** The command line `fieldstone`, which includes the commands of the npm scripts. */
export function createProgram(project: Project): Command {
  const program = new Command('fieldstone')
    .description('Stored GoogleSQL queries over GraphQL and REST.')
    .version(packageJson.version)
    .showSuggestionAfterError()
    .configureOutput({ outputError: (message, write) => write(inOneLine(message)) })
    .hook('preAction', (_, command) => refuseWrongValues(command))
    .exitOverride();
  addService(program);
  addQuery(program, project);
  addEndpoints(program, project);
  addCompare(program, project);
  addExport(program, project);
  addKeys(program, () => readEnvironment(project));
  addImport(program, project);
  addWarehouse(program, project);
  addBill(program, project);
  addConfig(program, project);
  return program;
}

/** Commander puts what may have been meant into a line of its own. */
function inOneLine(message: string): string {
  return message.replace(/^error: /, '').replace('\n(Did', ' (Did');
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
    .description('start the service, and again whenever a source changes')
    .addHelpText('after', '\nExample:\n  fieldstone dev');
}

/** Runs the command line; returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram(await loadProject(OWN_FOLDER, { inferFields: inferTable })).parseAsync(
      args,
      { from: 'user' },
    );
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportError(error, (text) => process.stderr.write(text));
  }
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
