import { MACROS_AGGREGATE } from './aggregate.ts';
import { MACROS_BITWISE } from './bitwise.ts';
import { MACROS_COLLECTING } from './collecting-aggregate.ts';
import { MACROS_CONVERSION } from './conversion.ts';
import { MACROS_LIKE } from './like.ts';
import { MACROS_ARITHMETIC } from './macros-arithmetic.ts';
import { MACROS_ARRAY } from './macros-array.ts';
import { MACROS_CASE } from './macros-case.ts';
import { MACROS_CAST } from './macros-cast.ts';
import { MACROS_DATE_ARITHMETIC } from './macros-date-arithmetic.ts';
import { MACROS_ERROR } from './macros-error.ts';
import { MACROS_INTERVAL } from './macros-interval.ts';
import { MACROS_JSON } from './macros-json.ts';
import { MACROS_MATH } from './macros-math.ts';
import { MACROS_NET } from './macros-net.ts';
import { MACROS_REGEXP } from './macros-regexp.ts';
import { MACROS_STRING } from './macros-string.ts';
import { MACROS_TIME } from './macros-time.ts';
import { MACROS_REGEXP_LENGTH } from './regexp-length.ts';

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
