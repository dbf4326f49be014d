import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../errors.ts';
import type { Table } from '../../googlesql/index.ts';
import { UsageError } from '../command-error.ts';
import { findTable } from '../find-table.ts';
import { ACCESS_LOG_TABLE, FORMATS, type Format } from './input/detect-format.ts';

/** Text of `--help`. */
export const USAGE = `Usage: fieldstone import <table> <file> [options]   (or npm run import -- <table> <file> [options])

Adds log rows to the embedded engine's data. <file> may be packed with gzip or zstd; - is standard input.

  --format <format>         ndjson: rows in the table's shape; csv: with a header; parquet;
                            combined: an Apache or nginx access log (default: found out)
  --project <name>          whose rows they are; needed for an access log, else fills what rows leave out
  --host <name>             the host of an access log's requests (default: <project>.example.com)
  --shift-to now            moves all rows by the same time, so that the newest is now
  --rejects <file>          writes every bad line with its number and the reason, as NDJSON
  --again                   imports an input into a table that has its rows already
  --list                    lists the imports whose rows are there
  --undo <id>               removes the rows of an import
  --data-dir <folder>       where the data are (default: DATA_DIR)

Examples:
  fieldstone import cloudflare.logs.prod access.log.gz --project abc --shift-to now
  zcat rows.ndjson.gz | fieldstone import postgres.logs -
  fieldstone import --list
`;

/** The parsed command line. */
export type Command = ImportCommand | ListCommand | UndoCommand;

/** Lists the imports. */
export interface ListCommand {
  readonly kind: 'list';
  readonly dataDir: string | undefined;
}

/** Removes the rows of an import. */
export interface UndoCommand {
  readonly kind: 'undo';
  readonly id: string;
  readonly dataDir: string | undefined;
}

/** Imports a file. */
export interface ImportCommand {
  readonly kind: 'import';
  readonly table: Table;
  readonly file: string;
  readonly format: Format | undefined;
  readonly project: string | undefined;
  readonly host: string | undefined;
  readonly isShifted: boolean;
  readonly rejects: string | undefined;
  /** Whether rows that are there already are imported again. */
  readonly isAgain: boolean;
  readonly dataDir: string | undefined;
}

/** Parses the command line; undefined if help was requested. */
export function parseCommand(commandLine: readonly string[]): Command | undefined {
  const { values, positionals } = readArguments(commandLine);
  if (values.help) return undefined;
  const dataDir = values['data-dir'];
  if (values.list || values.undo !== undefined) {
    if (positionals.length > 0) throw new UsageError('--list and --undo take no table and no file');
    return values.undo === undefined
      ? { kind: 'list', dataDir }
      : { kind: 'undo', id: values.undo, dataDir };
  }
  return { ...importOf(positionals, values), isAgain: values.again ?? false, dataDir };
}

interface ImportValues {
  readonly format?: string | undefined;
  readonly project?: string | undefined;
  readonly host?: string | undefined;
  readonly 'shift-to'?: string | undefined;
  readonly rejects?: string | undefined;
}

function importOf(
  positionals: readonly string[],
  values: ImportValues,
): Omit<ImportCommand, 'isAgain' | 'dataDir'> {
  const [name, file, ...rest] = positionals;
  if (!name || !file) throw new UsageError('Two arguments are needed: a table and a file');
  if (rest.length > 0) throw new UsageError(`There is one argument too many: "${rest[0]}"`);
  const table = findTable(name);
  const format = parseFormat(values.format, table);
  if (values['shift-to'] !== undefined && values['shift-to'] !== 'now') {
    throw new UsageError(`--shift-to takes only "now", not "${values['shift-to']}"`);
  }
  return {
    kind: 'import',
    table,
    file,
    format,
    project: values.project,
    host: values.host,
    isShifted: values['shift-to'] === 'now',
    rejects: readRejects(values.rejects, file),
  };
}

function readArguments(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        project: { type: 'string' },
        host: { type: 'string' },
        'shift-to': { type: 'string' },
        rejects: { type: 'string' },
        again: { type: 'boolean' },
        list: { type: 'boolean' },
        undo: { type: 'string' },
        'data-dir': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

function parseFormat(text: string | undefined, table: Table): Format | undefined {
  if (text === undefined) return undefined;
  const format = FORMATS.find((known) => known === text);
  if (!format) throw new UsageError(`--format takes ${FORMATS.join(', ')}, not "${text}"`);
  if (format === 'combined' && table.name !== ACCESS_LOG_TABLE) {
    throw new UsageError(`An access log can only be imported into ${ACCESS_LOG_TABLE}`);
  }
  return format;
}

/** The file is emptied first, which must not happen to the input. */
function readRejects(rejects: string | undefined, input: string): string | undefined {
  if (rejects !== undefined && resolve(rejects) === resolve(input)) {
    throw new UsageError('--rejects names the file that is imported');
  }
  return rejects;
}
