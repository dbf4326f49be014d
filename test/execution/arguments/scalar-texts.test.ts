import { expect, test } from 'vitest';
import { SPELLINGS } from '../../../src/endpoint/spelling.ts';
import { SCALAR_TEXTS } from '../../../src/execution/arguments/scalar-texts.ts';

test('an argument of every type that a definition may declare can be sent', () => {
  const rest = SPELLINGS.filter((kind) => !(kind in SCALAR_TEXTS));

  // STRING is itself.
  expect(rest).toEqual(['STRING']);
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
  ['BIGNUMERIC', '1e3', '1000'],
  ['BIGNUMERIC', '1.10000000000000000001', '1.10000000000000000001'],
  ['BIGNUMERIC', '1e39', undefined],
  ['BYTES', 'AP8=', 'AP8='],
  ['BYTES', '', ''],
  ['BYTES', 'AP8', undefined],
  ['BYTES', '<>', undefined],
  ['BYTES', '_-8=', undefined],
  ['BYTES', 'AP9=', 'AP8='],
  ['BYTES', 'AP 8=', undefined],
  ['DATE', '2026-02-03', '2026-02-03'],
  ['DATE', '2026-2-3', undefined],
  ['DATE', '2026-02-03T00:00:00', undefined],
  ['DATE', '2026-02-30', undefined],
  ['DATETIME', '2026-07-01 10:00:00.5', '2026-07-01T10:00:00.500000'],
  ['DATETIME', '2026-07-01', '2026-07-01T00:00:00'],
  ['DATETIME', '2026-07-01T10:00:00Z', undefined],
  ['DATETIME', '2026-07-01T10:00:00+02:00', undefined],
  ['DATETIME', '2026-07-01T10:00:00.1234567', undefined],
  ['DATETIME', '2026-7-1 10:00:00', undefined],
  ['DATETIME', '2026-07-01T10:00', undefined],
  ['DATETIME', '2026-07-01T10:00:60', undefined],
  ['TIMESTAMP', '2026-07-01 12:00:00Z', 1_782_907_200_000_000n],
  ['TIMESTAMP', '2026-07-01  12:00:00Z', undefined],
  ['TIMESTAMP', '2026-07-01 ', undefined],
  ['TIMESTAMP', '2026-07-01 12:00:00 02:00', undefined],
  ['TIME', '10:00:00', '10:00:00'],
  ['TIME', '10:00:00.5', '10:00:00.500000'],
  ['TIME', '25:00:00', undefined],
  ['TIME', '1:00:00', undefined],
  ['TIME', '10:00', undefined],
  ['TIME', '10:00:60', undefined],
  ['TIME', '10:00:00.1234567', undefined],
  ['INTERVAL', '1-2 3 4:5:6.789', '1-2 3 4:5:6.789000'],
  ['INTERVAL', 'P1Y2M3DT4H5M6.789S', '1-2 3 4:5:6.789000'],
  ['INTERVAL', '1 day', undefined],
  ['INTERVAL', 'P10001Y', undefined],
  ['JSON', '{"a": 1}', '{"a": 1}'],
  ['JSON', '{a}', undefined],
])('%s of %j is %s', (kind, text, value) => {
  expect(SCALAR_TEXTS[kind]?.parse(text)).toEqual(value);
});
