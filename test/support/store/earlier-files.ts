import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { duckdbType, quoteName, quoteText } from '../../../src/googlesql/index.ts';
import { EVENTS, FIRST_DAY } from './event-rows.ts';

/** The one import of the earlier release, with the ids 1 to 3. */
export const IMPORT = '1f0d2c1e-5a7b-4f7e-9a53-0e6b8b1b0c11';

const HOUR = 3_600_000_000;
const START = FIRST_DAY * 1_000;
const DAY = 24 * HOUR;

/** The files of the table in the earlier release's folder layout, by name and with the ids of their rows. */
const FILES: readonly (readonly [day: number, name: string, ids: readonly number[]])[] = [
  [0, `import-${IMPORT}.parquet`, [1]],
  [1, `import-${IMPORT}.parquet`, [2, 3]],
  [1, `demo-${START + DAY}-${START + DAY + 2 * HOUR}.parquet`, [10, 11]],
  // Both were written anew, as parts of a longer range.
  [1, `demo-${START + DAY}-${START + DAY + HOUR}.parquet`, [10]],
  [1, `demo-${START + DAY + HOUR}-${START + DAY + 2 * HOUR}.parquet`, [11]],
  [2, `demo-${START + 2 * DAY}-${START + 3 * DAY}.parquet`, [20, 21]],
  // Never read: neither the name of an import nor that of a range within the day.
  [2, `demo-${START}-${START + 3 * DAY}.parquet`, [90]],
  [2, 'copy.parquet', [91]],
];

/** Writes a table in the layout of the release before manifests, with files that were superseded and unfinished ones. */
export async function earlierFiles(directory: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const folder = join(directory, EVENTS.name);
  for (const [day, name, ids] of FILES) {
    const date = new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);
    const path = join(folder, `day=${date}`);
    mkdirSync(path, { recursive: true });
    const columns = EVENTS.columns.map(({ name: column, type }) => {
      return `CAST(${valuesAt(date)[column]} AS ${duckdbType(type)}) AS ${quoteName(column)}`;
    });
    const rows = `SELECT ${columns.join(', ')} FROM (VALUES ${ids.map((id) => `(${id})`).join(', ')}) AS v(n)`;
    await connection.run(`COPY (${rows}) TO ${quoteText(join(path, name))} (FORMAT parquet)`);
    writeFileSync(join(path, `${name}.tmp`), 'PAR1 unfinished');
  }
  connection.closeSync();
  instance.closeSync();
}

const valuesAt = (date: string): Readonly<Record<string, string>> => ({
  timestamp: `'${date} 00:30:00+00'`,
  id: 'n',
  project: `'p' || n % 2`,
  meta: `CASE n WHEN 1 THEN [] ELSE [{level: 'info', size: n}] END`,
});
