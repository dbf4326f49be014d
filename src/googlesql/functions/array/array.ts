import type { Type } from '../../types.ts';
import { requireOrdering } from '../conversion/comparison.ts';
import { type Check, type FunctionDefinition, type Lowering, scalarGroup } from '../core/define.ts';
import { bind, itself, macro, native } from '../core/lowering.ts';
import { requirePart } from '../core/signatures/argument-check.ts';
import { join, NULL, type Sql, sql, variable } from '../core/sql.ts';
import { MICROS } from '../datetime/parts/date-part.ts';
import { computedBig } from '../math/bignumeric.ts';

const array = scalarGroup('Array');

/** The result is NULL if any array is NULL; DuckDB would treat it as empty. */
const lowerConcat: Lowering = (call) => {
  if (call.arguments.length === 1) return itself(call);
  return bind(call, (names) => {
    const isNull = names.map((own) => sql`${own} IS NULL`);
    return sql`CASE WHEN NOT (${join(' OR ', isNull)}) THEN list_concat(${names}) END`;
  });
};

/** Applies a comparison's operand check to an array's elements. */
function ofElements(check: Check): Check {
  return (call) => {
    const types: Type[] = call.types.map((type) => (type.kind === 'ARRAY' ? type.element : type));
    check({ ...call, types });
  };
}

/** NaN has no place among other numbers: it is like NULL. */
const lowerRangeBucket: Lowering = (call) => {
  const lower = macro('gsql_range_bucket');
  if (call.types[0]?.kind !== 'FLOAT64') return lower(call);
  const [point = NULL, bounds = NULL] = call.arguments;
  const numbers = sql`list_transform(${bounds}, lambda e: nullif(e, CAST('nan' AS DOUBLE)))`;
  return lower({ ...call, arguments: [sql`nullif(${point}, CAST('nan' AS DOUBLE))`, numbers] });
};

/** The maximum number of elements of an array that is generated per row. */
const MAX_EACH = 16_384;

/**
 * Bounds a generated list that depends on the row: DuckDB builds the lists of 2048 rows at a time and does not count
 * them in its memory limit.
 */
export function boundEach(args: readonly Sql[], list: Sql, size: Sql): Sql {
  if (!args.some((own) => own.has('row'))) return list;
  const message = `Cannot generate arrays with more than ${MAX_EACH} elements for each row.`;
  return sql`CASE WHEN ${size} >= ${MAX_EACH} THEN gsql_error('${message}') ELSE ${list} END`;
}

const lowerDateArray: Lowering = (call) => {
  const [start = NULL, end = NULL, step = sql`1::BIGINT`] = call.arguments;
  const names = { arguments: [start, end, step], literals: call.literals };
  const part = call.part ?? 'DAY';
  const [name, factor] = DATE_STEPS[part] ?? ['gsql_days_array', 1];
  return bind(names, ([from, to, by]) => {
    const step = sql`CAST(${by} AS HUGEINT) * ${factor}`;
    const list = sql`${name}(${from}, ${to}, ${step})`;
    return boundEach(names.arguments, list, sql`date_diff('day', ${from}, ${to}) / (${step})`);
  });
};

const DATE_STEPS: Readonly<Record<string, readonly [macro: string, factor: number]>> = {
  DAY: ['gsql_days_array', 1],
  WEEK: ['gsql_days_array', 7],
  MONTH: ['gsql_months_array', 1],
  QUARTER: ['gsql_months_array', 3],
  YEAR: ['gsql_months_array', 12],
};

const lowerTimestampArray: Lowering = (call) => {
  const factor = MICROS[call.part ?? ''];
  return bind(call, ([from, to, by]) => {
    const step = sql`CAST(${by} AS HUGEINT) * ${factor}`;
    const list = sql`gsql_timestamp_array(${from}, ${to}, ${step})`;
    return boundEach(call.arguments, list, sql`(epoch_us(${to}) - epoch_us(${from})) / (${step})`);
  });
};

const ofMacro = (name: string) => (names: readonly Sql[]) => sql`${name}(${names})`;

/** The step defaults to 1. */
function generated(one: string, listOf: (names: readonly Sql[]) => Sql): Lowering {
  return (call) => {
    const [start = NULL, end = NULL, step = sql`${one}`] = call.arguments;
    const all = { arguments: [start, end, step], literals: call.literals };
    return bind(all, (names) => {
      const [from, to, by] = names.map((own) => sql`CAST(${own} AS DOUBLE)`);
      const list = listOf(names);
      return boundEach(all.arguments, list, sql`(${to} - ${from}) / nullif(${by}, 0)`);
    });
  };
}

function bigNumericArray([a = NULL, b = NULL, step = NULL]: readonly Sql[]): Sql {
  const whole = computedBig('STEPS', sql`${b} + (-${a})`, step);
  const steps = sql`gsql_bignumeric_steps(${a}, ${b}, ${step}, ${whole})`;
  const item = sql`${a} + ${computedBig('TIMES', variable('i'), step)}`;
  return sql`list_transform(range(0, ${steps} + 1), lambda i: ${item})`;
}

/** Array functions, except those that take a lambda. */
export const ARRAY_FUNCTIONS: readonly FunctionDefinition[] = [
  array('ARRAY_CONCAT', [['(ARRAY<T1>, ARRAY<T1>...) -> ARRAY<T1>', lowerConcat]]),
  array('ARRAY_FIRST', [['(ARRAY<T1>) -> T1', macro('gsql_array_first')]]),
  array('ARRAY_LAST', [['(ARRAY<T1>) -> T1', macro('gsql_array_last')]]),
  array('ARRAY_LENGTH', [['(ARRAY<T1>) -> INT64', native('len')]]),
  array('ARRAY_REVERSE', [['(ARRAY<T1>) -> ARRAY<T1>', native('list_reverse')]]),
  array('ARRAY_SLICE', [['(ARRAY<T1>, INT64, INT64) -> ARRAY<T1>', macro('gsql_array_slice')]]),
  array('ARRAY_TO_STRING', [
    ['(ARRAY<STRING>, STRING, STRING?) -> STRING', macro('gsql_array_to_string')],
    ['(ARRAY<BYTES>, BYTES, BYTES?) -> BYTES', macro('gsql_array_to_bytes')],
  ]),
  array('GENERATE_ARRAY', [
    [
      '(INT64, INT64, INT64?) -> ARRAY<INT64>',
      generated('1::BIGINT', ofMacro('gsql_integer_array')),
    ],
    [
      '(NUMERIC, NUMERIC, NUMERIC?) -> ARRAY<NUMERIC>',
      generated('1::DECIMAL(38, 9)', ofMacro('gsql_numeric_array')),
    ],
    [
      '(BIGNUMERIC, BIGNUMERIC, BIGNUMERIC?) -> ARRAY<BIGNUMERIC>',
      generated('gsql_int64_bignumeric(1)', bigNumericArray),
    ],
    [
      '(FLOAT64, FLOAT64, FLOAT64?) -> ARRAY<FLOAT64>',
      generated('1::DOUBLE', ofMacro('gsql_float_array')),
    ],
  ]),
  array(
    'GENERATE_DATE_ARRAY',
    [['(DATE, DATE, INT64?, PART?) -> ARRAY<DATE>', lowerDateArray]],
    requirePart(Object.keys(DATE_STEPS)),
  ),
  array(
    'GENERATE_TIMESTAMP_ARRAY',
    [['(TIMESTAMP, TIMESTAMP, INT64, PART) -> ARRAY<TIMESTAMP>', lowerTimestampArray]],
    requirePart(Object.keys(MICROS)),
  ),
  array(
    'RANGE_BUCKET',
    [['(T1, ARRAY<T1>) -> INT64', lowerRangeBucket]],
    ofElements(requireOrdering()),
  ),
];
