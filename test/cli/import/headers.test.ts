import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { duckdbRows, run, storedRows } from '../../support/run-import.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TABLE = 'postgres.logs';
const CSV = 'id,timestamp,event_message\n1,2026-07-10,a';

/** A Parquet file with one row. */
async function parquet(select: string): Promise<Buffer> {
  const path = join(temporaryFolder(), 'rows.parquet');
  await duckdbRows(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  return readFileSync(path);
}

test.each([
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
])('import refuses a CSV whose separator is "%s"', async (separator, name) => {
  const stdin = Buffer.from(CSV.replaceAll(',', separator));

  for (const format of [[], ['--format', 'csv']]) {
    expect(await run([TABLE, '-', ...format], { dataDir: temporaryFolder(), stdin })).toMatchObject(
      {
        code: 2,
        stderr: expect.stringContaining(`separated by commas, not by ${name}`),
      },
    );
  }
});

test('import takes a CSV with one column, and separators in its names', async () => {
  const header = ['timestamp', 'timestamp,a;b,c|d'];
  for (const names of header) {
    const stdin = Buffer.from(`${names}\n2026-07-10${',1'.repeat(names.split(',').length - 1)}`);
    expect(await run([TABLE, '-'], { dataDir: temporaryFolder(), stdin })).toMatchObject({
      code: 0,
    });
  }
});

test.each([
  ['csv', () => Buffer.from('TimeStamp,ID,Metadata.Parsed.Error_Severity\n2026-07-10,7,LOG')],
  [
    'parquet',
    () =>
      parquet(
        `SELECT DATE '2026-07-10'::TIMESTAMP AS "TimeStamp", '7' AS "ID", 'LOG' AS "Metadata.Parsed.Error_Severity"`,
      ),
  ],
])('import takes column names in another case from %s', async (_, content) => {
  const dataDir = temporaryFolder();

  const result = await run([TABLE, '-'], { dataDir, stdin: await content() });

  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(await storedRows(dataDir, TABLE, 'id, metadata[1].parsed[1].error_severity')).toEqual([
    ['7', 'LOG'],
  ]);
});

test('import refuses a CSV with a column without a name', async () => {
  const stdin = Buffer.from('timestamp,id,,\n2026-07-10,1,,');

  expect(await run([TABLE, '-'], { dataDir: temporaryFolder(), stdin })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Column 3 of the CSV file has no name'),
  });
});

test('import says in one line that a Parquet file cannot be read', async () => {
  const stdin = Buffer.from(`PAR1${'x'.repeat(100)}PAR1`);

  const { code, stderr } = await run([TABLE, '-'], { dataDir: temporaryFolder(), stdin });

  expect([code, stderr.split('\n').length]).toEqual([1, 2]);
});

test('import refuses a CSV that has a column twice in different cases', async () => {
  const stdin = Buffer.from('timestamp,id,ID\n2026-07-10,1,2');

  expect(await run([TABLE, '-'], { dataDir: temporaryFolder(), stdin })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('two columns "id"'),
  });
});
