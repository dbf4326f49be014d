import { MACROS_AGGREGATE } from '../aggregates/aggregate.ts';
import { MACROS_COLLECTING } from '../aggregates/collecting-aggregate.ts';
import { MACROS_ARRAY } from '../arrays/macros-array.ts';
import { MACROS_CONVERSION } from '../conversion/conversion.ts';
import { MACROS_CAST } from '../conversion/macros-cast.ts';
import { MACROS_ERROR } from '../conversion/macros-error.ts';
import { MACROS_JSON } from '../json/macros-json.ts';
import { MACROS_BITWISE } from '../numbers/bitwise.ts';
import { MACROS_ARITHMETIC } from '../numbers/macros-arithmetic.ts';
import { MACROS_MATH } from '../numbers/macros-math.ts';
import { MACROS_LIKE } from '../text/like.ts';
import { MACROS_CASE } from '../text/macros-case.ts';
import { MACROS_NET } from '../text/macros-net.ts';
import { MACROS_REGEXP } from '../text/macros-regexp.ts';
import { MACROS_STRING } from '../text/macros-string.ts';
import { MACROS_REGEXP_LENGTH } from '../text/regexp-length.ts';
import { MACROS_DATE_ARITHMETIC } from '../time/macros-date-arithmetic.ts';
import { MACROS_INTERVAL } from '../time/macros-interval.ts';
import { MACROS_TIME } from '../time/macros-time.ts';

/** What the generated SQL relies on: an engine runs these statements once, in this order, on a fresh database. */
export const PRELUDE: readonly string[] = [
  ...MACROS_ERROR,
  ...MACROS_ARITHMETIC,
  ...MACROS_BITWISE,
  ...MACROS_CAST,
  ...MACROS_CONVERSION,
  ...MACROS_INTERVAL,
  ...MACROS_DATE_ARITHMETIC,
  ...MACROS_LIKE,
  ...MACROS_ARRAY,
  ...MACROS_AGGREGATE,
  ...MACROS_COLLECTING,
  ...MACROS_CASE,
  ...MACROS_STRING,
  ...MACROS_REGEXP,
  ...MACROS_REGEXP_LENGTH,
  ...MACROS_NET,
  ...MACROS_TIME,
  ...MACROS_JSON,
  ...MACROS_MATH,
];
