import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, constants as zlib, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importRows } from '../../src/import/import-rows.ts';
import { duckdbRows, filesBelow } from '../support/imported.ts';
import { run, storedRows, tableNamed } from '../support/run-import.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TABLE = 'postgres.logs';
const ROWS = 12_000;

const ROWS_SQL = (message: string, count = PARQUET_ROWS) =>
  `SELECT TIMESTAMP '2026-07-01 10:00:00' + to_milliseconds(i) AS "timestamp", ${message} AS event_message
    FROM range(${count}) AS t(i)`;

/** DuckDB reads tens of thousands of rows before it gives the first of a stream. */
const PARQUET_ROWS = 120_000;
const TEXT = 'md5(CAST(i AS VARCHAR))';

/** A Parquet file of sixty row groups. */
async function parquet(select: string): Promise<Buffer> {
  const path = join(temporaryFolder(), 'rows.parquet');
  await duckdbRows(`COPY (${select}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
  return readFileSync(path);
}

/** A Parquet file with other bytes in the middle of the texts of its 51st row group. */
async function damagedParquet(): Promise<Buffer> {
  const path = join(temporaryFolder(), 'rows.parquet');
  writeFileSync(path, await parquet(ROWS_SQL(TEXT)));
  const [[start = 0, length = 0] = []] = await duckdbRows(
    `SELECT data_page_offset, total_compressed_size FROM parquet_metadata('${path}')
      WHERE row_group_id = 50 AND path_in_schema = 'event_message'`,
  );
  const bytes = readFileSync(path);
  return bytes.fill(0xff, Number(start), Number(start) + Number(length));
}

const LINES = Array.from({ length: ROWS }, (_, i) =>
  JSON.stringify({ timestamp: 1_782_900_000_000 + i, event_message: `${i * 7919}` }),
).join('\n');
const CSV = ['timestamp,event_message', ...LINES.split('\n').map(recordOf)].join('\n');

function recordOf(line: string): string {
  return Object.values(JSON.parse(line)).join(',');
}

/** With a checksum, as the program zstd writes: without one, other bytes may be other valid rows. */
const zstd = (text: string) =>
  zstdCompressSync(text, { params: { [zlib.ZSTD_c_checksumFlag]: 1 } });

/** The first two thirds. */
const cut = (bytes: Buffer) => bytes.subarray(0, (bytes.length * 2) / 3);

/** With other bytes in the middle. */
const scrambled = (bytes: Buffer) => {
  const middle = bytes.length >> 1;
  return Buffer.from(bytes).fill(0xff, middle, middle + 1_000);
};

test.each<[name: string, input: () => Promise<Buffer> | Buffer]>([
  ['Parquet with a damaged row group', damagedParquet],
  ['Parquet that is cut', async () => cut(await parquet(ROWS_SQL('i::VARCHAR')))],
  ['NDJSON, gzip, cut', () => cut(gzipSync(LINES))],
  ['NDJSON, gzip, damaged', () => scrambled(gzipSync(LINES))],
  ['NDJSON, zstd, cut', () => cut(zstd(LINES))],
  ['NDJSON, zstd, damaged', () => scrambled(zstd(LINES))],
  ['CSV, gzip, cut', () => cut(gzipSync(CSV))],
  ['CSV, zstd, damaged', () => scrambled(zstd(CSV))],
  ['Parquet, gzip, cut', async () => cut(gzipSync(await parquet(ROWS_SQL('i::VARCHAR'))))],
])('import stores nothing of %s, and says so', async (_, input) => {
  const dataDir = temporaryFolder();

  const result = await run([TABLE, '-'], { dataDir, stdin: await input() });

  expect(result).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Cannot import "-": .+\n$/),
  });
  expect(filesBelow(dataDir)).toEqual([]);
});

test.each(['ndjson', 'csv', 'parquet'] as const)(
  'import of %s stores nothing if reading fails in the middle',
  async (format) => {
    const dataDir = temporaryFolder();
    const bytes = {
      ndjson: Buffer.from(LINES),
      csv: Buffer.from(CSV),
      parquet: Buffer.from('PAR1'),
    };
    const input = Readable.from(
      (async function* () {
        yield bytes[format];
        throw new Error('The disk cannot be read');
      })(),
    );

    const imported = importRows({ dataDir, table: tableNamed(TABLE), input, format });

    await expect(imported).rejects.toThrow('The disk cannot be read');
    expect(filesBelow(dataDir)).toEqual([]);
  },
);

test('import stores every row of Parquet with long texts', async () => {
  const dataDir = temporaryFolder();
  const message = "CASE WHEN i < 2048 THEN 'short' ELSE repeat(md5(CAST(i AS VARCHAR)), 600) END";
  const path = join(temporaryFolder(), 'long.parquet');
  await duckdbRows(`COPY (${ROWS_SQL(message, 6000)}) TO '${path}' (FORMAT parquet)`);

  const result = await run([TABLE, path], { dataDir });

  expect(result).toMatchObject({ code: 0, stderr: expect.not.stringContaining('bad') });
  expect(result.stdout).toContain('Imported 6000 rows of 6000 rows');
  const lengths = await storedRows(dataDir, TABLE, 'length(event_message)');
  expect(lengths.map(([length]) => Number(length))).toEqual(
    Array.from({ length: 6000 }, (_, i) => (i < 2048 ? 5 : 19_200)),
  );
});
