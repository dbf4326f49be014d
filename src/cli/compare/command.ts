import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { readFault } from '../../files/read-fault.ts';
import type { Project } from '../../project/load-project.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { serviceKey, serviceUrl } from '../command-options.ts';
import { compare, type Service } from './compare.ts';
import { countRegressions, groupFindings, htmlReport, lineOf } from './report.ts';
import { readRequests } from './request-files.ts';

// biome-ignore lint/style/noProcessEnv: the operator says which variables hold the keys
const ENVIRONMENT = process.env;

interface CompareOptions {
  readonly old: string;
  readonly new: string;
  readonly requests: string;
  readonly oldKeyEnv: string;
  readonly newKeyEnv: string;
  readonly values?: boolean;
  readonly html?: string;
}

/** Adds `compare`, which replays requests against two services and reports the differences. */
export function addCompare(program: Command, { endpoints }: Project): void {
  program
    .command('compare')
    .description('replay requests against two services and say what differs')
    .requiredOption('--old <url>', 'the service that callers use today')
    .requiredOption('--new <url>', 'the service that they shall use')
    .requiredOption(
      '--requests <file>',
      'an access log, a HAR, or lines of {"method","path","body"}',
    )
    .option('--old-key-env <name>', "the variable that holds the old service's key", 'OLD_KEY')
    .option('--new-key-env <name>', "the variable that holds the new service's key", 'NEW_KEY')
    .option('--values', 'show values of rows that differ')
    .option('--html <file>', 'write the report as a page too')
    .addHelpText(
      'after',
      '\nExits with 0 where nothing is worse, with 1 where something is, with 2 where nothing could be compared.\n\nExample:\n  OLD_KEY=… NEW_KEY=… fieldstone compare --old https://logs.example.com --new http://127.0.0.1:4000 --requests access.log',
    )
    .action(async (options: CompareOptions, command: Command) => {
      // A service may need no key; then its variable is not named.
      const named = (option: string) => command.getOptionValueSource(option) === 'cli';
      if (named('oldKeyEnv')) serviceKey('--old-key-env', options.oldKeyEnv, ENVIRONMENT);
      if (named('newKeyEnv')) serviceKey('--new-key-env', options.newKeyEnv, ENVIRONMENT);
      process.exitCode = await runCompare(options, endpoints);
    });
}

async function runCompare(
  options: CompareOptions,
  endpoints: Project['endpoints'],
): Promise<number> {
  const content = await readText(options.requests).catch((cause: unknown) => {
    const reason = readFault(cause);
    throw new UsageError(`Cannot read --requests "${options.requests}": ${reason}`, { cause });
  });
  const { requests, skipped } = readRequests(content);
  const { stderr, stdout } = process;
  if (skipped > 0) stderr.write(`Entries without a request to an endpoint: ${skipped}\n`);
  const { findings, unanswered } = await compare({
    before: readService('--old', options.old, options.oldKeyEnv),
    after: readService('--new', options.new, options.newKeyEnv),
    requests,
    nameOf: (idOrName) => endpointName(idOrName, endpoints),
    ...(stderr.isTTY && { onProgress: (done) => stderr.write(`\r${done}/${requests.length}`) }),
  });
  if (stderr.isTTY) stderr.write('\r\u001B[K');
  for (const [fate, count] of unanswered) stderr.write(`${fateLine(fate, count)}\n`);
  if (sumOf(unanswered) === requests.length) {
    throw new CommandError(2, 'Nothing was compared: no request was answered by both services');
  }
  const groups = groupFindings(findings);
  const withValues = options.values ?? false;
  for (const group of groups) stdout.write(`${lineOf(group, withValues)}\n`);
  const worse = countRegressions(groups);
  stdout.write(`${requests.length} requests, ${worse} causes of regressions\n`);
  if (options.html) await writePage(options.html, htmlReport(groups, requests.length, withValues));
  return worse === 0 ? 0 : 1;
}

/** The text of a file, which may be packed with gzip as rotated logs are. */
async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  // A decoder, unlike `toString`, leaves out a byte order mark.
  return new TextDecoder().decode(isPacked ? gunzipSync(bytes) : bytes);
}

async function writePage(file: string, page: string): Promise<void> {
  await writeFile(file, page).catch((cause: Error) => {
    throw new CommandError(2, `Cannot write --html: ${cause.message}`, { cause });
  });
}

function fateLine(fate: string, count: number): string {
  return `${count === 1 ? '1 request was' : `${count} requests were`} ${fate}`;
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function readService(option: string, url: string, keyVariable: string): Service {
  return { url: serviceUrl(option, url), key: ENVIRONMENT[keyVariable] || undefined };
}

function endpointName(idOrName: string, endpoints: Project['endpoints']): string | undefined {
  const endpoint = endpoints.find(
    ({ id, name }) => name === idOrName || id === idOrName.toLowerCase(),
  );
  // Ids of the older service are no secret, and unlike keys in form.
  return (
    endpoint?.name ??
    (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(idOrName) ? idOrName : undefined)
  );
}
