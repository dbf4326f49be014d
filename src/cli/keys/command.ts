import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { changeKeys, readKeys } from '../../auth/keys/key-file.ts';
import { createKey, type KeyRecord } from '../../auth/keys/key-record.ts';
import { adoptionFault } from '../../auth/secret.ts';
import { formatByteSize } from '../../config/byte-size.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { isFolder } from '../../files/private-folder.ts';
import type { Project } from '../../project/load-project.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { readCommandConfig } from '../command-options.ts';
import { alignColumns } from '../query/table.ts';
import { type GrantOptions, readGrant } from './grant.ts';

/** Dependencies of the commands. */
export interface KeysEnvironment {
  readonly file: string;
  readonly endpoints: readonly Endpoint[];
  /** The project's own pin. */
  readonly tenant?: string | undefined;
  readonly now: Date;
  /** Reads all of standard input. */
  readonly readInput: () => Promise<string>;
  /** Prints a line to standard output. */
  readonly print: (line: string) => void;
  /** Prints a line to standard error. */
  readonly complain: (line: string) => void;
}

const NOTES = `
Keys are kept as hashes in KEYS_FILE (default DATA_DIR/keys.json). A running server sees every change within 5 seconds.
With KEYS in the environment there is no file to work on.`;

/** Adds `keys`, which makes, lists and revokes API keys. The environment is read when one of its commands runs. */
export function addKeys(program: Command, environment: () => KeysEnvironment): void {
  const keys = program
    .command('keys')
    .description('make, list and revoke API keys')
    .addHelpText(
      'after',
      `${NOTES}\n\nExamples:\n  fieldstone keys create --name ci --expires 30d\n  fieldstone keys list\n  fieldstone keys revoke 0123456789ab`,
    );
  addCreate(keys, environment);
  keys
    .command('list')
    .description('show the keys there are')
    .addHelpText('after', '\nExample:\n  fieldstone keys list')
    .action(() => list(environment()));
  keys
    .command('revoke')
    .description('take a key away')
    .argument('<id>', 'its id, which list shows')
    .addHelpText('after', '\nExample:\n  fieldstone keys revoke 0123456789ab')
    .action((id: string) => revoke(id, environment()));
}

function addCreate(keys: Command, environment: () => KeysEnvironment): void {
  const all = (value: string, before: readonly string[] = []) => [...before, value];
  const create = keys.command('create');
  refuseBoth(create, 'sandbox', 'no-sandbox');
  create
    .description('make a key; the last line that is printed is the key alone')
    .requiredOption('--name <name>', 'what the key is for; need not be unique')
    .option('--endpoint <name>', 'an endpoint that it may run, else all; may be repeated', all)
    .option(
      '--pin <name=value>',
      "fix an argument: callers may leave it out, and cannot send another value; a pinned project also filters all that the key's own SQL can read; may be repeated",
      all,
    )
    .option('--secret-stdin', 'adopt a secret of at least 20 characters, read from standard input')
    .option('--redact', 'hide personal data in every answer; without --sandbox no SQL of its own')
    .addOption(
      new Option(
        '--sandbox',
        'let it send its own SQL, as keys may unless --redact is given; with --redact, redaction is then best effort: SQL can compute on the raw values before they are redacted',
      ).default(undefined),
    )
    .option('--no-sandbox', 'only stored queries')
    .option('--metrics', 'let it read /metrics; without --endpoint it then reads nothing else')
    .option(
      '--origin <origin>',
      'a page that may use it in browsers, like https://app.example.com or https://*.example.com, else any; may be repeated',
      all,
    )
    .option('--expires <when>', '30d, 12h, 45m, 90s, 2w or 2030-01-31, else never')
    .option('--max-bytes <size>', 'what BigQuery may bill for a query, like 10GB')
    .option('--daily-bytes <size>', 'what BigQuery may bill for all queries of a UTC day, like 1TB')
    .option('--max-running <n>', "queries at the same time, else two thirds of the engine's slots")
    .option('--max-waiting <n>', 'queries that wait for others, else half of what may wait')
    .option('--requests-per-minute <n>', 'else RATE_LIMIT_PER_MINUTE')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldstone keys create --name ci --expires 30d\n  fieldstone keys create --name explorer --endpoint logs.all --pin project=abc --pin project_tier=PRO',
    )
    .action((options: GrantOptions) => createGranted(options, environment()));
}

/** Refuses an option beside its negation, of which commander would take the last. */
function refuseBoth(command: Command, ...names: readonly string[]): void {
  const given = new Set<string>();
  for (const name of names) command.on(`option:${name}`, () => given.add(name));
  command.hook('preAction', () => {
    if (given.size < names.length) return;
    throw new UsageError(`${names.map((name) => `--${name}`).join(' and ')} exclude each other`);
  });
}

async function createGranted(options: GrantOptions, environment: KeysEnvironment): Promise<void> {
  const { complain, file, now, print } = environment;
  const { grant, notes } = readGrant(options, environment);
  const adopted = options.secretStdin ? await readSecret(environment) : undefined;
  const { secret, record } = createKey(grant, now, adopted);
  await changeKeys(file, (keys = []) => {
    const same = keys.find(({ sha256 }) => sha256 === record.sha256);
    if (same) throw new Error(`This secret is the key ${same.id} already; revoke that one first`);
    return [...keys, record];
  });
  for (const note of notes) complain(`Note: ${note}`);
  print(`Key ${record.id} "${record.name}" was written to "${file}", which holds only its hash.`);
  if (adopted !== undefined) return;
  print('It is shown this one time:');
  print(secret);
}

async function readSecret({ readInput }: KeysEnvironment): Promise<string> {
  const secret = (await readInput()).replace(/\r?\n$/, '');
  const fault = adoptionFault(secret);
  if (fault !== undefined) throw new UsageError(`The secret on standard input ${fault}`);
  return secret;
}

async function list({ file, now, print }: KeysEnvironment): Promise<void> {
  await requireFolder(file);
  const keys = (await readKeys(file)) ?? [];
  if (keys.length === 0) print(`There is no key in "${file}".`);
  else for (const line of listKeys(keys, now)) print(line);
}

async function revoke(id: string, { file, print }: KeysEnvironment): Promise<void> {
  await requireFolder(file);
  let isKnown = false;
  await changeKeys(file, (keys = []) => {
    isKnown = keys.some((key) => key.id === id);
    return isKnown ? keys.filter((key) => key.id !== id) : undefined;
  });
  if (!isKnown) throw new Error(`There is no key "${id}"; list shows the ids`);
  print(`Key ${id} is revoked; a running server refuses it within 5 seconds.`);
}

/** Where even the folder is missing, the path is wrong or its volume is not mounted. */
async function requireFolder(file: string): Promise<void> {
  if (await isFolder(dirname(file))) return;
  throw new CommandError(
    1,
    `There is no folder for the key file "${file}"; is DATA_DIR, or KEYS_FILE, right? The first start or "keys create" makes it`,
  );
}

/** The key file of the service and its endpoints, and the process's own streams. */
export function readEnvironment(project: Project): KeysEnvironment {
  const { keys, keysFile } = readCommandConfig(project);
  if (keys !== undefined) throw new Error('KEYS is set: there is no key file to work on');
  const writeTo = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);
  return {
    file: keysFile,
    endpoints: project.endpoints,
    tenant: project.tenant,
    now: new Date(),
    readInput: () => text(process.stdin),
    print: writeTo(process.stdout),
    complain: writeTo(process.stderr),
  };
}

const HEADINGS = [
  'ID',
  'NAME',
  'CREATED',
  'EXPIRES',
  'ENDPOINTS',
  'PINS',
  'REDACT',
  'SANDBOX',
  'METRICS',
  'ORIGINS',
  'QUERY BYTES',
  'DAILY BYTES',
  'RUNNING',
  'WAITING',
  'PER MINUTE',
];

/** The keys as lines of a table with headings. */
function listKeys(keys: readonly KeyRecord[], now: Date): readonly string[] {
  return alignColumns([HEADINGS, ...keys.map((key) => cells(key, now))]);
}

function cells(key: KeyRecord, now: Date): readonly string[] {
  return [
    key.id,
    key.name,
    minute(key.created),
    expiry(key.expires, now),
    key.endpoints?.join(',') ?? 'all',
    Object.entries(key.pins)
      .map(([name, value]) => `${name}=${value}`)
      .join(',') || '-',
    key.redact ? 'yes' : 'no',
    key.sandbox ? 'yes' : 'no',
    key.metrics ? 'yes' : 'no',
    key.origins?.join(',') ?? 'any',
    size(key.maxBytes),
    size(key.dailyBytes),
    ...[key.maxRunning, key.maxWaiting, key.requestsPerMinute].map((count) => `${count ?? '-'}`),
  ].map(printable);
}

function expiry(expires: string | undefined, now: Date): string {
  if (expires === undefined) return 'never';
  return Date.parse(expires) > now.getTime() ? minute(expires) : `${minute(expires)} (expired)`;
}

function size(bytes: number | undefined): string {
  return bytes === undefined ? '-' : formatByteSize(bytes);
}

function minute(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')}Z`;
}

/** Replaces control characters: the file may have been edited by hand, and they must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
