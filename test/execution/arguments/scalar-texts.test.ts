import { expect, test } from 'vitest';
import { SPELLINGS } from '../../../src/endpoint/spelling.ts';
import { SCALAR_TEXTS } from '../../../src/execution/arguments/scalar-texts.ts';

test('an argument of every type that a definition may declare can be sent', () => {
  const rest = SPELLINGS.filter((kind) => !(kind in SCALAR_TEXTS));

  // STRING is itself; no endpoint declares an INTERVAL.
  expect(rest.toSorted()).toEqual(['INTERVAL', 'STRING']);
});

test.each<[string, string, unknown]>([
  ['INT64', '9223372036854775807', 9223372036854775807n],
  ['INT64', '9223372036854775808', undefined],
  ['FLOAT64', 'NaN', undefined],
  ['NUMERIC', '-0012.500', '-12.5'],
  ['NUMERIC', '1e30', undefined],
  ['NUMERIC', '', undefined],
  ['BIGNUMERIC', '-00.1230', '-0.123'],
  ['BIGNUMERIC', '-0.0', '0'],
  ['BIGNUMERIC', '1e3', undefined],
  ['BYTES', 'AP8=', 'AP8='],
  ['BYTES', '', ''],
  ['BYTES', 'AP8', undefined],
  ['BYTES', '<>', undefined],
  ['DATE', '2026-2-3', '2026-02-03'],
  ['DATE', '2026-02-30', undefined],
  ['DATETIME', '2026-07-01 10:00:00.5', '2026-07-01T10:00:00.500000'],
  ['DATETIME', '2026-07-01T10:00:00Z', undefined],
  ['TIMESTAMP', '2026-07-01 12:00:00Z', 1_782_907_200_000_000n],
  ['TIMESTAMP', '2026-07-01  12:00:00Z', undefined],
  ['TIMESTAMP', '2026-07-01 ', undefined],
  ['TIMESTAMP', '2026-07-01 12:00:00 02:00', undefined],
  ['TIME', '10:00:00', '10:00:00'],
  ['TIME', '25:00:00', undefined],
  ['JSON', '{"a": 1}', '{"a": 1}'],
  ['JSON', '{a}', undefined],
])('%s of %j is %s', (kind, text, value) => {
  expect(SCALAR_TEXTS[kind]?.parse(text)).toEqual(value);
});
