import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { importsFolder } from '../engines/duckdb/tables/imported-file.ts';
import { makePrivateFolder } from '../files/private-folder.ts';
import { EarlierImports } from './earlier-imports.ts';
import type { CheckedRows, ImportOptions } from './import-options.ts';
import type { Format } from './input/detect-format.ts';
import { openSource, type Source } from './input/source.ts';
import { parquetRows } from './parquet/parquet-rows.ts';
import { readTenant } from './rows/tenant-value.ts';
import { stageLines } from './stage-lines.ts';
import { Tally } from './tally.ts';
import { printMetadata } from './writing/import-metadata.ts';
import { publishFile } from './writing/publish-file.ts';
import { shiftTo } from './writing/shifted-time.ts';
import { sweepUnfinished, WorkFolder } from './writing/work-folder.ts';

/** The result of an import; its times are those that are stored. */
export interface ImportReport extends Tally {
  readonly format: Format;
  /** Undefined if there were no rows, and nothing was stored. */
  readonly id: string | undefined;
}

/** Imports an input: all of its good rows as one file, or nothing. */
export async function importRows(options: ImportOptions): Promise<ImportReport> {
  const { dataDir, table } = options;
  if (options.tenant !== undefined) readTenant(table, options.tenant);
  await sweepUnfinished(dataDir);
  const work = await WorkFolder.create(dataDir);
  const folder = importsFolder(dataDir, table.name);
  try {
    return await importInto(folder, work, options);
  } finally {
    await work.discard(folder);
  }
}

async function importInto(
  folder: string,
  work: WorkFolder,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dataDir, input, isAgain = false, table, tenant } = options;
  const source = await openSource({ input, format: options.format, table, folder: work.path });
  const tally = new Tally();
  const rows = await readRows(source, work.path, options, tally);
  const sha256 = source.hash.digest('hex');
  const { format } = source;
  const earlier = new EarlierImports(table, folder, work.path);
  const check = async () => (isAgain ? undefined : earlier.refuse({ sha256, tenant }));
  await check();
  if (tally.rows === 0) return Object.assign(tally, { format, id: undefined });

  options.onProgress?.({ lines: tally.lines, isStoring: true });
  const isShifted = options.shiftTo !== undefined && tally.newest !== undefined;
  const shift = isShifted ? shiftTo(table, tally.newest ?? 0n, options.shiftTo ?? 0n) : 0n;
  tally.shift(shift);
  const metadata = printMetadata({
    table: table.name,
    source: basename(options.source ?? '-'),
    sha256,
    ...(tenant !== undefined && { tenant }),
    at: new Date().toISOString(),
    rows: tally.rows,
    badLines: tally.bad.count,
  });
  await makePrivateFolder(folder);
  const temporary = join(folder, work.fileName);
  await rows.write({ target: temporary, metadata, shift });
  const id = randomBytes(6).toString('hex');
  const imported = { id, oldest: tally.oldest, newest: tally.newest };
  await publishFile({ dataDir, temporary, imported, check });
  return Object.assign(tally, { format, id });
}

function readRows(
  source: Source,
  folder: string,
  options: ImportOptions,
  tally: Tally,
): Promise<CheckedRows> {
  if (source.format === 'parquet') return parquetRows(source.path, folder, options, tally);
  return stageLines(source, folder, options, tally);
}
