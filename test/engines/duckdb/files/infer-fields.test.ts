import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { SchemaField } from '#googlesql';
import { inferFields } from '../../../../src/engines/duckdb/files/infer-fields.ts';
import { DataFiles } from './data-files.ts';

const all = new DataFiles();

afterAll(() => all.close());

async function fieldsIn(files: DataFiles, ...paths: readonly string[]) {
  const descriptions = await files.describe(...paths);
  const described = descriptions.map((description, i) => ({ path: paths[i] ?? '', description }));
  return inferFields(await files.connection(), described);
}

/** Fields as one text: `a INT64, b REPEATED RECORD(c STRING)`. */
function textOf(fields: readonly SchemaField[]): string {
  return fields
    .map(({ name, type, mode, fields: inner }) => {
      const repeated = mode === 'REPEATED' ? 'REPEATED ' : '';
      return `${name} ${repeated}${type}${inner ? `(${textOf(inner)})` : ''}`;
    })
    .join(', ');
}

test.each([
  ['true,FALSE', 'BOOL'],
  ['true,yes', 'STRING'],
  ['1,-2,0', 'INT64'],
  ['9223372036854775807,-9223372036854775808', 'INT64'],
  ['1,9223372036854775808', 'STRING'],
  ['01,2', 'STRING'],
  ['+1', 'STRING'],
  ['1,2.5,1e3', 'FLOAT64'],
  ['1,1e400', 'STRING'],
  ['1.5,01.5', 'STRING'],
  ['1.5,9223372036854775808', 'STRING'],
  ['1_000', 'STRING'],
  ['1,true', 'STRING'],
  ['2026-07-01,2024-02-29', 'DATE'],
  ['2026-07-01,2026-02-29', 'STRING'],
  ['2026-07-01 10:00:00 UTC,2026-07-01T10:00:00.123456789Z,2026-07-01T10:00:00+02:00', 'TIMESTAMP'],
  ['2026-07-01 10:00:00,2026-07-01T10:00:00.123', 'DATETIME'],
  ['2026-07-01 10:00:00,2026-07-01T10:00:00Z', 'STRING'],
  ['2026-07-01 24:00:00', 'STRING'],
  ['10:00:00,23:59:59.5', 'TIME'],
  ['10:00', 'STRING'],
  [',', 'STRING'],
  ['1,', 'INT64'],
  ['1,""', 'STRING'],
])('inferFields tells the type of %s in CSV', async (values, type) => {
  const files = all.fresh();
  const rows = values
    .split(',')
    .map((value) => `x,${value}\n`)
    .join('');
  const path = files.write('a.csv', `k,v\n${rows}`);

  const fields = await fieldsIn(files, path);

  expect(textOf(fields)).toBe(`k STRING, v ${type}`);
  expect(await files.rows(path, fields)).toHaveLength(values.split(',').length);
});

test('inferFields reads all rows', async () => {
  const files = all.fresh();
  const csv = files.write('a.csv.gz', gzipSync(`n\n${'1\n'.repeat(300_000)}x\n`));
  const ndjson = files.write('a.ndjson', `${'{"m":1}\n'.repeat(100_000)}{"m":"x"}`);

  expect(textOf(await fieldsIn(files, csv, ndjson))).toBe('n STRING, m STRING');
});

test.each([
  ['1 | -2', 'INT64'],
  ['1 | 1.5', 'FLOAT64'],
  ['1 | 1e3', 'FLOAT64'],
  ['9007199254740991', 'INT64'],
  ['1 | 9007199254740993', 'STRING'],
  ['1 | 100000000000000000000', 'STRING'],
  ['1 | 100000000000000000000 | 0.5', 'FLOAT64'],
  ['true | false', 'BOOL'],
  ['true | 1', 'JSON'],
  ['"1" | "2"', 'STRING'],
  ['"x" | 1', 'STRING'],
  ['"x" | 1.5', 'JSON'],
  ['"x" | {}', 'JSON'],
  ['"2026-07-01"', 'DATE'],
  ['"2026-07-01T10:00:00Z" | "2026-07-01 10:00:00 UTC"', 'TIMESTAMP'],
  ['"2026-07-01T10:00:00"', 'DATETIME'],
  ['"10:00:00"', 'TIME'],
  ['"2026-02-30"', 'STRING'],
  ['"2026-07-01" | "x"', 'STRING'],
  ['null', 'STRING'],
  ['{}', 'JSON'],
  ['[] | null', 'REPEATED STRING'],
  ['[1] | [2.5]', 'REPEATED FLOAT64'],
  ['[[1]]', 'JSON'],
  ['[1] | 1', 'JSON'],
  ['{"a": 1} | {"A": 2, "b": {"c": ["x"]}}', 'RECORD(a INT64, b RECORD(c REPEATED STRING))'],
  ['[{"a": null}, {"b": true}]', 'REPEATED RECORD(a STRING, b BOOL)'],
  ['[{"a": "2026-07-01"}] | [{"a": "2026-07-02"}]', 'REPEATED RECORD(a DATE)'],
])('inferFields tells the type of %s in NDJSON', async (values, type) => {
  const files = all.fresh();
  const rows = values.split(' | ').map((value) => `{"k":"x","v":${value}}\n`);
  const path = files.write('a.ndjson', rows.join(''));

  const fields = await fieldsIn(files, path);

  expect(textOf(fields)).toBe(`k STRING, v ${type}`);
  expect(await files.rows(path, fields)).toHaveLength(rows.length);
});

test('inferFields makes records of objects however sparse', async () => {
  const files = all.fresh();
  const lines = Array.from({ length: 40 }, (_, i) => `{"o":{"k${i}":${i}}}`);

  const [field] = await fieldsIn(files, files.write('a.ndjson', lines.join('\n')));

  expect(field?.fields).toHaveLength(40);
  expect(field?.type).toBe('RECORD');
});

test('inferFields takes the types of Parquet', async () => {
  const files = all.fresh();
  const path = await files.writeParquet(
    'a.parquet',
    `SELECT true AS b, 1::UTINYINT AS i, 1::FLOAT AS f, 1::DECIMAL(38, 9) AS n, 1::DECIMAL(38, 8) AS bn,
      1::DECIMAL(18, 10) AS bs, 'x' AS s, 'x'::ENUM('x') AS e, '6d4f0000-0000-4000-8000-000000000001'::UUID AS u, '{}'::JSON AS j, 'x'::BLOB AS y,
      DATE '2026-07-01' AS d, TIMESTAMP '2026-07-01 10:00:00' AS dt, TIMESTAMP_NS '2026-07-01 10:00:00' AS ns,
      TIMESTAMPTZ '2026-07-01 10:00:00Z' AS ts, TIME '10:00:00' AS t, '10:00:00+00'::TIMETZ AS tz,
      [1] AS l, {'a': 1, 'B': ['x']} AS r, MAP {'k': {'x': 1}} AS m`,
  );

  const fields = await fieldsIn(files, path);

  expect(textOf(fields)).toBe(
    'b BOOL, i INT64, f FLOAT64, n NUMERIC, bn BIGNUMERIC, bs BIGNUMERIC, s STRING, e STRING, u STRING, j JSON, y BYTES, ' +
      'd DATE, dt DATETIME, ns DATETIME, ts TIMESTAMP, t TIME, tz TIME, l REPEATED INT64, ' +
      'r RECORD(a INT64, B REPEATED STRING), m REPEATED RECORD(key STRING, value RECORD(x INT64))',
  );
  expect(await files.rows(path, fields)).toHaveLength(1);
});

test('inferFields unites the columns of several files in the wider type', async () => {
  const files = all.fresh();
  const paths = [
    await files.writeParquet(
      'a.parquet',
      "SELECT 1 AS n, 1.5::DECIMAL(9, 2) AS d, {'x': 1} AS r, 1 AS u",
    ),
    await files.writeParquet(
      'b.parquet',
      "SELECT 1.5::DOUBLE AS N, 2 AS d, {'x': 0.5, 'y': 'z'} AS r",
    ),
    files.write('c.csv', 'id,u\n1,\n'),
    files.write('d.csv', 'ID,extra\nx,2026-07-01\n'),
    files.write('e.ndjson', '{"id":2,"n":7}'),
  ];

  expect(textOf(await fieldsIn(files, ...paths))).toBe(
    'n FLOAT64, d NUMERIC, r RECORD(x NUMERIC, y STRING), u INT64, id STRING, extra DATE',
  );
});

test('inferFields names both files of which a column has no common type', async () => {
  const files = all.fresh();
  const first = await files.writeParquet('a.parquet', "SELECT {'x': true} AS r");
  const second = await files.writeParquet('b.parquet', "SELECT {'x': 'y'} AS r");

  await expect(fieldsIn(files, first, second)).rejects.toThrow(
    `column "r.x" is BOOL in "${first}" and STRING in "${second}"`,
  );
});

test.each([
  ['a.csv', ',b\n1,2\n', /a\.csv": column 1 has no name in the header/],
  [
    'b.csv',
    'a,b\n1,2\n3\n',
    /Cannot tell the types of ".*b\.csv" line 3: must have as many fields as its header, 2, not 1/,
  ],
  ['a.ndjson', '{"a":1}\n{"a":\n', /a\.ndjson": line 2: is no JSON/],
  ['b.ndjson', '{"a":1}\n\n7\n', /b\.ndjson": line 3: must be an object/],
])('inferFields names the file that it cannot read: %s', async (name, content, message) => {
  const files = all.fresh();
  const good = files.write(`good-${name}`, name.endsWith('csv') ? 'a,b\n1,2\n' : '{"a":1}');

  await expect(fieldsIn(files, good, files.write(name, content))).rejects.toThrow(message);
});

test('inferFields names the file of a Parquet type that no table has', async () => {
  const files = all.fresh();
  const path = await files.writeParquet('a.parquet', "SELECT {'a': [[1]]} AS r");

  await expect(fieldsIn(files, path)).rejects.toThrow(
    `Cannot tell the types of "${path}": column "r.a" is an array of arrays`,
  );
});

test('a DECIMAL of more digits than DuckDB reads is refused, and not read as DOUBLE', async () => {
  const files = all.fresh();
  const narrow = await files.writeParquet(
    'a.parquet',
    "SELECT '1.5'::DECIMAL(38, 10) AS d, 1 AS i",
  );
  // The compact encoding of 38 digits, and of 50, in the schema at the file's end.
  const bytes = readFileSync(narrow).toString('latin1').replaceAll('\x15\x4c', '\x15\x64');
  const wide = files.write('b.parquet', Buffer.from(bytes, 'latin1'));

  await expect(fieldsIn(files, wide)).rejects.toThrow(
    'column "d" has the type DECIMAL(50,10), which no table has',
  );
  for (const type of ['FLOAT64', 'BIGNUMERIC', 'STRING']) {
    await expect(files.rows(wide, [{ name: 'd', type }])).rejects.toThrow(
      'is DECIMAL(50,10) in the file, and must be',
    );
  }
  expect(await files.rows(wide, [{ name: 'i', type: 'INT64' }])).toEqual([{ i: '1' }]);
  expect(await files.rows(narrow, [{ name: 'd', type: 'BIGNUMERIC' }])).toEqual([
    { d: `15${'0'.repeat(37)}` },
  ]);
});
