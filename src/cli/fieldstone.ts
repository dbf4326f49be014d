import { text } from 'node:stream/consumers';
import { Command, CommanderError, Option } from 'commander';
import { currentSettings } from '../config/setting-list.ts';
import { ENDPOINTS } from '../endpoints/index.ts';
import { messageOf } from '../errors.ts';
import { readCommandConfig, readCommandFile } from './command-config.ts';
import { CommandError } from './command-error.ts';
import { addCompare } from './compare/command.ts';
import { addData } from './data/command.ts';
import { endWithParent } from './end-with-parent.ts';
import { printConfig } from './print-config.ts';
import { askRemote, type Remote, readRemote } from './query/remote.ts';
import { formatTable } from './query/table.ts';
import { runScript } from './run-script.ts';

const KEY_VARIABLE = 'FIELDSTONE_KEY';

/** The command line `fieldstone`, which includes the commands of the npm scripts. */
export function createProgram(): Command {
  const program = new Command('fieldstone')
    .description('Stored GoogleSQL queries over GraphQL and REST.')
    .showSuggestionAfterError()
    .configureOutput({ outputError: (message, write) => write(inOneLine(message)) })
    .enablePositionalOptions()
    .exitOverride();
  addService(program);
  addQuery(program);
  addEndpoints(program);
  addCompare(program);
  addData(program);
  addScripts(program);
  addBill(program);
  program
    .command('config')
    .description('print every setting as it would be used, without secrets')
    .addHelpText('after', '\nExample:\n  fieldstone config')
    .action(() => void process.stdout.write(printSettings()));
  return program;
}

function addBill(program: Command): void {
  program
    .command('bill')
    .description('print what was billed and saved, with its price')
    .option('--since <when>', '7d, 12h, 2026-11-01 or 2026-11-01T09:00Z', '30d')
    .option('--by <what>', 'key, endpoint or interface', 'key')
    .option('--json', 'exact numbers of bytes')
    .addHelpText('after', '\nExample:\n  fieldstone bill --since 7d --by endpoint')
    .action(async ({ by, json = false, since }: { by: string; json?: boolean; since: string }) => {
      const { printBill } = await import('./bill.ts');
      const environment = { output: process.stdout, config: readCommandConfig, now: Date.now };
      await printBill({ by, json, since }, environment);
    });
}

/** Stops at a wrong setting, as the start would. */
function printSettings(): string {
  readCommandConfig();
  return printConfig(currentSettings({ configFile: readCommandFile() }));
}

/** Commander puts what may have been meant into a line of its own. */
function inOneLine(message: string): string {
  return message.replace(/^error: /, '').replace('\n(Did', ' (Did');
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

/** Adds the commands that parse their own arguments and have their own help. */
function addScripts(program: Command): void {
  const scripts = [
    ['keys', 'make, list and revoke API keys', 'keys create --name ci --expires 30d', 'keys.ts'],
    ['import', 'import log files', 'import cloudflare.logs.prod access.ndjson', 'import.ts'],
    ['check', 'dry-run every stored query on BigQuery', 'check', 'check-warehouse.ts'],
  ] as const;
  for (const [name, description, example, file] of scripts) {
    program
      .command(name)
      .description(description)
      .argument('[arguments...]')
      .helpOption(false)
      .allowUnknownOption()
      .passThroughOptions()
      .addHelpText('after', `\nExample:\n  fieldstone ${example}`)
      .action(async (args: readonly string[]) => {
        process.exitCode = await runScript(new URL(file, import.meta.url), args);
      });
  }
}

interface RemoteOptions {
  readonly url?: string;
  readonly keyEnv: string;
}

function withRemote(command: Command): Command {
  return command
    .option('--url <url>', 'ask a running service instead of reading DATA_DIR')
    .option('--key-env <name>', 'the variable that holds its key', KEY_VARIABLE);
}

function remoteOf({ keyEnv, url }: RemoteOptions): Remote | undefined {
  // biome-ignore lint/style/noProcessEnv: the operator says which variable holds the key
  return url === undefined ? undefined : readRemote(url, keyEnv, process.env);
}

interface QueryOptions extends RemoteOptions {
  readonly sql?: string;
  readonly format: string;
  readonly safe?: boolean;
  readonly redact?: boolean;
}

function addQuery(program: Command): void {
  const query = withRemote(program.command('query'))
    .description("run an endpoint with the operator's rights, or with a key on a running service")
    .argument('<endpoint>', 'its name or id')
    .option('--sql <text>', 'a SELECT of your own; - reads it from standard input')
    .addOption(new Option('--format <form>', 'table, json, csv or ndjson').default('table'))
    .option('--safe', 'with csv: no text is a formula of a spreadsheet')
    .option('--redact', 'hide personal data');
  const parameters = parameterNames();
  for (const name of parameters) query.option(`--${name} <value>`, 'a parameter, as in REST');
  query
    .addHelpText(
      'after',
      '\nExamples:\n  fieldstone query logs.all --project demo --format csv\n  echo "SELECT COUNT(*) AS n FROM edge_logs" | fieldstone query logs.all --project demo --sql -',
    )
    .action(async (endpoint: string, options: QueryOptions & Record<string, unknown>) => {
      // Loaded on demand: engines take a while to load, and help and usage errors do not need them.
      const { runQuery } = await import('./query.ts');
      const sent = parameters.filter((name) => typeof options[name] === 'string');
      await runQuery(
        {
          endpoint,
          arguments: Object.fromEntries(sent.map((name) => [name, String(options[name])])),
          sql: options.sql === '-' ? await text(process.stdin) : options.sql,
          format: options.format,
          isSafe: options.safe ?? false,
          redact: options.redact ?? false,
          remote: remoteOf(options),
        },
        { output: process.stdout, config: readCommandConfig },
      );
    });
}

function parameterNames(): readonly string[] {
  return [...new Set(ENDPOINTS.flatMap(({ parameters }) => Object.keys(parameters)))];
}

function addEndpoints(program: Command): void {
  withRemote(program.command('endpoints'))
    .description('list what can be run, and with what')
    .addOption(new Option('--format <form>', 'how').choices(['table', 'json']).default('table'))
    .addHelpText('after', '\nExample:\n  fieldstone endpoints --url http://127.0.0.1:4000')
    .action(async (options: RemoteOptions & { readonly format: string }) => {
      const { endpoints } = JSON.parse(await describeAll(remoteOf(options)));
      process.stdout.write(
        options.format === 'json'
          ? `${JSON.stringify(endpoints, undefined, 2)}\n`
          : formatTable(endpoints.map(summarize)),
      );
    });
}

async function describeAll(remote: Remote | undefined): Promise<string> {
  if (remote) return text(await askRemote(remote, { path: '/api/endpoints' }));
  const { describeLocally } = await import('./query/local.ts');
  return JSON.stringify({ endpoints: describeLocally(readCommandConfig()) });
}

function summarize(endpoint: {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
}): Readonly<Record<string, unknown>> {
  const { description, name, parameters } = endpoint;
  const spelt = parameters.map((one) => (one.required ? one.name : `[${one.name}]`));
  return { name, parameters: spelt.join(' '), description };
}

/** Runs the command line; returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error);
  }
}

function report(error: unknown): number {
  // Commander has printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  process.stderr.write(`${messageOf(error)}\n`);
  return error instanceof CommandError ? error.exitCode : 1;
}

if (import.meta.main) {
  endWithParent();
  // A reader that closes the pipe early, such as head, is no failure.
  process.stdout.on('error', () => process.exit());
  const code = await runProgram(process.argv.slice(2));
  // Exits after output is flushed; engine processes exit with this one.
  process.stdout.write('', () => process.exit(code));
}
