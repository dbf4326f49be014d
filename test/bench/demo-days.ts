import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { importedFileName, importsFolder } from '../../src/engines/duckdb/tables/imported-file.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/tables/time-range.ts';
import { printMetadata } from '../../src/import/writing/import-metadata.ts';
import { copyTo } from '../../src/import/writing/write-rows.ts';
import type { ProjectTable } from '../../src/project/tables/tables.ts';
import { demoRowsSql, type TimeRange, withDemoConnection } from '../support/demo-rows.ts';
import { PROJECT } from '../support/project.ts';

/** The table with the most columns. */
export const EDGE = 'cloudflare.logs.prod';

/** As of an import. */
const GROUP_ROWS = 30_720;

/** How often rows are there. */
export interface Copies {
  /** How often each row is there. @default 1 */
  readonly copies?: number;
  /** How often each row of others than `demo` is there. @default as often as all */
  readonly foreignCopies?: number;
}

/** Whole days of demo rows. */
export interface DemoDays extends Copies {
  readonly dataDir: string;
  /** @default all that have demo rows */
  readonly tables?: readonly string[];
  /** The first moment of the last day, in microseconds. */
  readonly today: number;
  /** How many days before the end of the last one, and how many of these are there already. */
  readonly days: number;
  readonly from?: number;
}

/** Writes a file for each day of tables, as imports leave them; resolves with the number of rows. */
export async function writeDemoDays({ days, from = 0, tables, today, ...what }: DemoDays) {
  let rows = 0;
  for (const name of tables ?? PROJECT.tables.keys()) {
    for (let ago = from; ago < days; ago += 1) {
      const start = today - ago * MICROS_PER_DAY;
      const range = { start, end: start + MICROS_PER_DAY };
      rows += await writeDemoFiles({ ...what, name, range });
    }
  }
  return rows;
}

/** Demo rows of a table. */
export interface DemoFiles extends Copies {
  readonly dataDir: string;
  readonly name: string;
  readonly range: TimeRange;
  /** The number of files, each with a part of the range. @default 1 */
  readonly files?: number;
}

/** Writes demo rows as imports leave them; resolves with their number. */
export function writeDemoFiles({ dataDir, files = 1, name, range, ...what }: DemoFiles) {
  const table = PROJECT.tables.get(name);
  if (!table) throw new Error(`There is no table "${name}"`);
  const folder = importsFolder(dataDir, name);
  mkdirSync(folder, { recursive: true });
  return withDemoConnection(async (connection) => {
    await connection.run(`CREATE TABLE demo AS ${copiedRows(table, range, what)}`);
    const step = (range.end - range.start) / files;
    let rows = 0;
    for (let i = 0; i < files; i += 1) {
      const start = Math.round(range.start + i * step);
      const end = Math.round(range.start + (i + 1) * step);
      rows += await writeFile(connection, folder, table, { start, end });
    }
    return rows;
  });
}

/** Puts a table's only file under the names of so many files, each of the length of its range and before the last. */
export function writeFilesBefore({ dataDir, files = 1, name, range }: DemoFiles): void {
  const folder = importsFolder(dataDir, name);
  const [first = ''] = readdirSync(folder);
  const length = range.end - range.start;
  for (let ago = 1; ago <= files; ago += 1) {
    const [start, end] = [range.start - ago * length, range.end - ago * length];
    const id = randomBytes(6).toString('hex');
    const own = importedFileName({ id, oldest: BigInt(start), newest: BigInt(end - 1) });
    linkSync(join(folder, first), join(folder, own));
  }
}

function copiedRows(table: ProjectTable, range: TimeRange, { copies = 1, ...others }: Copies) {
  const { foreignCopies = copies } = others;
  return `SELECT d.* FROM (${demoRowsSql(table, range)}) AS d
    CROSS JOIN range(${Math.max(copies, foreignCopies)}) AS r(i)
    WHERE i < CASE WHEN d.${tenantOf(table)} = 'demo' THEN ${copies} ELSE ${foreignCopies} END`;
}

function tenantOf({ tenant = [] }: ProjectTable): string {
  return tenant.map((part) => `"${part}"`).join('.');
}

function writeFile(
  connection: DuckDBConnection,
  folder: string,
  table: ProjectTable,
  { start, end }: TimeRange,
): Promise<number> {
  const id = randomBytes(6).toString('hex');
  const name = importedFileName({ id, oldest: BigInt(start), newest: BigInt(end - 1) });
  const at = new Date(start / 1_000).toISOString();
  const said = { table: table.name, source: 'demo', sha256: id, at, rows: 0, badLines: 0 };
  const rows = `SELECT * FROM demo WHERE epoch_us("${table.time}") >= ${start}
    AND epoch_us("${table.time}") < ${end} ORDER BY ${tenantOf(table)}, "${table.time}" DESC`;
  return copyTo(connection, rows, {
    path: join(folder, name),
    groupRows: GROUP_ROWS,
    metadata: printMetadata(said),
  });
}
