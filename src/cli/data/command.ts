import { createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { readTables } from '../../endpoint/tables.ts';
import { checkTable } from '../../engines/duckdb/admin/check-files.ts';
import { copyStore } from '../../engines/duckdb/admin/copy-store.ts';
import { exportRows } from '../../engines/duckdb/admin/export-rows.ts';
import { withReader } from '../../engines/duckdb/admin/store-reader.ts';
import { ParquetStore } from '../../engines/duckdb/store/parquet-store.ts';
import { parseTimestamp, type Table } from '../../googlesql/index.ts';
import { readCommandConfig } from '../command-config.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { findTable } from '../find-table.ts';

/** Adds the commands that work on the embedded engine's data themselves. */
export function addData(program: Command): void {
  addExport(program);
  const data = program
    .command('data')
    .description("check and copy the embedded engine's data")
    .addHelpText('after', '\nExample:\n  fieldstone data check');
  data
    .command('check')
    .description('compare every file with what the tables’ manifests say')
    .option('--data-dir <folder>', 'where the data are (default: DATA_DIR)')
    .addHelpText('after', '\nExample:\n  fieldstone data check')
    .action(async (options: FolderOption) => checkData(options));
  data
    .command('copy')
    .description('copy the data as they are at one moment, while the service runs')
    .argument('<folder>', 'an empty folder, or one that does not exist')
    .option('--data-dir <folder>', 'where the data are (default: DATA_DIR)')
    .addHelpText('after', '\nExample:\n  fieldstone data copy /backup/2026-07-01')
    .action(async (folder: string, options: FolderOption) => copyData(folder, options));
}

interface FolderOption {
  readonly dataDir?: string;
}

async function checkData(options: FolderOption): Promise<void> {
  const store = openStore(options);
  const lines: string[] = [];
  for (const table of readTables().values()) {
    for (const { path = 'manifest.json', what } of await checkTable(store, table)) {
      lines.push(`${table.name}: ${path} ${what}\n`);
    }
  }
  process.stdout.write(lines.join(''));
  if (lines.length > 0) throw new CommandError(1, `Files that are damaged: ${lines.length}`);
  process.stdout.write('All files are as their manifests say\n');
}

async function copyData(folder: string, options: FolderOption): Promise<void> {
  const { tables, files, bytes } = await copyStore(openStore(options), folder);
  const size = `${Math.ceil(bytes / 1e6)} MB`;
  process.stdout.write(`Copied ${tables} tables: ${files} files, ${size}\n`);
}

interface ExportOptions extends FolderOption {
  readonly from?: string;
  readonly to?: string;
  readonly project?: string;
  readonly format: 'ndjson' | 'parquet';
  readonly output: string;
}

function addExport(program: Command): void {
  program
    .command('export')
    .description("write a table's rows in a form that import takes back")
    .argument('<table>', 'the name of a log table')
    .option('--from <time>', 'the first moment: 2026-07-01 or 2026-07-01T10:00:00Z')
    .option('--to <time>', 'the moment after the last')
    .option('--project <name>', 'only rows of this tenant')
    .addOption(
      new Option('--format <form>', 'how').choices(['ndjson', 'parquet']).default('ndjson'),
    )
    .option('--output <file>', 'where to; - is standard output', '-')
    .option('--data-dir <folder>', 'where the data are (default: DATA_DIR)')
    .addHelpText(
      'after',
      '\nExample:\n  fieldstone export postgres.logs --from 2026-07-01 --project abc | gzip > rows.ndjson.gz',
    )
    .action(async (name: string, options: ExportOptions) => exportTable(findTable(name), options));
}

async function exportTable(table: Table, options: ExportOptions): Promise<void> {
  const { project, format, output } = options;
  const from = momentOf('--from', options.from);
  const to = momentOf('--to', options.to);
  const isPrinted = output === '-';
  const folder = isPrinted ? tmpdir() : dirname(output);
  await withReader(openStore(options), folder, async (reader) => {
    const { path } = await exportRows(reader, { table, from, to, project, format });
    if (isPrinted) await pipeline(createReadStream(path), process.stdout, { end: false });
    else await copyFile(path, output);
  });
}

function momentOf(option: string, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const micros = parseTimestamp(text);
  if (micros !== undefined) return BigInt(micros);
  throw new UsageError(`${option} takes a time such as 2026-07-01T10:00:00Z, not "${text}"`);
}

function openStore({ dataDir }: FolderOption): ParquetStore {
  return new ParquetStore(dataDir ?? readCommandConfig().dataDir);
}
