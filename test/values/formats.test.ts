import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCALARS, type ScalarKind } from '../../src/googlesql/types.ts';
import type { Row, Value } from '../../src/googlesql/value.ts';
import { encodeResult } from '../../src/values/encode.ts';
import {
  CSV_FORMAT,
  type Format,
  JSON_FORMAT,
  NDJSON_FORMAT,
  SAFE_CSV_FORMAT,
} from '../../src/values/formats.ts';
import { toJsonValue } from '../../src/values/json-value.ts';

const KINDS = ['STRING', 'INT64', 'FLOAT64', 'BOOL', 'NUMERIC', 'DATE', 'TIMESTAMP'] as const;

/** Texts with what a writer of CSV or a spreadsheet may stumble over. */
const text = fc
  .array(fc.constantFrom('a', 'é', '"', ',', '\r', '\n', ' ', '=', '+', '-', '@', '\t', "'", '＝'))
  .map((letters) => letters.join(''));

const VALUES: Readonly<Record<(typeof KINDS)[number], fc.Arbitrary<Value>>> = {
  STRING: text,
  INT64: fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  FLOAT64: fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.NEGATIVE_INFINITY)),
  BOOL: fc.boolean(),
  NUMERIC: fc.maxSafeInteger().map((n) => `${n}.5`),
  DATE: fc.constantFrom('2026-07-01', '0001-01-01'),
  TIMESTAMP: fc.maxSafeInteger(),
};

/** Columns of any names and kinds, and rows of them. */
const table = fc
  .array(fc.tuple(text, fc.constantFrom(...KINDS)), { minLength: 1, maxLength: 5 })
  .chain((list) => {
    const columns = list.map(([name, kind]) => ({ name, type: SCALARS[kind as ScalarKind] }));
    const row = fc.tuple(...list.map(([, kind]) => fc.option(VALUES[kind])));
    return fc.record({
      columns: fc.constant(columns),
      rows: fc.array(row as fc.Arbitrary<Row>, { maxLength: 5 }),
    });
  });

type Table = typeof table extends fc.Arbitrary<infer Some> ? Some : never;

/** What REST shows of each value. */
const shownRows = ({ columns, rows }: Table) =>
  rows.map((row) => columns.map(({ type }, i) => toJsonValue(type)(row[i] ?? null)));

const encoded = async ({ columns, rows }: Table, format: Format) =>
  (await encodeResult(columns, rows, format)).toString();

/** Reads CSV as a stranger does: a field that is empty is null unless it is quoted. */
function readCsv(csv: string): readonly (readonly (string | null)[])[] {
  return parse(csv, {
    record_delimiter: '\r\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  });
}

const cellOf = (shown: unknown) => (shown === null ? null : String(shown));

test('CSV is read back as the names of the columns and the values of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (some) => {
      const [header, ...rows] = readCsv(await encoded(some, CSV_FORMAT));

      expect(header).toEqual(some.columns.map(({ name }) => name));
      // The only field of a row is quoted where it is null, since readers skip an empty line.
      const isAlone = some.columns.length === 1;
      const expected = shownRows(some).map((row) => row.map(cellOf));
      expect(rows).toEqual(isAlone ? expected.map(([cell]) => [cell ?? '']) : expected);
    }),
  );
});

test('safe CSV differs from CSV by an apostrophe before what a spreadsheet would calculate', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (some) => {
      const plain = readCsv(await encoded(some, CSV_FORMAT));
      const safe = readCsv(await encoded(some, SAFE_CSV_FORMAT));

      const isText = some.columns.map(({ type }) => /^(?:STRING|DATE)$/.test(type.kind));
      const expected = plain.map((row, i) =>
        row.map((cell, j) => (i === 0 || isText[j] ? withoutFormula(cell) : cell)),
      );
      expect(safe).toEqual(expected);
    }),
  );
});

const withoutFormula = (cell: string | null) =>
  /^[=+\-@\t\r\n＝]/.test(cell ?? '') ? `'${cell}` : cell;

test('NDJSON has a line for each row, which is what JSON has in its list', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (some) => {
      const json = await encoded(some, JSON_FORMAT);
      const lines = (await encoded(some, NDJSON_FORMAT)).split('\n');

      expect(lines.pop()).toBe('');
      expect(lines).toHaveLength(some.rows.length);
      expect(`{"result":[${lines.join(',')}]}`).toBe(json);
      for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
    }),
  );
});
