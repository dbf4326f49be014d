import { createReadStream } from 'node:fs';
import { access, constants, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exportRows } from '../../engines/duckdb/admin/export-rows.ts';
import { withReader } from '../../engines/duckdb/admin/store-reader.ts';
import { parseTimestamp, type Table } from '../../googlesql/index.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { openStore } from '../open-store.ts';

/** The options of `export`. */
export interface ExportOptions {
  readonly from?: string;
  readonly to?: string;
  readonly project?: string;
  readonly format: 'ndjson' | 'parquet';
  readonly output: string;
}

/** Runs `export`. */
export async function exportTable(
  folder: string,
  table: Table,
  options: ExportOptions,
): Promise<void> {
  const { project, format, output } = options;
  const from = momentOf('--from', options.from);
  const to = momentOf('--to', options.to);
  if (from !== undefined && to !== undefined && to <= from) {
    throw new UsageError('--to must be later than --from');
  }
  const isPrinted = output === '-';
  const scratch = isPrinted ? tmpdir() : dirname(output);
  if (!isPrinted) await access(scratch, constants.W_OK).catch(refuseOutput);
  await withReader(await openStore(folder), scratch, async (reader) => {
    const { path } = await exportRows(reader, { table, from, to, project, format });
    if (isPrinted) await pipeline(createReadStream(path), process.stdout, { end: false });
    else await copyFile(path, output).catch(refuseOutput);
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
