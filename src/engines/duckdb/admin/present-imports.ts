import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteText } from '../../../googlesql/index.ts';
import type { ImportRecord, Manifest, ManifestFile } from '../store/manifest.ts';
import { globbed, IMPORT_COLUMN } from '../store/parquet-store.ts';
import { withConnection } from '../with-connection.ts';

/** Rows of an import, with the times of the oldest and newest in microseconds. */
type PresentRows = Pick<ImportRecord, 'rows' | 'oldest' | 'newest'>;

/** The imports of a table as far as their rows are there: days that are not kept any longer were dropped. */
export async function presentImports(
  folder: string,
  { files, imports }: Manifest,
): Promise<readonly ImportRecord[]> {
  const imported = files.filter((file) => file.imports.length > 0);
  if (sumOf(imported) === sumOf(imports)) return imports;
  const present = new Map<string, PresentRows>();
  for (const file of imported) {
    for (const [id, rows] of await rowsOf(folder, file)) {
      present.set(id, joined(present.get(id), rows));
    }
  }
  return imports.flatMap((one) => {
    const rows = present.get(one.id);
    return rows ? [{ ...one, ...rows }] : [];
  });
}

function sumOf(parts: readonly { readonly rows: number }[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

/** For a file of one import the manifest has the numbers; in files that compaction has joined, rows are counted. */
async function rowsOf(
  folder: string,
  file: ManifestFile,
): Promise<readonly (readonly [id: string, rows: PresentRows])[]> {
  const [only = '', ...others] = file.imports;
  if (others.length === 0) return [[only, file]];
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const path = quoteText(globbed(join(folder, file.path)));
    const reader = await withConnection(instance, (connection) =>
      connection.runAndReadAll(
        `SELECT ${IMPORT_COLUMN}, count(*), epoch_us(min("timestamp")), epoch_us(max("timestamp"))
          FROM read_parquet(${path}, hive_partitioning = false) GROUP BY 1`,
      ),
    );
    return reader.getRows().map(([id, rows, oldest, newest]) => {
      return [String(id), { rows: Number(rows), oldest: String(oldest), newest: String(newest) }];
    });
  } finally {
    instance.closeSync();
  }
}

function joined(one: PresentRows | undefined, { rows, oldest, newest }: PresentRows): PresentRows {
  if (!one) return { rows, oldest, newest };
  return {
    rows: one.rows + rows,
    oldest: BigInt(one.oldest) < BigInt(oldest) ? one.oldest : oldest,
    newest: BigInt(one.newest) > BigInt(newest) ? one.newest : newest,
  };
}
