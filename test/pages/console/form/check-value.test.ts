import { expect, test } from 'vitest';
import { faultOf } from '../../../../src/pages/console/form/check-value.ts';

test.each([
  ['INT64', '-9223372036854775808'],
  ['INT64', '+1'],
  ['FLOAT64', '.5e-3'],
  ['NUMERIC', '12345678901234567890.123456789'],
  ['DATE', '2028-02-29'],
  ['TIME', '10:00:00.123456'],
  ['DATETIME', '2026-07-01T10:00:00'],
  ['DATETIME', '2026-07-01'],
  ['TIMESTAMP', '2026-07-01 10:00:00.123456+02:00'],
  ['TIMESTAMP', '2026-07-01T10:00:00Z'],
  ['TIMESTAMP', '2026-07-01'],
  ['BOOL', 'TRUE'],
  ['BYTES', 'YQ=='],
  ['JSON', '{"a": 12345678901234567890}'],
  ['STRING', 'anything'],
  ['INTERVAL', 'P1Y'],
])('a value of %s may be %s', (type, text) => {
  expect(faultOf(type, text)).toBeUndefined();
});

test.each([
  ['INT64', '9223372036854775808', 'This is beyond 64 bits'],
  ['INT64', '1.5', 'This must be a whole number'],
  ['FLOAT64', 'one', 'This must be a number'],
  ['NUMERIC', '1,5', 'This must be a decimal number'],
  ['DATE', '2026-02-30', 'There is no such day'],
  ['DATE', 'yesterday', 'This must be a date like 2026-07-01'],
  ['TIME', '10', 'This must be a time like 10:00:00'],
  ['DATETIME', '2026-07-01T10:00:00Z', 'without an offset'],
  ['TIMESTAMP', '2026-07-01T10', 'This must be a moment like 2026-07-01T10:00:00Z'],
  ['BOOL', 'yes', 'This must be true or false'],
  ['BYTES', 'YQ', 'This must be base64 with padding'],
  ['JSON', '{a: 1}', 'This must be JSON'],
])('a value of %s may not be %s', (type, text, fault) => {
  expect(faultOf(type, text)).toContain(fault);
});
