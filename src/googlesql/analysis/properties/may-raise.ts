import { COMPARISONS } from '../../functions/core/signatures/signature-text.ts';
import { parseTimestamp } from '../../functions/datetime/civil-time.ts';
import { MICROS, MONTHS } from '../../functions/datetime/parts/date-part.ts';
import { takesAnyText } from '../../functions/string/regexp-nullable.ts';
import { CLOCK_PARAMETER } from '../../syntax/parser/pin-clock.ts';
import type {
  FunctionCall,
  ResolvedCast,
  ResolvedExpression,
  ResolvedStatement,
  ResolvedSubquery,
  Scan,
} from '../resolved/resolved.ts';
import { allExpressions, everyExpression, everyScan } from '../resolved/traverse.ts';

/**
 * Whether any expression of the statement could raise an error when evaluated on a row that filters should have
 * removed.
 *
 * An allow-list: an expression may raise unless it is known to have a value for every operand, including NULL. Errors
 * of aggregate and window functions themselves count in subqueries only, which are evaluated row by row: otherwise no
 * engine evaluates them before the filters below them.
 */
export function mayRaise({ scan }: ResolvedStatement): boolean {
  return allExpressions(scan).some(raises);
}

/** Whether an expression or any part of it may raise an error, but for parts that are known not to. */
export function mayFail(
  root: ResolvedExpression,
  isHarmless: (part: ResolvedExpression) => boolean = () => false,
): boolean {
  return everyExpression([root], 'all').some((part) => raises(part) && !isHarmless(part));
}

/** Whether the expression itself, apart from its parts, may raise. */
function raises(expression: ResolvedExpression): boolean {
  switch (expression.kind) {
    case 'call':
      // SAFE does not catch all that DuckDB raises.
      return !isTotal(expression);
    case 'cast':
      return !isTotalCast(expression);
    case 'subquery':
      return isScalarOfMany(expression) || aggregates(expression.scan);
    default:
      return false;
  }
}

const TOTAL: ReadonlySet<string> = new Set([
  ...['$and', '$or', '$not', ...COMPARISONS, '$between', '$in', '$in_array'],
  ...['$is_null', '$is_true', '$is_false', '$is_distinct_from', '$is_not_distinct_from'],
  ...['$record_list', '$case_no_value', '$case_with_value'],
  ...['$safe_array_at_offset', '$safe_array_at_ordinal', 'ARRAY_LENGTH'],
  ...['COALESCE', 'GREATEST', 'IF', 'IFNULL', 'LEAST', 'NULLIF', 'RAND'],
  ...['CHAR_LENGTH', 'CONTAINS_SUBSTR', 'ENDS_WITH', 'LENGTH', 'LOWER', 'STARTS_WITH', 'STRPOS'],
  ...['RANGE_CONTAINS', 'RANGE_OVERLAPS', 'UNIX_MICROS', 'UNIX_MILLIS', 'UNIX_SECONDS', 'UPPER'],
]);

function isTotal(call: FunctionCall): boolean {
  const { name } = call.function;
  if (TOTAL.has(name)) return true;
  // A literal zone has been checked.
  if (name === '$extract') return call.arguments.slice(1).every(({ kind }) => kind === 'literal');
  if (name === 'TIMESTAMP_TRUNC') return isTotalTrunc(call);
  // A pattern must not end with its escape character.
  if (name === '$like') return hasPattern(call, (pattern) => !pattern.endsWith('\\'));
  if (name === 'REGEXP_CONTAINS') return hasPattern(call, takesAnyText);
  if (name === 'FORMAT_DATE') return isDayFormat(call);
  return isClockShift(call) || isConversionOfTime(call);
}

/** The first week of year 1 begins before it, and so may the start of any part in a zone. */
function isTotalTrunc({ arguments: { length }, part = '' }: FunctionCall): boolean {
  return length === 1 && (Object.hasOwn(MICROS, part) || Object.hasOwn(MONTHS, part));
}

function hasPattern(
  { arguments: [text, pattern] }: FunctionCall,
  isSafe: (pattern: string) => boolean,
): boolean {
  if (text?.type.kind !== 'STRING' || pattern?.kind !== 'literal') return false;
  return typeof pattern.value !== 'string' || isSafe(pattern.value);
}

/** A format that every date has. */
function isDayFormat({ arguments: [format, date] }: FunctionCall): boolean {
  if (format?.kind !== 'literal' || date?.type.kind !== 'DATE') return false;
  return /^(?:%[Ymd]|[^%])*$/.test(String(format.value));
}

const TIMES: ReadonlySet<string> = new Set(['DATE', 'DATETIME', 'TIMESTAMP']);

/** `DATE(timestamp)`, `TIMESTAMP(date)` and the like in UTC, and TIMESTAMP of a text known to be valid. */
function isConversionOfTime({ function: { name }, arguments: [first, second] }: FunctionCall) {
  if (!TIMES.has(name) || !first || second) return false;
  return TIMES.has(first.type.kind) || (name === 'TIMESTAMP' && isTimeText(first));
}

function isTimeText(text: ResolvedExpression): boolean {
  const value = text.kind === 'literal' ? text.value : undefined;
  return typeof value === 'string' && parseTimestamp(value) !== undefined;
}

const TOTAL_CASTS: ReadonlySet<string> = new Set([
  ...['BOOL INT64', 'BOOL STRING', 'DATE STRING', 'DATETIME STRING', 'DATE TIMESTAMP'],
  ...['INT64 FLOAT64', 'INT64 STRING', 'STRING STRING', 'TIMESTAMP DATE', 'TIMESTAMP DATETIME'],
  ...['DATE DATETIME', 'DATETIME DATE', 'DATETIME TIMESTAMP', 'TIMESTAMP STRING'],
]);

const SAFE_CASTS: ReadonlySet<string> = new Set([
  ...['STRING BOOL', 'STRING DATE', 'STRING FLOAT64', 'STRING INT64', 'STRING NUMERIC'],
  'STRING BIGNUMERIC',
]);

function isTotalCast({ expression, safe, type }: ResolvedCast): boolean {
  if (type.kind === 'TIMESTAMP' && isTimeText(expression)) return true;
  const cast = `${expression.type.kind} ${type.kind}`;
  return TOTAL_CASTS.has(cast) || (safe && SAFE_CASTS.has(cast));
}

/** Whether a subquery is scalar and may have more than one row, which is an error. */
function isScalarOfMany({ modifier, scan }: ResolvedSubquery): boolean {
  return modifier === 'SCALAR' && !hasOneRow(scan);
}

/** Aggregate functions without errors; ARRAY_AGG refuses NULLs. */
export const TOTAL_AGGREGATES: ReadonlySet<string> = new Set([
  ...['$count_star', 'ANY_VALUE', 'COUNT', 'COUNTIF', 'LOGICAL_AND', 'LOGICAL_OR'],
  ...['MAX', 'MIN'],
]);

/** Whether an aggregate or window function in the scan may raise; its subqueries are looked at by themselves. */
function aggregates(root: Scan): boolean {
  return everyScan(root).some(
    (scan) =>
      scan.kind === 'analytic' ||
      (scan.kind === 'aggregate' &&
        scan.aggregates.some(({ call }) => !TOTAL_AGGREGATES.has(call.function.name))),
  );
}

/** Whether a scan has at most one row. */
export function hasOneRow(scan: Scan): boolean {
  switch (scan.kind) {
    case 'single_row':
      return true;
    case 'aggregate':
      return scan.groups.length === 0 && !scan.sets;
    case 'limit':
      return scan.limit.kind === 'literal' && (scan.limit.value === 1n || scan.limit.value === 0n);
    case 'project':
    case 'filter':
    case 'order_by':
      return hasOneRow(scan.input);
    case 'with':
      return hasOneRow(scan.body);
    default:
      return false;
  }
}

/** Whether any expression is computed by functions of lists: an array, or a subquery over the elements of one. */
export function evaluatesLists({ scan }: ResolvedStatement): boolean {
  return allExpressions(scan).some(
    (expression) => expression.kind === 'array' || readsArray(expression),
  );
}

function readsArray(expression: ResolvedExpression): boolean {
  if (expression.kind !== 'subquery') return false;
  return everyScan(expression.scan).some(({ kind }) => kind === 'array');
}

const SHIFTS: ReadonlySet<string> = new Set(['TIMESTAMP_ADD', 'TIMESTAMP_SUB']);

/** The number of each part that 270 years contain at least. */
const MAX_COUNT: Readonly<Record<string, bigint>> = {
  MICROSECOND: 8_500_000_000_000_000n,
  MILLISECOND: 8_500_000_000_000n,
  SECOND: 8_500_000_000n,
  MINUTE: 140_000_000n,
  HOUR: 2_300_000n,
  DAY: 98_000n,
};

/** Whether a call shifts the current time by a literal interval small enough to stay within the calendar. */
export function isClockShift({
  function: { name },
  arguments: [moment, count],
  part = '',
}: FunctionCall): boolean {
  if (!SHIFTS.has(name) || moment?.kind !== 'parameter' || count?.kind !== 'literal') return false;
  const limit = MAX_COUNT[part];
  const { value } = count;
  if (moment.name !== CLOCK_PARAMETER || limit === undefined || typeof value !== 'bigint') {
    return false;
  }
  return value <= limit && value >= -limit;
}
