import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { raisedMessage } from '#googlesql';
import type { Config } from '../../config/config.ts';
import { type ErrorCode, FieldstoneError, messageOf } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import type { Project } from '../../project/load-project.ts';
import { encodePieces } from '../../values/encode.ts';
import {
  CSV_FORMAT,
  type Format,
  JSON_FORMAT,
  NDJSON_FORMAT,
  SAFE_CSV_FORMAT,
} from '../../values/formats.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { runLocally } from './local.ts';
import { type Remote, sendToRemote } from './remote.ts';
import { formatTable } from './table.ts';

/** The parsed command line of `query`. */
export interface QueryCommand {
  readonly endpoint: string;
  /** By REST name, the limit and the order of the rows too. */
  readonly arguments: RawArguments;
  readonly sql: string | undefined;
  readonly format: string;
  readonly isSafe: boolean;
  readonly redact: boolean;
  /** Undefined: run locally on the configured data. */
  readonly remote: Remote | undefined;
}

/** Dependencies of the command. */
export interface QueryEnvironment {
  readonly output: Writable;
  readonly config: () => Config;
  readonly project: Project;
}

const FORMATS: Readonly<Record<string, Format>> = {
  json: JSON_FORMAT,
  csv: CSV_FORMAT,
  ndjson: NDJSON_FORMAT,
};

/** Runs an endpoint and writes its rows, and nothing else, to the output. */
export async function runQuery(
  command: QueryCommand,
  environment: QueryEnvironment,
): Promise<void> {
  const format = readFormat(command);
  // A table needs all rows before its first line, so it is built from JSON.
  const wire = format ?? JSON_FORMAT;
  const source = command.remote
    ? await queryService(command, command.remote, wire)
    : await queryLocally(command, environment, wire);
  const { output } = environment;
  if (format) await pipeline(source, output, { end: false });
  else output.write(formatTable(JSON.parse(await text(source)).result));
}

/** Undefined for a table. */
function readFormat({ format, isSafe }: QueryCommand): Format | undefined {
  if (format === 'table') return undefined;
  const chosen = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!chosen) throw new UsageError(`--format "${format}" must be table, json, csv or ndjson`);
  return isSafe && chosen === CSV_FORMAT ? SAFE_CSV_FORMAT : chosen;
}

async function queryService(
  { arguments: values, endpoint, redact, sql }: QueryCommand,
  remote: Remote,
  format: Format,
): Promise<AsyncIterable<Uint8Array>> {
  const headers = redact ? { 'svc-endpoint-redact-pii': 'true' } : {};
  return sendToRemote(remote, {
    path: `/api/endpoints/query/${encodeURIComponent(endpoint)}`,
    accept: ACCEPT[format.name],
    headers,
    body: { ...values, ...(sql !== undefined && { sql }) },
  });
}

const ACCEPT: Readonly<Record<Format['name'], string>> = {
  json: 'application/json',
  'json-columns': 'application/json; columns=true',
  csv: 'text/csv',
  'csv-safe': 'text/csv; safe=true',
  ndjson: 'application/x-ndjson',
};

async function queryLocally(
  command: QueryCommand,
  { config, project }: QueryEnvironment,
  format: Format,
): Promise<AsyncIterable<Uint8Array>> {
  const { columns, rows } = await runLocally(project, config(), command).catch((error: unknown) => {
    throw operatorError(error);
  });
  return encodePieces(columns, rows, format);
}

/** Codes of errors in the command line. */
const WRONG_USE: ReadonlySet<ErrorCode> = new Set(['BAD_USER_INPUT', 'ENDPOINT_NOT_FOUND']);

/** An error as the operator sees it: wrong use, or a failure with the engine's reason, hidden from the service's callers. */
export function operatorError(error: unknown): unknown {
  if (!(error instanceof FieldstoneError)) return error;
  if (WRONG_USE.has(error.code)) return new UsageError(error.message, { cause: error });
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new CommandError(1, `${error.message}: ${reason}`, { cause: error });
}

/** What the engine said, of which the service's callers read a part or nothing; undefined if they read all of it. */
function reasonOf({ cause, message }: FieldstoneError): string | undefined {
  if (cause === undefined) return undefined;
  const text = messageOf(cause);
  const [reason = ''] = text.split('\n');
  const isSaid =
    raisedMessage(text) === message || reason.includes(message) || message.includes(reason);
  return isSaid ? undefined : reason;
}
