import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_PART_BYTES,
  RowCollector,
  rowParts,
} from '../../../../src/engines/duckdb/process/row-parts.ts';
import type { OutputColumn } from '../../../../src/googlesql/analysis/analyze.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../../../src/googlesql/types.ts';
import type { Row, Value } from '../../../../src/googlesql/value.ts';

const INT64 = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
);
const VALUES: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  BOOL: fc.boolean(),
  INT64,
  TIMESTAMP: INT64,
  FLOAT64: fc.double(),
  STRING: fc.string({ unit: 'binary' }),
};

const { columns } = fc.letrec<{ type: Type; columns: OutputColumn[] }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...Object.keys(VALUES)).map((kind) => SCALARS[kind as keyof typeof SCALARS]),
    tie('type').map(arrayOf),
    fc
      .array(tie('type'), { minLength: 1, maxLength: 4 })
      .map((types) => structOf(types.map((type, i) => ({ name: `f${i}`, type })))),
  ),
  columns: fc
    .array(tie('type'), { minLength: 1, maxLength: 5 })
    .map((types) => types.map((type, i) => ({ name: `c${i}`, type }))),
}));

function anyOf(type: Type): fc.Arbitrary<Value> {
  if (type.kind === 'ARRAY') return fc.array(anyOf(type.element), { maxLength: 4 });
  if (type.kind === 'STRUCT') return fc.tuple(...type.fields.map((field) => anyOf(field.type)));
  return fc.option(VALUES[type.kind] ?? fc.constant(null));
}

function passed(rows: readonly Row[]) {
  const parts = [...rowParts(rows)];
  const collector = new RowCollector();
  for (const part of parts) collector.add(part);
  return { rows: collector.end(rows.length), sizes: parts.map(({ bytes }) => bytes.byteLength) };
}

test('RowCollector collects what rowParts packed, whatever the types and values', () => {
  const cases = columns.chain((described) =>
    fc.array(fc.tuple(...described.map(({ type }) => anyOf(type))), { maxLength: 8 }),
  );

  fc.assert(
    fc.property(cases, (rows) => {
      expect(passed(rows).rows).toEqual(rows);
    }),
  );
});

test('RowCollector refuses rows of which a part is missing', () => {
  const rows: Row[] = Array.from({ length: 10 }, () => ['x'.repeat(MAX_PART_BYTES * 2)]);
  const parts = [...rowParts(rows)];
  const collector = new RowCollector();

  for (const part of parts.slice(0, -1)) collector.add(part);

  expect(() => collector.end(10)).toThrow('9 of 10 rows arrived');
});

test('rowParts packs rows into parts below the bound, however many and long the rows are', () => {
  const short: Row[] = Array.from({ length: 5_000 }, (_, i) => [
    `${i} Grüße`.repeat(20),
    [i],
    [[]],
  ]);
  const exact: Row = ['', [2n ** 60n, 1], [[Number.NaN, -0]]];
  const long: Row = [
    '😀'.repeat(500_000),
    Array.from({ length: 200_000 }, (_, i) => (i % 3 === 0 ? 2n ** 62n + BigInt(i) : i)),
    [[Number.POSITIVE_INFINITY, -0, Number.NaN, 0.5]],
  ];
  const rows = [...short, exact, long, exact, ...short, long, [null, [], null]];

  const answer = passed(rows);

  expect(answer.rows).toEqual(rows);
  expect(Math.max(...answer.sizes)).toBeLessThanOrEqual(MAX_PART_BYTES);
  expect(answer.sizes.length).toBeGreaterThan(10);
});
