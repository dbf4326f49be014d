import { resolve } from 'node:path';
import type { Table } from '#googlesql';
import { ACCESS_LOG_TABLE, type Format } from '../../import/input/detect-format.ts';
import type { Tables } from '../../project/tables/tables.ts';
import { UsageError } from '../command-error.ts';
import { findTable } from '../command-options.ts';

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
  readonly tenant: string | undefined;
  readonly host: string | undefined;
  readonly isShifted: boolean;
  readonly rejects: string | undefined;
  /** Whether rows that are there already are imported again. */
  readonly isAgain: boolean;
  readonly dataDir: string | undefined;
}

/** The options of `import`. */
export interface ImportOptions {
  readonly format?: Format;
  readonly tenant?: string;
  /** Another name of `tenant`. */
  readonly project?: string;
  readonly host?: string;
  readonly shiftTo?: 'now';
  readonly rejects?: string;
  readonly again?: boolean;
  readonly list?: boolean;
  readonly undo?: string;
  readonly dataDir?: string;
}

/** Checks the arguments and options of `import`. */
export function readCommandLine(
  name: string | undefined,
  file: string | undefined,
  options: ImportOptions,
  tables: Tables,
): Command {
  const { again = false, dataDir, format, host, list, shiftTo, undo } = options;
  if (list || undo !== undefined) {
    if (name !== undefined) throw new UsageError('--list and --undo take no table and no file');
    return undo === undefined ? { kind: 'list', dataDir } : { kind: 'undo', id: undo, dataDir };
  }
  if (!name || !file) throw new UsageError('Two arguments are needed: a table and a file');
  const table = findTable(name, tables);
  if (format === 'combined' && table.name !== ACCESS_LOG_TABLE) {
    throw new UsageError(`An access log can only be imported into ${ACCESS_LOG_TABLE}`);
  }
  const rejects = readRejects(options.rejects, file);
  const isShifted = shiftTo !== undefined;
  const tenant = readTenantOption(options);
  return {
    kind: 'import',
    ...{ table, file, format, tenant, host, isShifted, rejects, isAgain: again, dataDir },
  };
}

function readTenantOption({ project, tenant }: ImportOptions): string | undefined {
  if (project !== undefined && tenant !== undefined && project !== tenant) {
    throw new UsageError('--project is another name of --tenant: give one of them');
  }
  return tenant ?? project;
}

/** The file is emptied first, which must not happen to the input. */
function readRejects(rejects: string | undefined, input: string): string | undefined {
  if (rejects !== undefined && resolve(rejects) === resolve(input)) {
    throw new UsageError('--rejects names the file that is imported');
  }
  return rejects;
}
