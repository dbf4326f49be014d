import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { importRows } from '../../src/import/import-rows.ts';
import { duckdbRows } from '../support/imported.ts';
import { run, storedRows } from '../support/run-import.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

const MANY = 3_000;
const pretty = JSON.stringify([{ timestamp: '2026-07-10', id: 'a' }], null, 2);

test.each([
  [
    'a CSV without its time',
    'id,event_message\n1,a\n2,b',
    'CSV whose header does not name "timestamp"',
  ],
  [
    'a CSV of another separator, without its time',
    'id;a b\n1;2',
    'CSV whose header does not name "timestamp"',
  ],
  [
    'a CSV for a spreadsheet',
    `sep=;\r\n${CSV.replaceAll(',', ';')}`,
    'CSV with "sep=;" before its header',
  ],
  ['JSON over several lines', pretty, 'JSON over several lines or in one array'],
  ['an object over several lines', pretty.slice(2, -2), 'JSON over several lines'],
  ['JSON that is long', `[\n${'  {},\n'.repeat(20_000)}]`, 'JSON over several lines'],
  ['JSON in one array', '[{"timestamp": "2026-07-10"}]', 'looks like a JSON array; NDJSON has'],
  ['a long JSON array in one line', `[${'{"id": "a"},'.repeat(20_000)}{}]`, 'a JSON array'],
  [
    'an access log',
    '192.0.2.1 - - [10/Jul/2026:11:59:58 +0000] "GET /a HTTP/1.1" 200 10\n'.repeat(MANY),
    'an access log, which only cloudflare.logs.prod takes',
  ],
])('import says what %s looks like, and how its format is named', async (_, text, look) => {
  const stdin = Buffer.from(text);

  const { code, stderr } = await run([TABLE, '-'], { dataDir: temporaryFolder(), stdin });

  expect(code).toBe(2);
  expect(stderr).toMatch(/^The input looks like .*; --format names/);
  expect(stderr).toContain(look);
});

test('import takes a format that is named without a look at the input', async () => {
  const stdin = Buffer.from('id,event_message\n1,a');

  const result = await run([TABLE, '-', '--format', 'ndjson'], {
    dataDir: temporaryFolder(),
    stdin,
  });

  expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('is not JSON') });
});

test('import skips a first line that is no row before others that are', async () => {
  const stdin = Buffer.from('a,b\n{"timestamp": "2026-07-10"}');

  expect(await run([TABLE, '-'], { dataDir: temporaryFolder(), stdin })).toMatchObject({ code: 0 });
});

test.each([
  ['without --format', []],
  ['as CSV', ['--format', 'csv']],
])('import refuses lines that end in carriage returns alone, %s', async (_, format) => {
  const stdin = Buffer.from('timestamp,id\r2026-07-10,1\r2026-07-10,2\r');

  expect(await run([TABLE, '-', ...format], { dataDir: temporaryFolder(), stdin })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('end in carriage returns (CR); they must end in LF or CRLF'),
  });
});

test.each([
  ['bzip2', Buffer.from('QlpoOTFBWSZTWdv9', 'base64'), 'bzcat'],
  ['xz', Buffer.from('/Td6WFoAAATm1rRG', 'base64'), 'xzcat'],
])('import calls the packing %s by its name', async (name, stdin, command) => {
  expect(await run([TABLE, '-'], { dataDir: temporaryFolder(), stdin })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(new RegExp(`packed with ${name}; .* "${command}"`)),
  });
});

test('import names only the columns that a header lacks', async () => {
  const table = parseTable('app.events', [
    { name: 'id', type: 'STRING', mode: 'REQUIRED' },
    { name: 'at', type: 'TIMESTAMP', mode: 'REQUIRED' },
  ]);
  const input = Readable.from([Buffer.from('id,note\n1,a\n2,b')]);

  const imported = importRows({ dataDir: temporaryFolder(), table, input });

  await expect(imported).rejects.toThrow(/CSV whose header does not name "at";/);
});

test('import finds out a CSV for a table that requires no column, by one of its names', async () => {
  const table = parseTable('app.events', [{ name: 'id', type: 'STRING' }]);
  const kinds = ['ID,note\n1,a', '{"id": "1"}'].map(async (text) => {
    const input = Readable.from([Buffer.from(text)]);
    const { format, rows } = await importRows({ dataDir: temporaryFolder(), table, input });
    return [format, rows];
  });

  expect(await Promise.all(kinds)).toEqual([
    ['csv', 1],
    ['ndjson', 1],
  ]);
});
