import fc from 'fast-check';
import type { OutputColumn } from '../../src/googlesql/analysis/analyze.ts';
import { arrayOf, SCALAR_KINDS, SCALARS, structOf, type Type } from '../../src/googlesql/types.ts';
import { integerValue, type Row, type Value } from '../../src/googlesql/value.ts';

const LONGEST = 4;

/** A type, with arrays and structs in it. */
const arbitraryType = fc.letrec<{ type: Type; element: Type }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...SCALAR_KINDS.map((kind) => SCALARS[kind])),
    fc
      .array(
        tie('type').map((type) => ({ name: '', type })),
        { maxLength: LONGEST },
      )
      .map(structOf),
  ),
  type: fc.oneof({ maxDepth: 3 }, tie('element'), tie('element').map(arrayOf)),
})).type;

function arbitraryValue(type: Type): fc.Arbitrary<Value> {
  return fc.option(presentValue(type), { freq: 8 });
}

function presentValue(type: Type): fc.Arbitrary<Value> {
  switch (type.kind) {
    case 'BOOL':
      return fc.boolean();
    case 'INT64':
    case 'TIMESTAMP':
      // Engines make numbers where those are exact; the other form is kept as it is, too.
      return fc.oneof(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(integerValue),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.maxSafeInteger(),
        fc.constant(-0),
      );
    case 'FLOAT64':
      return fc.double();
    case 'ARRAY':
      return fc.array(arbitraryValue(type.element), { maxLength: LONGEST });
    case 'STRUCT':
      return fc.tuple(...type.fields.map((field) => arbitraryValue(field.type)));
    default:
      // Any code units, so that lone surrogates are among them.
      return fc
        .array(fc.nat({ max: 0xffff }), { maxLength: 12 })
        .map((units) => String.fromCharCode(...units));
  }
}

/** Columns and rows of them. */
export const arbitraryRows: fc.Arbitrary<{
  columns: readonly OutputColumn[];
  rows: readonly Row[];
}> = fc.array(arbitraryType, { minLength: 1, maxLength: LONGEST }).chain((types) =>
  fc.record({
    columns: fc.constant(types.map((type, i) => ({ name: `column_${i}`, type }))),
    rows: fc.array(fc.tuple(...types.map(arbitraryValue)), { maxLength: 6 }),
  }),
);
