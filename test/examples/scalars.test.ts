import fc from 'fast-check';
import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { expect, test } from 'vitest';
import { dateTimeOf, microsecondsOf, scalars } from '../../examples/scalars.ts';
import { formatIsoTimestamp } from '../../src/endpoint/iso-timestamp.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { everyKind } from '../support/every-kind.ts';

test('scalars names every scalar that a schema may have', () => {
  const types = Object.values(createSchema([everyKind()]).getTypeMap());

  const own = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));

  expect(Object.keys(scalars).sort()).toEqual(own.map(({ name }) => name).sort());
});

const YEAR_1 = -62_135_596_800_000_000n;
const YEAR_9999 = 253_402_300_799_999_999n;

test('microsecondsOf and dateTimeOf keep all digits that the gateway writes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: YEAR_1, max: YEAR_9999 }), (microseconds) => {
      const dateTime = formatIsoTimestamp(microseconds);

      expect(microsecondsOf(dateTime)).toBe(microseconds);
      expect(dateTimeOf(microseconds)).toBe(dateTime);
    }),
  );
});
