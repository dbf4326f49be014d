/** The folder layout of the release before manifests: every file of a day was read, and its name said what it was. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { quoteText, type Table } from '../../../googlesql/index.ts';
import { MICROS_PER_DAY } from '../queries/time-range.ts';
import { dayFolder, folderDay } from '../store/day.ts';
import { hashFile } from '../store/hash-file.ts';
import { importRecord } from '../store/import-record.ts';
import { EMPTY_MANIFEST, type ImportRecord } from '../store/manifest.ts';
import { globbed } from '../store/parquet-store.ts';
import { listFolder } from '../store/table-folder.ts';
import { rowFacts } from '../writer/file-facts.ts';
import { type AddedFile, withFiles } from '../writer/manifest-change.ts';
import type { ParquetWriter } from '../writer/parquet-writer.ts';

const DEMO = /^demo-(\d{1,17})-(\d{1,17})\.parquet$/;
const IMPORTED = /^import-([0-9a-f-]{36})\.parquet$/;

interface EarlierFile {
  readonly path: string;
  readonly demo: { readonly start: number; readonly end: number } | undefined;
  readonly importId: string | undefined;
}

/**
 * Gives a table of the earlier release its manifest, in one step: the files stay as they are. Until then the table is
 * as it was, and converting starts again.
 */
export async function convertTable(writer: ParquetWriter, table: Table): Promise<void> {
  const { store } = writer;
  const folder = store.folder(table.name);
  await writer.locked(async () => {
    if (!folder.isOfEarlierRelease()) return;
    const added: AddedFile[] = [];
    for (const file of currentFiles(folder.path)) {
      const described = await describe(writer, table, folder.path, file);
      if (described) added.push(described);
    }
    const before = EMPTY_MANIFEST;
    const changed = { ...before, imports: importsOf(added) };
    await folder.replace(withFiles(table, { before, changed, added, now: Date.now() }));
  });
}

async function describe(
  writer: ParquetWriter,
  table: Table,
  folder: string,
  { path, demo, importId }: EarlierFile,
): Promise<AddedFile | undefined> {
  const file = join(folder, path);
  const relation = `read_parquet(${quoteText(globbed(file))}, hive_partitioning = false)`;
  const facts = await writer.use((connection) => rowFacts(connection, table, relation));
  if (!facts) return undefined;
  return {
    ...facts,
    path,
    bytes: statSync(file).size,
    sha256: await hashFile(file),
    single: undefined,
    imports: importId === undefined ? [] : [importId],
    ...(demo && { demo }),
  };
}

/** An import had one file in each of its days, all with the same name. Nothing else is known of it. */
function importsOf(files: readonly AddedFile[]): ImportRecord[] {
  const source = { name: '', sha256: '', badLines: 0 };
  const ids = new Set(files.flatMap(({ imports }) => imports));
  return [...ids].map((id) => {
    const own = files.filter(({ imports }) => imports.includes(id));
    return importRecord(id, new Date(0).toISOString(), source, own);
  });
}

/** The files that the earlier release would read: without unfinished ones and demo files that another contains. */
function currentFiles(folder: string): readonly EarlierFile[] {
  return listFolder(folder)
    .flatMap((name) => folderDay(name) ?? [])
    .sort()
    .flatMap((day) => {
      const files = listFolder(join(folder, dayFolder(day))).flatMap((name) => fileOf(day, name));
      return files.filter((file) => !files.some((other) => replaces(other, file)));
    });
}

function fileOf(day: string, name: string): readonly EarlierFile[] {
  const path = `${dayFolder(day)}/${name}`;
  const imported = IMPORTED.exec(name);
  if (imported) return [{ path, demo: undefined, importId: imported[1] }];
  const [, start, end] = (DEMO.exec(name) ?? []).map(Number);
  if (start === undefined || end === undefined || !isWithinDay(start, end)) return [];
  return [{ path, demo: { start, end }, importId: undefined }];
}

function isWithinDay(start: number, end: number): boolean {
  const dayNumber = (micros: number) => Math.floor(micros / MICROS_PER_DAY);
  return start < end && dayNumber(start) === dayNumber(end - 1);
}

function replaces({ demo: outer }: EarlierFile, { demo: inner }: EarlierFile): boolean {
  if (!outer || !inner) return false;
  const isInside = outer.start <= inner.start && outer.end >= inner.end;
  return isInside && (outer.start !== inner.start || outer.end !== inner.end);
}
