import { arrayOf, SCALARS, type Type } from '../../src/googlesql/types.ts';
import type { Value } from '../../src/googlesql/value.ts';

/** Values of every type, as they go in and must come out. */
export const ROUND_TRIPS: readonly (readonly [Type, readonly Value[]])[] = [
  [SCALARS.BOOL, [true, false, null]],
  [
    SCALARS.INT64,
    [0, -1, Number.MAX_SAFE_INTEGER, 9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n), null],
  ],
  [
    SCALARS.FLOAT64,
    [0.1, -1.5e300, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null],
  ],
  [SCALARS.NUMERIC, ['0', '1.5', '-0.000000001', '99999999999999999999999999999.999999999', null]],
  [
    SCALARS.BIGNUMERIC,
    [
      '0',
      '-0.00000000000000000000000000000000000001',
      '578960446186580977117854925043439539266.34992332820282019728792003956564819967',
      '-578960446186580977117854925043439539266.34992332820282019728792003956564819968',
      null,
    ],
  ],
  [SCALARS.STRING, ['', 'a', 'Grüße, 世界 😀', 'it\'s \\ "quoted"\n$1 @p', 'null', null]],
  [SCALARS.BYTES, ['', 'AP8=', null]],
  [SCALARS.DATE, ['0001-01-01', '1969-12-31', '2024-02-29', '9999-12-31', null]],
  [
    SCALARS.DATETIME,
    ['1969-12-31T23:59:59.999999', '2026-07-01T10:00:00', '9999-12-31T23:59:59.999999', null],
  ],
  [SCALARS.TIME, ['00:00:00', '23:59:59.000001', null]],
  [SCALARS.TIMESTAMP, [0, -1, 1782900000123456, 253402300799999999n, -62135596800000000n, null]],
  [SCALARS.INTERVAL, ['0-0 0 0:0:0', '1-2 -3 4:5:6.789000', '-10000-0 0 -87840000:0:0', null]],
  [SCALARS.JSON, ['{"a":[1,null,"x"]}', '"text"', 'null', null]],
  [arrayOf(SCALARS.INT64), [[], [1, 2], [9007199254740993n]]],
  [arrayOf(SCALARS.INTERVAL), [['0-0 1 0:0:0', '1-2 0 0:0:0.000001']]],
  [arrayOf(SCALARS.BIGNUMERIC), [[], ['1.5', '-1.5']]],
  [arrayOf(SCALARS.STRING), [[], ['a', '']]],
];
