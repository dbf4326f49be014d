import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PRELUDE, parseTimestamp, type Table } from '#googlesql';
import { FILES_PRELUDE } from '../../engines/duckdb/files/prelude.ts';
import { importsFolder } from '../../engines/duckdb/tables/imported-file.ts';
import { refuseEarlierTables } from '../../import/earlier-tables.ts';
import { type ExportSelection, exportRows } from '../../import/export/export-rows.ts';
import { rowBytesOf, rowsOfFiles } from '../../import/imported-rows.ts';
import { filesOfTable } from '../../import/imports.ts';
import { InputError } from '../../import/input-error.ts';
import { withDuckDb } from '../../import/writing/import-instance.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { requireDataFolder } from '../command-options.ts';

/** The options of `export`. */
export interface ExportOptions {
  readonly from?: string;
  readonly to?: string;
  readonly tenant?: string;
  readonly project?: string;
  readonly format: 'ndjson' | 'parquet';
  readonly output: string;
}

const MEMORY = '512MB';

/** Runs `export`. */
export async function exportTable(
  dataDir: string,
  table: Table,
  options: ExportOptions,
): Promise<void> {
  const { format, output } = options;
  const selection = { table, format, ...readSelection(options) };
  await requireDataFolder(dataDir);
  refuseEarlierTables(dataDir, [table.name]);
  const isPrinted = output === '-';
  const scratch = isPrinted ? tmpdir() : dirname(output);
  if (!isPrinted) await access(scratch, constants.W_OK).catch(refuseOutput);
  const folder = await mkdtemp(join(scratch, '.fieldstone-'));
  try {
    // Whole before anything of it is printed: a reader could not tell a part from all.
    const whole = join(folder, 'whole');
    await writeRows(dataDir, { folder, whole }, selection);
    if (isPrinted) await pipeline(createReadStream(whole), process.stdout, { end: false });
    else await copyFile(whole, output).catch(refuseOutput);
  } catch (error) {
    throw error instanceof InputError ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readSelection({ from, project, tenant = project, to }: ExportOptions) {
  const [start, end] = [momentOf('--from', from), momentOf('--to', to)];
  if (start !== undefined && end !== undefined && end <= start) {
    throw new UsageError('--to must be later than --from');
  }
  return { tenant, from: start, to: end };
}

interface Scratch {
  readonly folder: string;
  /** The path of the file with all rows. */
  readonly whole: string;
}

async function writeRows(
  dataDir: string,
  { folder, whole }: Scratch,
  selection: ExportSelection,
): Promise<void> {
  const { table } = selection;
  const files = await filesOfTable(importsFolder(dataDir, table.name), table.name);
  const paths = files.map(({ path }) => path);
  const prelude = [...PRELUDE, ...FILES_PRELUDE];
  await writeFile(whole, '');
  await withDuckDb({ memory: MEMORY, folder, prelude }, async (connection) => {
    const relation = await rowsOfFiles(connection, table, paths);
    const rowBytes = await rowBytesOf(connection, paths);
    const source = { connection, relation, rowBytes, folder };
    for await (const part of exportRows(source, selection)) {
      await pipeline(createReadStream(part), createWriteStream(whole, { flags: 'a' }));
      await rm(part);
    }
  });
}

function refuseOutput(cause: Error): never {
  throw new CommandError(1, `Cannot write --output: ${cause.message}`, { cause });
}

function momentOf(option: string, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const micros = parseTimestamp(text);
  if (micros !== undefined) return BigInt(micros);
  throw new UsageError(`${option} takes a time such as 2026-07-01T10:00:00Z, not "${text}"`);
}
