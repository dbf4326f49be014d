import { expect, test } from 'vitest';
import { arrayOf, SCALARS, structOf, type Type } from '../../src/googlesql/types.ts';
import type { Value } from '../../src/googlesql/value.ts';
import { type JsonValue, toJsonValue } from '../../src/values/json-value.ts';

test.each<[Type, Value, JsonValue]>([
  [SCALARS.INT64, 9_007_199_254_740_991, 9_007_199_254_740_991],
  [SCALARS.INT64, 7n, 7],
  [SCALARS.INT64, 9_007_199_254_740_992n, '9007199254740992'],
  [SCALARS.INT64, -9_223_372_036_854_775_808n, '-9223372036854775808'],
  [SCALARS.TIMESTAMP, 253_402_300_799_999_999n, '253402300799999999'],
  [SCALARS.FLOAT64, Number.NaN, null],
  [SCALARS.FLOAT64, 1.5, 1.5],
  [SCALARS.BOOL, false, false],
  [SCALARS.NUMERIC, '0.1', '0.1'],
  [SCALARS.DATETIME, '2026-07-01T10:00:00', '2026-07-01T10:00:00'],
  [SCALARS.JSON, '{"a":[1]}', { a: [1] }],
  [
    SCALARS.JSON,
    '[9007199254740991,-9007199254740993,{"__proto__":9223372036854775808},1e300,0.12345678901234567,"9007199254740993"]',
    JSON.parse(
      '[9007199254740991,"-9007199254740993",{"__proto__":"9223372036854775808"},1e300,0.12345678901234567,"9007199254740993"]',
    ),
  ],
  [arrayOf(SCALARS.STRING), null, []],
  [arrayOf(structOf([{ name: 'a', type: SCALARS.INT64 }])), [[1], null], [{ a: 1 }, null]],
])('toJsonValue turns %j %s into a plain value', (type, value, expected) => {
  expect(toJsonValue(type)(value)).toEqual(expected);
});

test('toJsonValue gives a field called __proto__ an own member', () => {
  const json = toJsonValue(structOf([{ name: '__proto__', type: SCALARS.STRING }]))(['x']);

  expect(Object.entries(json as object)).toEqual([['__proto__', 'x']]);
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
});
