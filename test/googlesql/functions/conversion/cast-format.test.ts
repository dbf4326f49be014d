import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import { compile, openDatabase, rowsOf } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';
import { testGoldens } from '../goldens.ts';

testGoldens('cast-format');

// The clock of these tests reads 1 July 2026, 10:00 in UTC.
test.each([
  ["'05' AS DATE FORMAT 'DD'", '2026-07-05'],
  ["'11-05' AS DATE FORMAT 'MM-DD'", '2026-11-05'],
  ["'2020' AS DATE FORMAT 'YYYY'", '2020-07-01'],
  ["'' AS DATE FORMAT ''", '2026-07-01'],
  ["'5-05' AS DATE FORMAT 'Y-MM'", '2025-05-01'],
  ["'95-05' AS DATE FORMAT 'YY-MM'", '2095-05-01'],
  ["'995-05' AS DATE FORMAT 'YYY-MM'", '2995-05-01'],
  ["'49-05' AS DATE FORMAT 'RR-MM'", '2049-05-01'],
  ["'50-05' AS DATE FORMAT 'RR-MM'", '1950-05-01'],
  ["'10:11' AS DATETIME FORMAT 'HH24:MI'", '2026-07-01T10:11:00'],
])('CAST(%s) takes the rest from the current day', async (cast, value) => {
  const outcome = await evaluate(await openDatabase(), `SELECT CAST(${cast})`);

  expect(outcome).toEqual([expect.any(String), value]);
});

test('texts of rows that are filtered are no errors', async () => {
  const connection = await openDatabase();
  const file = join(await mkdtemp(join(tmpdir(), 'cast-format-')), 'texts.parquet');
  onTestFinished(() => rm(dirname(file), { recursive: true }));
  const texts =
    "CASE i % 2 WHEN 0 THEN '2020-05' ELSE 'bad' END AS s, i % 2 AS k FROM range(10000) AS r(i)";
  await connection.run(`COPY (SELECT ${texts}) TO '${file}'`);
  const mode = 'NULLABLE';
  const columns = [
    { name: 's', type: SCALARS.STRING, mode },
    { name: 'k', type: SCALARS.INT64, mode },
  ] as const;
  const t = { table: { name: 't', columns }, from: `'${file}'` };
  const maximum = (condition: string) => {
    const sql = `SELECT MAX(CAST(s AS DATE FORMAT 'YYYY-MM')) AS m FROM t WHERE ${condition}`;
    return rowsOf(connection, compile(sql, { tables: { t } }));
  };

  expect(await maximum('k = 0')).toEqual([['2020-05-01']]);
  await expect(maximum('k = 1')).rejects.toThrow("with format element 'YYYY'");
});

test('the current day is that of the time zone', async () => {
  const days = ['+00:00', '-10:00', '-11:00', 'Pacific/Auckland'].map(
    (zone) => `STRING(CAST('05' AS TIMESTAMP FORMAT 'DD' AT TIME ZONE '${zone}'), '${zone}')`,
  );
  const sql = `SELECT ARRAY_TO_STRING([${days.join(', ')}], ' | ')`;

  expect(await evaluate(await openDatabase(), sql)).toEqual([
    'STRING',
    '2026-07-05 00:00:00+00 | 2026-07-05 00:00:00-10 | 2026-06-05 00:00:00-11 | 2026-07-05 00:00:00+12',
  ]);
});

// The reference finds no name of a month in any text.
test.each([
  ["'2020 jan 05' AS DATE FORMAT 'YYYY MON DD'", '2020-01-05'],
  ["'5 December 2020' AS DATE FORMAT 'DD Month YYYY'", '2020-12-05'],
  ["'MAY2020' AS DATE FORMAT 'MONYYYY'", '2020-05-01'],
])('CAST(%s) reads the name of the month', async (cast, value) => {
  const outcome = await evaluate(await openDatabase(), `SELECT CAST(${cast})`);

  expect(outcome).toEqual(['DATE', value]);
});

test('an abbreviation is no full name of a month', async () => {
  const sql = "SELECT CAST('jan 2020' AS DATE FORMAT 'MONTH YYYY')";

  expect(await evaluate(await openDatabase(), sql)).toEqual({
    error: "Failed to parse input timestamp string at 0 with format element 'MONTH'",
  });
});

test('a statement reads the clock only for a format that lacks a year or a month', () => {
  const parameters = { _now: { kind: 'TIMESTAMP' } } as const;
  const used = (format: string) =>
    compile(`SELECT CAST('1' AS DATE FORMAT '${format}') AS x`, { parameters }).parameters;

  expect(used('YYYY-MM-DD')).toEqual([]);
  expect(used('YYYY-DD')).toEqual(['_now']);
});

// Documented, but the reference does not have it.
test.each([
  ["b'abc' AS STRING FORMAT 'Base32'", ['STRING', 'MFRGG===']],
  ["'MFRGG===' AS BYTES FORMAT 'BASE32'", ['BYTES', 'YWJj']],
  ["'mfrgg===' AS BYTES FORMAT 'BASE32'", { error: 'Failed to decode invalid base32 string' }],
])('CAST(%s) is as TO_BASE32 and FROM_BASE32 are', async (cast, outcome) => {
  expect(await evaluate(await openDatabase(), `SELECT CAST(${cast})`)).toEqual(outcome);
});

test.each(['BASE2', 'BASE8'])('%s is refused for what it would grow into', async (format) => {
  const sql = (length: number) =>
    `SELECT LENGTH(CAST(REPEAT(b'a', ${length}) AS STRING FORMAT '${format}'))`;

  expect(await evaluate(await openDatabase(), sql(16_384))).toEqual(['INT64', expect.anything()]);
  expect(await evaluate(await openDatabase(), sql(16_385))).toEqual({
    error: 'Output of CAST exceeds max allowed output size of 128KB',
  });
});

// Documented, but the reference does not have it.
test.each(['RN', 'TM', 'TM9', 'TME'])('%s is refused by name, by SAFE_CAST too', async (format) => {
  const error = `The format element '${format}' of CAST is not supported`;
  const parameters = { f: { type: SCALARS.STRING, value: format } };
  const evaluated = async (sql: string) => evaluate(await openDatabase(), sql, parameters);

  expect(await evaluated(`SELECT SAFE_CAST(12 AS STRING FORMAT '${format}')`)).toEqual({ error });
  expect(await evaluated('SELECT SAFE_CAST(12 AS STRING FORMAT @f)')).toEqual({ error });
});

const kinds = ['INT64', 'NUMERIC', 'FLOAT64'];

test('CAST writes the digits of every number that its format has places for', async () => {
  const connection = await openDatabase();
  const cases = fc.record({
    units: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    places: fc.integer({ min: 1, max: 15 }),
    kind: fc.constantFrom(...kinds),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cases, { minLength: 1, maxLength: 10 }), async (all) => {
      const casts = all.map(
        ({ units, places, kind }) =>
          `CAST(CAST('${units}' AS ${kind}) AS STRING FORMAT '${'9'.repeat(places)}')`,
      );
      const expected = all.map(({ units, places }) => {
        const digits = String(units < 0n ? -units : units);
        const sign = units < 0n ? '-' : ' ';
        const shown = digits.length > places ? '#'.repeat(places) : digits;
        return `${sign}${shown}`.padStart(places + 1);
      });
      expect(await evaluate(connection, `SELECT CONCAT(${casts.join(", '|', ")})`)).toEqual([
        'STRING',
        expected.join('|'),
      ]);
    }),
    { numRuns: 30 },
  );
});

test('CAST by a format with commas has them between thousands', async () => {
  const connection = await openDatabase();
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
      async (units) => {
        const format = 'FM999,999,999,999,990.00';
        const sql = `SELECT CAST(NUMERIC '${units}' / 100 AS STRING FORMAT '${format}')`;
        const whole = (units / 100n).toLocaleString('en-US').replace('-', '');
        const cents = String(units < 0n ? -units % 100n : units % 100n).padStart(2, '0');
        const text = `${units < 0n ? '-' : ''}${whole}.${cents}`.replace(/0+$/, '');
        expect(await evaluate(connection, sql)).toEqual(['STRING', text]);
      },
    ),
    { numRuns: 60 },
  );
});
