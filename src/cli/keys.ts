import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { changeKeys, readKeys } from '../auth/keys/key-file.ts';
import { createKey } from '../auth/keys/key-record.ts';
import { adoptionFault } from '../auth/secret.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { ENDPOINTS } from '../endpoints/index.ts';
import { readCommandConfig } from './command-config.ts';
import { UsageError } from './command-error.ts';
import { readGrant } from './keys/grant.ts';
import { HELP } from './keys/help.ts';
import { listKeys } from './keys/list.ts';
import { runMain } from './run-main.ts';

/** Dependencies of the command. */
export interface KeysCommand {
  readonly file: string;
  readonly endpoints: readonly Endpoint[];
  readonly now: Date;
  /** Reads all of standard input. */
  readonly readInput: () => Promise<string>;
  /** Prints a line to standard output. */
  readonly print: (line: string) => void;
  /** Prints a line to standard error. */
  readonly complain: (line: string) => void;
}

/** Runs `keys`; returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runKeys(args: readonly string[], command: KeysCommand): Promise<number> {
  try {
    return await dispatch(args, command);
  } catch (error) {
    const isMisused = error instanceof UsageError;
    const hint = isMisused ? ' (for help: fieldstone keys --help)' : '';
    command.complain(`${(error as Error).message}${hint}`);
    return isMisused ? 2 : 1;
  }
}

const ACTIONS: Readonly<
  Record<string, (args: readonly string[], command: KeysCommand) => Promise<number>>
> = { create, list, revoke };

async function dispatch(args: readonly string[], command: KeysCommand): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help') {
    command.print(HELP);
    return 0;
  }
  const [name = '', ...rest] = args;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) {
    const problem = name === '' ? 'A command is missing' : `There is no command "${name}"`;
    throw new UsageError(`${problem}; the commands are create, list and revoke`);
  }
  return action(rest, command);
}

async function create(args: readonly string[], command: KeysCommand): Promise<number> {
  const { grant, notes, adopts } = readGrant(args, command);
  const adopted = adopts ? await readSecret(command) : undefined;
  const { secret, record } = createKey(grant, command.now, adopted);
  await changeKeys(command.file, (keys = []) => {
    const same = keys.find(({ sha256 }) => sha256 === record.sha256);
    if (same) throw new Error(`This secret is the key ${same.id} already; revoke that one first`);
    return [...keys, record];
  });
  for (const note of notes) command.complain(`Note: ${note}`);
  command.print(
    `Key ${record.id} "${record.name}" was written to "${command.file}", which holds only its hash.`,
  );
  if (adopts) return 0;
  command.print('It is shown this one time:');
  command.print(secret);
  return 0;
}

async function readSecret({ readInput }: KeysCommand): Promise<string> {
  const secret = (await readInput()).replace(/\r?\n$/, '');
  const fault = adoptionFault(secret);
  if (fault !== undefined) throw new UsageError(`The secret on standard input ${fault}`);
  return secret;
}

async function list(args: readonly string[], command: KeysCommand): Promise<number> {
  if (positionals(args).length > 0) throw new UsageError('list takes no arguments');
  const keys = (await readKeys(command.file)) ?? [];
  if (keys.length === 0) command.print(`There is no key in "${command.file}".`);
  else for (const line of listKeys(keys, command.now)) command.print(line);
  return 0;
}

async function revoke(args: readonly string[], command: KeysCommand): Promise<number> {
  const [id, ...others] = positionals(args);
  if (id === undefined || others.length > 0) {
    throw new UsageError('revoke takes the id of one key; list shows the ids');
  }
  let isKnown = false;
  await changeKeys(command.file, (keys = []) => {
    isKnown = keys.some((key) => key.id === id);
    return isKnown ? keys.filter((key) => key.id !== id) : undefined;
  });
  if (!isKnown) throw new Error(`There is no key "${id}"; list shows the ids`);
  command.print(`Key ${id} is revoked; a running server refuses it within 5 seconds.`);
  return 0;
}

function positionals(args: readonly string[]): readonly string[] {
  try {
    return parseArgs({ args: [...args], allowPositionals: true }).positionals;
  } catch (cause) {
    throw UsageError.of(cause);
  }
}

async function run(args: readonly string[]): Promise<number> {
  const { keys, keysFile } = readCommandConfig();
  if (keys !== undefined) throw new Error('KEYS is set: there is no key file to work on');
  const writeTo = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);
  return runKeys(args, {
    file: keysFile,
    endpoints: ENDPOINTS,
    now: new Date(),
    readInput: () => text(process.stdin),
    print: writeTo(process.stdout),
    complain: writeTo(process.stderr),
  });
}

if (import.meta.main) await runMain(run);
