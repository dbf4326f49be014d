import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { SHAPE_NAMES, shapeAbilities } from '../../catalog/description/shape-abilities.ts';
import type { Project } from '../../project/load-project.ts';
import { readCommandConfig } from '../command-options.ts';
import type { QueryCommand } from './query.ts';
import { type Remote, readRemote, sendToRemote } from './remote.ts';
import { formatTable } from './table.ts';

const KEY_VARIABLE = 'FIELDSTONE_KEY';

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

/** Adds `query`, which runs an endpoint. */
export function addQuery(program: Command, project: Project): void {
  const query = withRemote(program.command('query'))
    .description("run an endpoint with the operator's rights, or with a key on a running service")
    .argument('<endpoint>', 'its name or id')
    .option('--sql <text>', 'a SELECT of your own; - reads it from standard input')
    .addOption(new Option('--format <form>', 'table, json, csv or ndjson').default('table'))
    .option('--safe', 'with csv: no text is a formula of a spreadsheet')
    .option('--redact', 'hide personal data');
  const parameters = parameterNames(project);
  for (const name of parameters) query.option(`--${name} <value>`, argumentText(name), append);
  query
    .addHelpText(
      'after',
      '\nExamples:\n  fieldstone query logs.all --project demo --format csv\n  echo "SELECT COUNT(*) AS n FROM edge_logs" | fieldstone query logs.all --project demo --sql -',
    )
    .action(async (endpoint: string, options: QueryOptions & Record<string, unknown>) => {
      // Loaded on demand: engines take a while to load, and help and usage errors do not need them.
      const { runQuery } = await import('./query.ts');
      await runQuery(
        {
          endpoint,
          arguments: sentArguments(parameters, options),
          sql: options.sql === '-' ? await text(process.stdin) : options.sql,
          format: options.format,
          isSafe: options.safe ?? false,
          redact: options.redact ?? false,
          remote: remoteOf(options),
        },
        { output: process.stdout, config: () => readCommandConfig(project), project },
      );
    });
}

/** The parameters of all endpoints, and what their rows are limited and ordered with. */
function parameterNames({ endpoints }: Project): readonly string[] {
  const shape = endpoints.map(shapeAbilities);
  return [
    ...new Set([
      ...endpoints.flatMap(({ parameters }) => Object.keys(parameters)),
      ...(shape.some(({ limit }) => limit) ? [SHAPE_NAMES.limit] : []),
      ...(shape.some(({ orderBy }) => orderBy) ? [SHAPE_NAMES.orderBy] : []),
    ]),
  ];
}

function argumentText(name: string): string {
  if (name === SHAPE_NAMES.limit) return 'the most rows, as in REST';
  if (name === SHAPE_NAMES.orderBy) return 'columns with commas, - before one is descending';
  return 'a parameter, as in REST; for an array repeated';
}

function append(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** An array has an element for each time that its option is there. */
function sentArguments(
  names: readonly string[],
  options: Readonly<Record<string, unknown>>,
): QueryCommand['arguments'] {
  const sent = names.flatMap((name) => {
    const values = options[name] as readonly string[] | undefined;
    return values ? [[name, values.length === 1 ? values[0] : values] as const] : [];
  });
  return Object.fromEntries(sent);
}

/** Adds `endpoints`, which lists them. */
export function addEndpoints(program: Command, project: Project): void {
  withRemote(program.command('endpoints'))
    .description('list what can be run, or print all that is said and inferred of one')
    .argument('[name]', 'the name of an endpoint of this project')
    .addOption(new Option('--format <form>', 'how').choices(['table', 'json']).default('table'))
    .addHelpText('after', '\nExample:\n  fieldstone endpoints --url http://127.0.0.1:4000')
    .action(
      async (name: string | undefined, options: RemoteOptions & { readonly format: string }) => {
        if (name !== undefined) {
          const { describeOne } = await import('../schema/describe-one.ts');
          process.stdout.write(describeOne(project, name, options.format));
          return;
        }
        const { endpoints } = JSON.parse(await describeAll(project, remoteOf(options)));
        process.stdout.write(
          options.format === 'json'
            ? `${JSON.stringify(endpoints, undefined, 2)}\n`
            : formatTable(endpoints.map(summarize(foreignNames(project)))),
        );
      },
    );
}

async function describeAll(project: Project, remote: Remote | undefined): Promise<string> {
  if (remote) return text(await sendToRemote(remote, { path: '/api/endpoints' }));
  const { describeLocally } = await import('./local.ts');
  return JSON.stringify({ endpoints: describeLocally(project, readCommandConfig(project)) });
}

/** The endpoints that only BigQuery runs. */
function foreignNames({ endpoints }: Project): ReadonlySet<string> {
  const foreign = endpoints.filter(({ statement }) => statement.kind === 'foreign');
  return new Set(foreign.map(({ name }) => name));
}

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
}

function summarize(
  foreign: ReadonlySet<string>,
): (endpoint: Listed) => Readonly<Record<string, unknown>> {
  return ({ description, name, parameters }) => {
    const spelt = parameters.map((one) => (one.required ? one.name : `[${one.name}]`));
    return {
      name,
      parameters: spelt.join(' '),
      ...(foreign.size > 0 && { engine: foreign.has(name) ? 'BigQuery' : '' }),
      description,
    };
  };
}
