import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileDecoder } from '../../../src/engines/bigquery/rows/decode.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../../src/googlesql/types.ts';
import { integerValue, type Value } from '../../../src/googlesql/value.ts';
import { wireSchema } from '../../support/bigquery/wire-schema.ts';
import { wireRow } from '../../support/bigquery/wire-value.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(integerValue);

/** Types and what their values can be, by scalar. */
const SCALAR_VALUES: readonly (readonly [Type, fc.Arbitrary<Value>])[] = [
  [SCALARS.BOOL, fc.boolean()],
  [SCALARS.INT64, int64],
  [SCALARS.FLOAT64, fc.double()],
  [SCALARS.STRING, fc.string({ unit: 'binary' })],
  [SCALARS.BYTES, fc.base64String()],
  [SCALARS.TIMESTAMP, int64],
];

interface Typed {
  readonly type: Type;
  readonly value: fc.Arbitrary<Value>;
}

const typed = fc.letrec<{ any: Typed; scalar: Typed; struct: Typed; array: Typed }>((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, tie('scalar'), tie('struct'), tie('array')),
  scalar: fc
    .constantFrom(...SCALAR_VALUES)
    .map(([type, value]) => ({ type, value: fc.option(value) })),
  struct: fc.array(tie('any'), { minLength: 1, maxLength: 4 }).map((members) => ({
    type: structOf(members.map(({ type }, i) => ({ name: `f${i}`, type }))),
    value: fc.option(fc.tuple(...members.map(({ value }) => value))),
  })),
  // An array has no arrays in it, and no NULL.
  array: fc.oneof({ maxDepth: 4 }, tie('scalar'), tie('struct')).map(({ type, value }) => ({
    type: arrayOf(type),
    value: fc.array(
      value.filter((item) => item !== null),
      { maxLength: 3 },
    ),
  })),
})).any;

const rows = fc.array(typed, { minLength: 1, maxLength: 5 }).chain((columns) =>
  fc.record({
    types: fc.constant(columns.map(({ type }) => type)),
    row: fc.tuple(...columns.map(({ value }) => value)),
  }),
);

test('compileDecoder reads every row as it was written', () => {
  fc.assert(
    fc.property(rows, ({ types, row }) => {
      const columns = types.map((type, i) => ({ name: `c${i}`, type }));
      const sent = JSON.parse(JSON.stringify(wireRow(types, row, 'int64')));

      expect(compileDecoder(wireSchema(columns).fields, columns)(sent)).toStrictEqual(row);
    }),
    { numRuns: 500 },
  );
});
