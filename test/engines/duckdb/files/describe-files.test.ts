import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { descriptionKey } from '../../../../src/engines/duckdb/files/file-description.ts';
import { formatOf } from '../../../../src/engines/duckdb/files/file-format.ts';
import { DataFiles } from './data-files.ts';

const all = new DataFiles();

afterAll(() => all.close());

const LINES = `{"a":1}\n${'{"a":2}\n'.repeat(50_000)}`;
const RECORDS = `id,"the ""name"""\n${'1,x\n'.repeat(50_000)}`;

test.each([
  ['a/b.parquet', 'parquet'],
  ['b.CSV', 'csv'],
  ['b.csv.gz', 'csv'],
  ['b.csv.zst', 'csv'],
  ['b.json', 'ndjson'],
  ['b.jsonl.gz', 'ndjson'],
  ['b.ndjson.zst', 'ndjson'],
])('formatOf tells the format of %s', (path, format) => {
  expect(formatOf(path)).toBe(format);
});

test.each(['a.txt', 'a', 'a.parquet.gz', 'a.csv.bz2'])('formatOf refuses %s', (path) => {
  expect(() => formatOf(`folder/${path}`)).toThrow(
    `Cannot tell the format of "${path}": its name must end in .parquet, .csv, .ndjson`,
  );
});

test('describeFiles gives the types of Parquet, the names of CSV, and nothing of NDJSON', async () => {
  const files = all.fresh();
  const parquet = await files.writeParquet(
    'a.parquet',
    `SELECT 1::SMALLINT AS n, 1.5::DECIMAL(5, 2) AS d, [{'x': 'y'}] AS l, MAP {'k': 1} AS m, '{}'::JSON AS j`,
  );
  const imported = await files.writeParquet('b.parquet', 'SELECT true AS b', true);
  const csv = files.write('c.csv.gz', gzipSync(`\ufeff${RECORDS}`));
  const ndjson = files.write('d.ndjson.zst', zstdCompressSync(LINES));

  const descriptions = await files.describe(ndjson, csv, parquet, imported);

  expect(structuredClone(descriptions)).toEqual([
    { format: 'ndjson' },
    { format: 'csv', names: ['id', 'the "name"'] },
    {
      format: 'parquet',
      isImported: false,
      columns: [
        { name: 'n', type: { kind: 'scalar', name: 'SMALLINT' } },
        { name: 'd', type: { kind: 'scalar', name: 'DECIMAL', digits: [5, 2] } },
        {
          name: 'l',
          type: {
            kind: 'list',
            element: {
              kind: 'struct',
              fields: [{ name: 'x', type: { kind: 'scalar', name: 'VARCHAR' } }],
            },
          },
        },
        {
          name: 'm',
          type: {
            kind: 'map',
            key: { kind: 'scalar', name: 'VARCHAR' },
            value: { kind: 'scalar', name: 'INTEGER' },
          },
        },
        { name: 'j', type: { kind: 'scalar', name: 'JSON' } },
      ],
    },
    {
      format: 'parquet',
      isImported: true,
      columns: [{ name: 'b', type: { kind: 'scalar', name: 'BOOLEAN' } }],
    },
  ]);
});

test('describeFiles tells files of one schema from those of another', async () => {
  const files = all.fresh();
  const first = await files.writeParquet('a [1].parquet', 'SELECT 1 AS n');
  const same = await files.writeParquet('b.parquet', 'SELECT 2 AS n');
  const wider = await files.writeParquet('c.parquet', 'SELECT 2::BIGINT AS n');

  const keys = (await files.describe(first, same, wider)).map(descriptionKey);

  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
});

const PACKED = gzipSync(RECORDS);
const FRAMES = Buffer.concat([zstdCompressSync('a\n1\n'), zstdCompressSync(RECORDS)]);

test.each([
  ['no.parquet', 'a,b\n1,2\n', /no\.parquet" as Parquet: Invalid Input Error/],
  ['cut.csv.gz', PACKED.subarray(0, PACKED.length - 9), /cut\.csv\.gz" as CSV: unexpected end/],
  ['cut.csv.zst', FRAMES.subarray(0, FRAMES.length - 9), /cut\.csv\.zst" as CSV: unexpected end/],
  [
    'cut.ndjson.gz',
    gzipSync(LINES).subarray(0, 90),
    /cut\.ndjson\.gz" as newline.* unexpected end/,
  ],
  ['no.csv.gz', 'a,b\n1,2\n', /no\.csv\.gz" as CSV: incorrect header check/],
  ['empty.csv', '', /empty\.csv" as CSV: it has no header/],
  ['blank.csv', '\na,b\n1,2\n', /blank\.csv" as CSV: its first line is blank/],
  ['twice.csv', 'a,B,b\n1,2,3\n', /twice\.csv" as CSV: its header has "b" twice/],
  ['other.csv', 'a;b\n1;2\n', /other\.csv" as CSV: its fields must be separated by commas/],
  [
    'bytes.csv',
    Buffer.from([0xff, 0xfe, 0x61, 0x0a]),
    /bytes\.csv" as CSV: it is no text in UTF-8/,
  ],
  [
    'latin.csv',
    Buffer.from(`a,b\n${'1,x\n'.repeat(50_000)}1,caf\u00e9\n`, 'latin1'),
    /latin\.csv" as CSV: it is no text in UTF-8/,
  ],
  [
    'cut.csv',
    Buffer.from('a,b\n1,caf\u00c3', 'latin1'),
    /cut\.csv" as CSV: it is no text in UTF-8/,
  ],
  [
    'open.csv',
    'a,b\n1,"x"""\n3, "x\n4,5\n',
    /open\.csv" as CSV: a quote is not closed that opens in line 3/,
  ],
  ['array.json', '[{"a":1}]', /array\.json" as newline-delimited JSON: it is an array/],
  ['bom.ndjson', '\ufeff{"a":1}', /bom\.ndjson" as newline.* it has a byte order mark/],
  ['csv.ndjson', 'a,b\n1,2\n', /csv\.ndjson" as newline.* does not begin with an object/],
])(
  'describeFiles names the file that is damaged or of another format: %s',
  async (name, content, message) => {
    const files = all.fresh();
    const good = await files.writeParquet('good.parquet', 'SELECT 1 AS n');
    const path = files.write(name, content);

    await expect(files.describe(good, path)).rejects.toThrow(message);
  },
);
