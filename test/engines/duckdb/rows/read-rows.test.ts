import { DuckDBInstance, type DuckDBResult } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { readRows } from '../../../../src/engines/duckdb/rows/read-rows.ts';
import { RowBudget } from '../../../../src/engines/row-budget.ts';
import type { OutputColumn } from '../../../../src/googlesql/analysis/analyze.ts';
import { duckdbType } from '../../../../src/googlesql/functions/core/duckdb-type.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../../../src/googlesql/types.ts';
import type { Row } from '../../../../src/googlesql/value.ts';
import { valueBytes } from '../../../../src/googlesql/value.ts';

/** What the decoder makes of expressions of one type, one row each. */
async function decoded(type: Type, expressions: readonly string[], asIs = false) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET TimeZone = 'UTC'");
  const rows = expressions.map(
    (sql, i) => `SELECT ${i} AS n, ${asIs ? sql : `CAST(${sql} AS ${duckdbType(type)})`} AS c`,
  );
  const result = await connection.run(`SELECT c FROM (${rows.join(' UNION ALL ')}) ORDER BY n`);
  return (await allRows(result, [{ name: 'c', type }])).map(([value]) => value);
}

async function allRows(result: DuckDBResult, columns: readonly OutputColumn[]): Promise<Row[]> {
  const rows: Row[] = [];
  const budget = new RowBudget({ maxRows: 10_000 });
  await readRows(columns, await result.fetchAllChunks(), budget, async (chunk) => {
    rows.push(...chunk);
  });
  return rows;
}

test.each([
  ['BOOL', ['true', 'false', 'NULL'], [true, false, null]],
  [
    'INT64',
    ['9223372036854775807', '-9223372036854775808', '9007199254740991', '-9007199254740992', '0'],
    [9223372036854775807n, -9223372036854775808n, 9007199254740991, -9007199254740992n, 0],
  ],
  [
    'FLOAT64',
    ["'NaN'", "'Infinity'", "'-Infinity'", '0.1', '1e308', "'-0.0'"],
    [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.1, 1e308, -0],
  ],
  [
    'NUMERIC',
    ['1.5', '-0.000000001', '100', "'99999999999999999999999999999.999999999'", 'NULL'],
    ['1.5', '-0.000000001', '100', '99999999999999999999999999999.999999999', null],
  ],
  [
    'BIGNUMERIC',
    [
      "'-1'",
      "'150000000000000000000000000000000000000'",
      "'-57896044618658097711785492504343953926634992332820282019728792003956564819968'",
      'NULL',
    ],
    [
      '-0.00000000000000000000000000000000000001',
      '1.5',
      '-578960446186580977117854925043439539266.34992332820282019728792003956564819968',
      null,
    ],
  ],
  [
    'STRING',
    ["''", "'short'", "'longer than twelve bytes 😀'", "chr(0) || 'x'"],
    ['', 'short', 'longer than twelve bytes 😀', '\0x'],
  ],
  ['BYTES', ["''", "'\\xFF\\x00a'::BLOB"], ['', '/wBh']],
  [
    'DATE',
    ["'0001-01-01'", "'1969-12-31'", "'2024-02-29'", "'9999-12-31'"],
    ['0001-01-01', '1969-12-31', '2024-02-29', '9999-12-31'],
  ],
  [
    'DATETIME',
    ["'1969-12-31 23:59:59.999999'", "'2026-07-01 10:00:00'", "'0001-01-01 00:00:00.000001'"],
    ['1969-12-31T23:59:59.999999', '2026-07-01T10:00:00', '0001-01-01T00:00:00.000001'],
  ],
  ['TIME', ["'00:00:00'", "'23:59:59.000001'"], ['00:00:00', '23:59:59.000001']],
  [
    'TIMESTAMP',
    [
      'make_timestamptz(1782900000123456)',
      'make_timestamptz(-1)',
      "'9999-12-31 23:59:59.999999+00'",
      'NULL',
    ],
    [1782900000123456, -1, 253402300799999999n, null],
  ],
  [
    'INTERVAL',
    [
      "INTERVAL '14 months'",
      "INTERVAL '-14 months' + INTERVAL '3 days' - INTERVAL '90 minutes'",
      "INTERVAL '1000001 microseconds'",
    ],
    ['1-2 0 0:0:0', '-1-2 3 -1:30:0', '0-0 0 0:0:1.000001'],
  ],
  ['JSON', [`'{"a": [1, null]}'`], ['{"a": [1, null]}']],
] as const)('readRows reads %s exactly', async (kind, expressions, values) => {
  expect(await decoded(SCALARS[kind], expressions)).toEqual(values);
});

const NESTED = arrayOf(
  structOf([
    { name: 'a', type: SCALARS.INT64 },
    { name: 'b', type: arrayOf(structOf([{ name: 'c', type: SCALARS.STRING }])) },
  ]),
);

test('readRows reads nested arrays and structs, NULL ones among them', async () => {
  const rows = [
    "[{'a': 1, 'b': [{'c': 'x'}, {'c': NULL}]}, {'a': NULL, 'b': []}]",
    'NULL',
    '[]',
    "[{'a': 2, 'b': NULL}]",
    "[{'a': 3, 'b': [{'c': 'last'}]}]",
  ];

  expect(await decoded(NESTED, rows)).toEqual([
    [
      [1, [['x'], [null]]],
      [null, []],
    ],
    [],
    [],
    [[2, []]],
    [[3, [['last']]]],
  ]);
});

test.each([
  ["[{'a': 1, 'b': []}, NULL]", 'c'],
  ["[{'a': 1, 'b': [{'c': 'x'}, NULL]}]", 'c.b; error in writing field c'],
])('readRows refuses %s', async (value, path) => {
  const rows = ["[{'a': 1, 'b': [{'c': NULL}]}]", 'NULL', '[]', value];

  await expect(decoded(NESTED, rows)).rejects.toThrow(
    `GoogleSQL: Array cannot have a null element; error in writing field ${path}`,
  );
  expect(await decoded(NESTED, rows.slice(0, -1))).toHaveLength(3);
});

test('readRows refuses a NULL without a type in an array', async () => {
  await expect(decoded(arrayOf(SCALARS.STRING), ['[NULL]'], true)).rejects.toThrow(
    'writing field c',
  );
});

test('readRows reads fields without a name or with the same one', async () => {
  const type = structOf([
    { name: '', type: SCALARS.INT64 },
    { name: 'x', type: SCALARS.INT64 },
    { name: 'X', type: SCALARS.INT64 },
  ]);

  expect(await decoded(type, ['row(1, 2, 3)'])).toEqual([[1, 2, 3]]);
});

test('readRows keeps NULLs apart over more rows than one chunk holds', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.run(`
    SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS a,
      CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN [] ELSE [i, -i] END AS b
    FROM range(5000) AS t(i)`);

  const rows = await allRows(result, [
    { name: 'a', type: SCALARS.INT64 },
    { name: 'b', type: arrayOf(SCALARS.INT64) },
  ]);

  expect(rows).toEqual(
    Array.from({ length: 5_000 }, (_, i) => [i % 3 === 0 ? null : i, i % 4 < 2 ? [] : [i, -i]]),
  );
});

const textAt = (i: number) => {
  if (i % 7 === 0) return null;
  return i % 3 === 0 ? 'short' : `${i} ${'é😀'.repeat(i % 40)} end`;
};
const TEXT_AT = `CASE WHEN i % 7 = 0 THEN NULL WHEN i % 3 = 0 THEN 'short'
  ELSE i || ' ' || repeat('é😀', i % 40) || ' end' END`;

test.each([
  ['as they were made', 'SELECT i, TEXT FROM range(5000) AS t(i)'],
  ['in another order', 'SELECT i, TEXT FROM range(5000) AS t(i) ORDER BY hash(i)'],
  [
    'of joined rows',
    'SELECT i, s FROM range(5000) AS t(n) JOIN (SELECT i, TEXT AS s FROM range(50) AS t(i)) ON i = n % 50',
  ],
  [
    'of filtered rows',
    'SELECT i, s FROM (SELECT i, TEXT AS s FROM range(9000) AS t(i)) WHERE s > hash(i)::VARCHAR',
  ],
])('readRows reads texts wherever they lie: %s', async (_, sql) => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.run(sql.replace('TEXT', TEXT_AT));

  const rows = await allRows(result, [
    { name: 'i', type: SCALARS.INT64 },
    { name: 's', type: SCALARS.STRING },
  ]);

  expect(rows.length).toBeGreaterThan(1_000);
  expect(rows).toEqual(rows.map(([i]) => [i, textAt(Number(i))]));
});

test('readRows keeps a byte order mark', async () => {
  expect(
    await decoded(SCALARS.STRING, ["chr(65279) || 'x'", "chr(65279) || 'longer than twelve'"]),
  ).toEqual(['\ufeffx', '\ufefflonger than twelve']);
});

test('readRows refuses a value of another type than was declared', async () => {
  await expect(decoded(SCALARS.INT64, ["'1'"], true)).rejects.toThrow(
    'Cannot read a result of type INT64: DuckDB gave string',
  );
  await expect(decoded(arrayOf(SCALARS.INT64), ["'1'"], true)).rejects.toThrow(
    'Cannot read a result of type ARRAY',
  );
});

/** The rows of one column that there is room for, and whether others were left out. */
async function cut(sql: string, type: Type, budget: { maxRows?: number; maxBytes?: number }) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const chunks = await (await connection.run(sql)).fetchAllChunks();
  const rows: Row[] = [];
  const take = async (chunk: readonly Row[]) => void rows.push(...chunk);
  const columns = [{ name: 'c', type }];
  const isCut = await readRows(columns, chunks, new RowBudget({ maxRows: 9_999, ...budget }), take);
  return { count: rows.length, isCut };
}

test('readRows cuts rows beyond their number and their bytes, and only those', async () => {
  const numbers = 'SELECT i FROM range(5000) AS t(i)';

  expect(await cut(numbers, SCALARS.INT64, {})).toEqual({ count: 5_000, isCut: false });
  expect(await cut(numbers, SCALARS.INT64, { maxRows: 5_000 })).toEqual({
    count: 5_000,
    isCut: false,
  });
  expect(await cut(numbers, SCALARS.INT64, { maxRows: 3_000 })).toEqual({
    count: 3_000,
    isCut: true,
  });
  const maxBytes = 3_000 * valueBytes([1]);
  expect(await cut(numbers, SCALARS.INT64, { maxBytes })).toEqual({ count: 3_000, isCut: true });
});

test.each<[string, string, Type]>([
  ['an array beyond its room', "[repeat('x', 1000), NULL]", arrayOf(SCALARS.STRING)],
  ['a text beyond it', "repeat('[', 1000)", SCALARS.JSON],
])('readRows does not look at the values of %s', async (_, value, type) => {
  const sql = `SELECT c FROM (SELECT 0 AS n, NULL AS c UNION ALL SELECT 1, ${value}) ORDER BY n`;

  expect(await cut(sql, type, { maxBytes: 500 })).toEqual({ count: 1, isCut: true });
  await expect(cut(`SELECT ${value} AS c`, type, { maxBytes: 500 })).rejects.toThrow(
    'The result is too large: its first row takes more than 0.0005 MB of memory',
  );
});
