/** Comparisons of two values. */
const ORDERED = [
  ...['$equal', '$not_equal', '$less', '$less_or_equal', '$greater', '$greater_or_equal'],
];

/** All that compares values: its result is NULL also where a field or element of an operand is. */
const COMPARING = [...ORDERED, '$between', '$in', '$in_array', 'CONTAINS_SUBSTR'];

/** Functions and operators that are NULL if an argument is, and only then. */
const STRICT = [
  ...['$add', '$subtract', '$multiply', '$divide', '$unary_minus', '$concat_op', '$not'],
  ...['$bitwise_and', '$bitwise_or', '$bitwise_xor', '$bitwise_not'],
  ...['$bitwise_left_shift', '$bitwise_right_shift', '$like', '$limit_text', '$limit_numeric'],
  ...['$interval', '$extract', '$extract_date', '$extract_time', '$extract_datetime'],
  ...['$cast_BYTES', '$cast_DATE', '$cast_DATETIME', '$cast_STRING', '$cast_TIME'],
  ...['$cast_TIMESTAMP'],
  ...['ABS', 'ACOS', 'ACOSH', 'ASIN', 'ASINH', 'ATAN', 'ATAN2', 'ATANH', 'BIT_COUNT', 'CBRT'],
  ...['CEIL', 'COS', 'COSH', 'COT', 'COTH', 'CSC', 'CSCH', 'DIV', 'EXP', 'FLOOR', 'GREATEST'],
  ...['IEEE_DIVIDE', 'IS_INF', 'IS_NAN', 'LEAST', 'LN', 'LOG', 'LOG10', 'MOD', 'POW', 'ROUND'],
  ...['SEC', 'SECH', 'SIGN', 'SIN', 'SINH', 'SQRT', 'TAN', 'TANH', 'TRUNC'],
  ...['PARSE_BIGNUMERIC', 'PARSE_NUMERIC'],
  ...['ASCII', 'BYTE_LENGTH', 'CHAR_LENGTH', 'CHR', 'CONCAT'],
  ...['EDIT_DISTANCE', 'ENDS_WITH', 'FROM_BASE32', 'FROM_BASE64', 'FROM_HEX', 'INITCAP'],
  ...['INSTR', 'LEFT', 'LENGTH', 'LOWER', 'LPAD', 'LTRIM', 'NORMALIZE', 'NORMALIZE_AND_CASEFOLD'],
  ...['REPEAT', 'REPLACE', 'REVERSE', 'RIGHT', 'RPAD', 'RTRIM', 'SAFE_CONVERT_BYTES_TO_STRING'],
  ...['SOUNDEX', 'SPLIT', 'STARTS_WITH', 'STRPOS', 'SUBSTR', 'TO_BASE32', 'TO_BASE64'],
  ...['TO_CODE_POINTS', 'TO_HEX', 'TRANSLATE', 'TRIM', 'UNICODE', 'UPPER'],
  ...['REGEXP_CONTAINS', 'REGEXP_EXTRACT_ALL', 'REGEXP_INSTR', 'REGEXP_REPLACE'],
  ...['DATE', 'DATETIME', 'TIME', 'TIMESTAMP', 'DATETIME_ADD', 'DATETIME_BUCKET'],
  ...['DATETIME_DIFF', 'DATETIME_SUB', 'DATETIME_TRUNC', 'DATE_ADD', 'DATE_BUCKET', 'DATE_DIFF'],
  ...['DATE_FROM_UNIX_DATE', 'DATE_SUB', 'DATE_TRUNC', 'FORMAT_DATE', 'FORMAT_DATETIME'],
  ...['FORMAT_TIME', 'FORMAT_TIMESTAMP', 'LAST_DAY', 'PARSE_DATE', 'PARSE_DATETIME'],
  ...['PARSE_TIME', 'PARSE_TIMESTAMP', 'STRING', 'TIMESTAMP_ADD', 'TIMESTAMP_BUCKET'],
  ...['TIMESTAMP_DIFF', 'TIMESTAMP_MICROS', 'TIMESTAMP_MILLIS', 'TIMESTAMP_SECONDS'],
  ...['TIMESTAMP_SUB', 'TIMESTAMP_TRUNC', 'TIME_ADD', 'TIME_DIFF', 'TIME_SUB', 'TIME_TRUNC'],
  ...['UNIX_DATE', 'UNIX_MICROS', 'UNIX_MILLIS', 'UNIX_SECONDS'],
  ...['JUSTIFY_DAYS', 'JUSTIFY_HOURS', 'JUSTIFY_INTERVAL', 'MAKE_INTERVAL'],
  ...['FARM_FINGERPRINT', 'MD5', 'SHA1', 'SHA256', 'SHA512'],
  ...['NET.IPV4_FROM_INT64', 'NET.IPV4_TO_INT64', 'NET.IP_FROM_STRING', 'NET.IP_NET_MASK'],
  ...['NET.IP_TO_STRING', 'NET.IP_TRUNC'],
  ...['RANGE_CONTAINS', 'RANGE_INTERSECT', 'RANGE_IS_END_UNBOUNDED'],
  ...['RANGE_IS_START_UNBOUNDED', 'RANGE_OVERLAPS'],
  ...['ARRAY_CONCAT', 'ARRAY_LENGTH', 'ARRAY_REVERSE', 'ARRAY_SLICE', 'GENERATE_ARRAY'],
  ...['GENERATE_DATE_ARRAY', 'GENERATE_RANGE_ARRAY', 'GENERATE_TIMESTAMP_ARRAY'],
];

/** Others that are never NULL where no argument is, and may have a value where one is. */
const LENIENT = [
  ...['$and', '$or', 'ARRAY_TO_STRING', 'FORMAT', 'IFERROR', 'ISERROR', 'RANGE'],
  ...['TYPEOF', 'ZEROIFNULL'],
];

/** Functions that are NULL for NULL, and may be so for other values. */
const PARTIAL = [
  ...['JSON_EXTRACT', 'JSON_EXTRACT_SCALAR', 'JSON_QUERY', 'JSON_VALUE', 'REGEXP_EXTRACT'],
  ...['LAX_BOOL', 'LAX_FLOAT64', 'LAX_INT64', 'LAX_STRING', 'NET.HOST', 'NET.PUBLIC_SUFFIX'],
  ...['NET.REG_DOMAIN', 'NULLIFZERO', 'SAFE_ADD', 'SAFE_DIVIDE', 'SAFE_MULTIPLY'],
  ...['SAFE_NEGATE', 'SAFE_SUBTRACT', '$array_at_offset', '$array_at_ordinal'],
  ...['$safe_array_at_offset', '$safe_array_at_ordinal', '$json_subscript'],
];

/** Functions of FLOAT64 that have a finite value, or are an error, where all arguments are finite. */
const FINITE: ReadonlySet<string> = new Set([
  ...['$add', '$subtract', '$multiply', '$divide', '$unary_minus'],
  ...['ABS', 'CEIL', 'EXP', 'FLOOR', 'GREATEST', 'LEAST', 'LN', 'LOG10', 'POW', 'ROUND', 'SIGN'],
  ...['SQRT', 'TRUNC'],
]);

const COMPARING_NAMES: ReadonlySet<string> = new Set(COMPARING);
const NULL_FOR_NULL: ReadonlySet<string> = new Set([...ORDERED, ...STRICT, ...PARTIAL]);
const WITHOUT_NULL: ReadonlySet<string> = new Set([...COMPARING, ...STRICT, ...LENIENT]);

/** The functions and operators that are never NULL where no argument is; JSON's are on no list. */
export const NEVER_NULL: readonly string[] = [...WITHOUT_NULL].sort();

/** Whether a call of a function is never NULL where no argument is. */
export function isNeverNull(name: string): boolean {
  return WITHOUT_NULL.has(name);
}

/** Whether such a call may be NULL because of a NULL within an argument. */
export function looksInside(name: string): boolean {
  return COMPARING_NAMES.has(name);
}

/** Whether a call of a function is NULL where any argument is. */
export function isNullForNull(name: string): boolean {
  return NULL_FOR_NULL.has(name);
}

/** Whether a function of finite numbers has no other values than finite ones. */
export function hasFiniteValues(name: string): boolean {
  return FINITE.has(name);
}
