import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parameterNames,
  queryParameters,
  wireName,
} from '../../../../src/engines/bigquery/statements/parameters.ts';
import { parseQuery } from '../../../../src/googlesql/syntax/parser/parser.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../../../src/googlesql/types.ts';
import type { Value } from '../../../../src/googlesql/value.ts';

const wireOf = (type: Type, value: Value) =>
  queryParameters({ parameters: ['p'], isForeign: false }, new Map([['p', { type, value }]]))[0];

const YEAR_1 = -62_135_596_800_000_000n;
const YEAR_9999 = 253_402_300_799_999_999n;

test('parameterNames finds each name once, in lower case', () => {
  const tree = parseQuery('WITH a AS (SELECT @Start AS x) SELECT @start + @b AS y FROM a');

  expect(parameterNames(tree)).toEqual(['start', 'b']);
});

test.each([
  [SCALARS.INT64, 9007199254740993n, '9007199254740993'],
  [SCALARS.INT64, -5, '-5'],
  [SCALARS.FLOAT64, 5e-324, '5e-324'],
  [SCALARS.FLOAT64, Number.NaN, 'NaN'],
  [SCALARS.FLOAT64, Number.NEGATIVE_INFINITY, '-Infinity'],
  [SCALARS.FLOAT64, -0, '-0'],
  [SCALARS.BOOL, false, 'false'],
  [SCALARS.STRING, '', ''],
  [SCALARS.BYTES, 'AP8=', 'AP8='],
  [SCALARS.NUMERIC, '-0.000000001', '-0.000000001'],
  [SCALARS.TIMESTAMP, 1782900000123456, '2026-07-01T10:00:00.123456Z'],
  [SCALARS.TIMESTAMP, -1, '1969-12-31T23:59:59.999999Z'],
  [SCALARS.TIMESTAMP, YEAR_1, '0001-01-01T00:00:00.000000Z'],
  [SCALARS.JSON, '{"a":1}', '{"a":1}'],
] as const)('queryParameters sends %o %s as text with its type', (type, value, text) => {
  expect(wireOf(type, value)).toEqual({
    name: 'p',
    parameterType: { type: type.kind },
    parameterValue: { value: text },
  });
});

test('queryParameters sends the type of a NULL and of an empty array', () => {
  expect(wireOf(SCALARS.TIMESTAMP, null)).toEqual({
    name: 'p',
    parameterType: { type: 'TIMESTAMP' },
    parameterValue: { value: null },
  });
  expect(wireOf(arrayOf(SCALARS.STRING), [])).toEqual({
    name: 'p',
    parameterType: { type: 'ARRAY', arrayType: { type: 'STRING' } },
    parameterValue: { arrayValues: [] },
  });
});

test('queryParameters sends structs and arrays member by member', () => {
  const type = arrayOf(
    structOf([
      { name: 'a', type: SCALARS.INT64 },
      { name: 'b', type: SCALARS.STRING },
    ]),
  );

  expect(wireOf(type, [[9007199254740993n, null]])?.parameterValue).toEqual({
    arrayValues: [{ structValues: { a: { value: '9007199254740993' }, b: { value: null } } }],
  });
});

test('wireName gives no two parameters the same name, and none a leading underscore', () => {
  const name = fc.stringMatching(/^_{0,2}(?:own{0,3}_)?(?:own{0,3}_)?x$/);
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(wireName(one) === wireName(other)).toBe(one === other);
      expect(wireName(one)).not.toMatch(/^_/);
    }),
  );
});

test('queryParameters refuses a name without a value', () => {
  const names = { parameters: ['p'], isForeign: false };

  expect(() => queryParameters(names, new Map())).toThrow('parameter "p" has no value');
});

test('queryParameters says every microsecond of a TIMESTAMP', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: YEAR_1, max: YEAR_9999 }), (micros) => {
      const { value } = wireOf(SCALARS.TIMESTAMP, micros)?.parameterValue ?? {};
      const [, seconds = '', fraction = ''] = /^(.{19})\.(\d{6})Z$/.exec(value ?? '') ?? [];

      expect(BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction)).toBe(micros);
    }),
  );
});
