import type { DuckDBConnection } from '@duckdb/node-api';
import { PRELUDE, quoteName, quoteText } from '#googlesql';
import { describeFiles } from '../../engines/duckdb/files/describe-files.ts';
import { escapeWildcards } from '../../engines/duckdb/files/file-format.ts';
import { FILES_PRELUDE } from '../../engines/duckdb/files/prelude.ts';
import { FirstElements, repeatedRecords } from '../../engines/duckdb/records/first-elements.ts';
import type { CheckedRows, ImportOptions } from '../import-options.ts';
import type { Tally } from '../tally.ts';
import { withDuckDb } from '../writing/import-instance.ts';
import { shiftedTime } from '../writing/shifted-time.ts';
import { singleRecords } from '../writing/staged-form.ts';
import { copyTo, groupRowsOf, refuseOtherCount } from '../writing/write-rows.ts';
import { badRows } from './bad-rows.ts';
import { ROW, unknownCount } from './row-names.ts';
import { type TypedRows, typedRows } from './typed-rows.ts';

/** Parquet is read by pages of up to 100 MB, and rows are sorted whole. */
const MEMORY = '1GB';

/** Checks the rows of a Parquet file, each value against its column; they are read again when they are written. */
export async function parquetRows(
  path: string,
  folder: string,
  options: ImportOptions,
  tally: Tally,
): Promise<CheckedRows> {
  const { bounds, rejects, table, tenant } = options;
  const file = quoteText(escapeWildcards(path));
  const source = `read_parquet(${file}, hive_partitioning = false, file_row_number = true)`;
  const use = <Result>(work: (connection: DuckDBConnection) => Promise<Result>) =>
    withDuckDb({ memory: MEMORY, folder, prelude: [...PRELUDE, ...FILES_PRELUDE] }, work);
  const { rowBytes, rows } = await use(async (connection) => {
    const [description] = await describeFiles(connection, [{ path, format: 'parquet' }]);
    if (description?.format !== 'parquet') throw new Error('It is no Parquet file');
    const typed = typedRows({ table, stored: description.columns, source, tenant, bounds });
    await addFacts(connection, typed, options, tally);
    const [total = 0, bytes = 0] = await numbersOf(
      connection,
      `SELECT sum(num_rows), (SELECT sum(total_uncompressed_size) FROM parquet_metadata(${file})) FROM parquet_file_metadata(${file})`,
    );
    if (tally.lines !== total) throw new Error(`${tally.lines} of its ${total} rows could be read`);
    if (tally.lines > tally.rows) {
      const keepsRejects = rejects !== undefined;
      const bad = await badRows(connection, { table, rows: typed, source, bounds, keepsRejects });
      tally.addBad(bad);
      await rejects?.write(bad);
    }
    return { rows: typed, rowBytes: bytes / total };
  });
  return {
    write: async ({ metadata, shift, target }) => {
      const paths = repeatedRecords(table.columns);
      const elements = new FirstElements(singleRecords(paths, tally.several));
      const names = table.columns.map(({ name }) => {
        return `${shiftedTime(table, name, quoteName(name), shift)} AS ${quoteName(name)}`;
      });
      const good = `(SELECT ${names.join(', ')} FROM ${rows.relation} WHERE NOT ${ROW.isBad} ORDER BY ${ROW.tenant}, ${ROW.micros} DESC NULLS LAST)`;
      const stored = table.columns.map(
        ({ name, type }) => `${elements.column(name, type)} AS ${quoteName(name)}`,
      );
      const select = `SELECT ${stored.join(', ')} FROM ${elements.relation(good)}`;
      const groupRows = groupRowsOf(rowBytes);
      const written = await use((connection) =>
        copyTo(connection, select, { path: target, groupRows, metadata }),
      );
      refuseOtherCount(written, tally.rows);
    },
  };
}

/** Counts the rows and what is noticed in them. */
async function addFacts(
  connection: DuckDBConnection,
  rows: TypedRows,
  { table }: ImportOptions,
  tally: Tally,
): Promise<void> {
  const paths = repeatedRecords(table.columns);
  const elements = new FirstElements(paths);
  const units = [...rows.units];
  const good = `FILTER (NOT ${ROW.isBad})`;
  const counts = [
    'count(*)',
    `count(*) ${good}`,
    `count(*) FILTER (NOT ${ROW.isBad} AND ${ROW.hasTenant})`,
    `min(${ROW.micros}) ${good}`,
    `max(${ROW.micros}) ${good}`,
    ...units.map(([, count]) => `sum(${count}) ${good}`),
    ...rows.unknown.map((_, i) => `sum(${unknownCount(i)}) ${good}`),
    ...paths.map((path) => {
      const isSingle = `len(${elements.array(path)}) = 1 AND ${elements.element(path)} IS NOT NULL`;
      return `count(*) FILTER (NOT ${ROW.isBad} AND NOT coalesce(${isSingle}, false))`;
    }),
  ];
  const reader = await connection.runAndReadAll(
    `SELECT ${counts.join(', ')} FROM ${elements.relation(rows.relation)}`,
  );
  const [all, kept, withTenant, oldest, newest, ...others] = reader.getRows()[0] ?? [];
  tally.lines = Number(all);
  tally.rows = Number(kept);
  tally.withTenant = Number(withTenant);
  tally.addTimes({
    oldest: typeof oldest === 'bigint' ? oldest : undefined,
    newest: typeof newest === 'bigint' ? newest : undefined,
  });
  const numbers = others.map(Number);
  for (const [i, [unit]] of units.entries()) tally.addUnit(unit, numbers[i] ?? 0);
  for (const [i, path] of rows.unknown.entries()) {
    tally.addUnknown(path, numbers[units.length + i] ?? 0);
  }
  for (const [i, path] of paths.entries()) {
    if (numbers[units.length + rows.unknown.length + i] !== 0) tally.several.add(path);
  }
}

async function numbersOf(connection: DuckDBConnection, sql: string): Promise<readonly number[]> {
  const reader = await connection.runAndReadAll(sql);
  return (reader.getRows()[0] ?? []).map(Number);
}
