import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { convertTable } from '../../../src/engines/duckdb/maintenance/earlier-release.ts';
import { logicalSource } from '../../../src/engines/duckdb/queries/table-source.ts';
import { dayFolder, dayOf } from '../../../src/engines/duckdb/store/day.ts';
import { dayOfFile, type TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { MICROS_PER_DAY } from '../../../src/engines/duckdb/tables/time-range.ts';
import { writeFilesByTenant } from '../../../src/engines/duckdb/writer/files-by-tenant.ts';
import { ParquetWriter } from '../../../src/engines/duckdb/writer/parquet-writer.ts';
import { quoteText } from '../../../src/googlesql/index.ts';
import { freshFiles } from '../../support/fresh-files.ts';
import { PROJECT } from '../../support/project.ts';
import { logTable } from '../../support/stored-rows.ts';

/** The first moment of the last day with rows. */
export const TODAY = Date.UTC(2026, 6, 1) * 1_000;

const LIMITS = { memory: '2GB', threads: 2 };

/** What is written. */
export interface Days {
  readonly tables: readonly string[];
  /** How many days before `TODAY`, and how many of these there are already. */
  readonly days: number;
  readonly from?: number;
  /** How often each row of the demo data is there. */
  readonly copies: number;
  /** How often each row of others than `demo` is there. @default as often as all */
  readonly foreignCopies?: number;
}

/** Writes whole days of demo rows, as compaction leaves those of a day; resolves with their number. */
export async function writeDays(store: TableFiles, what: Days): Promise<number> {
  const writer = await ParquetWriter.open(store, LIMITS);
  try {
    for (const name of what.tables) await writeTable(writer, name, what);
  } finally {
    writer.close();
  }
  const files = what.tables.flatMap((name) => store.manifest(name).files);
  return files.reduce((sum, { rows }) => sum + rows, 0);
}

async function writeTable(writer: ParquetWriter, name: string, what: Days): Promise<void> {
  const { copies, days, foreignCopies = copies, from = 0 } = what;
  const table = logTable(name);
  const demo = PROJECT.tables.get(name)?.demo;
  if (!demo) throw new Error(`There are no demo rows of "${name}"`);
  const tenant = name === 'deno-relay-logs' ? 'd.metadata.project_ref' : 'd.project';
  for (let ago = from; ago < days; ago += 1) {
    const start = TODAY - ago * MICROS_PER_DAY;
    const range = { start, end: start + MICROS_PER_DAY };
    const query = `SELECT d.* FROM (${demo.sql(`${range.start}`, `${range.end}`)}) AS d
      CROSS JOIN range(${Math.max(copies, foreignCopies)}) AS r(i)
      WHERE i < CASE WHEN ${tenant} = 'demo' THEN ${copies} ELSE ${foreignCopies} END`;
    const relation = 'day_rows';
    await writer.use((connection) =>
      connection.run(`CREATE OR REPLACE TABLE ${relation} AS ${query}`),
    );
    const single = [...demo.single];
    const rows = {
      table,
      day: dayOf(start),
      relation,
      single,
      importOf: 'CAST(NULL AS VARCHAR)',
      imports: [],
    };
    await writer.commit(table, await writeFilesByTenant(writer, { ...rows, demo: range }));
  }
}

/** A store with the same rows as the release before manifests kept them: as lists, the newest first. */
export async function storeOfLists(
  store: TableFiles,
  directory: string,
  tables: readonly string[],
): Promise<TableFiles> {
  const lists = freshFiles(directory);
  const writer = await ParquetWriter.open(lists, LIMITS);
  try {
    for (const name of tables) {
      const table = logTable(name);
      const manifest = store.manifest(name);
      for (const [day, files = []] of Map.groupBy(manifest.files, dayOfFile)) {
        const stored = files.map((file) => store.storedFile(table, manifest, file));
        const rows = logicalSource(table, stored);
        const { start, end } = files[0]?.demo ?? {};
        const path = join(directory, name, dayFolder(day), `demo-${start}-${end}.parquet`);
        mkdirSync(dirname(path), { recursive: true });
        await writer.use((connection) =>
          connection.run(
            `COPY (SELECT * FROM ${rows} ORDER BY "timestamp" DESC) TO ${quoteText(path)}
              (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 30720)`,
          ),
        );
      }
      await convertTable(writer, table);
    }
  } finally {
    writer.close();
  }
  return lists;
}
