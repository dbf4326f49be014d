import { RANGE_ELEMENTS, rangeElement, SCALARS, sameType, typeName } from '../../types.ts';
import { boundEach } from '../array/array.ts';
import { boundOf, lowerText } from '../conversion/cast-lowering.ts';
import {
  type Accepts,
  type FunctionDefinition,
  type Lowering,
  type Overload,
  overloadsOf,
  scalarGroup,
} from '../core/define.ts';
import { duckdbType } from '../core/duckdb-type.ts';
import { bind, macro } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import { isUntyped } from '../core/signatures/supertype.ts';
import { constantOf, fieldOf, NULL, type Sql, sql, variable } from '../core/sql.ts';

const range = scalarGroup('Range');

/** Bounds have one type, and a NULL range says which. */
const TYPED: Accepts = (args, { types }) =>
  !args.every(isUntyped) &&
  args.every((argument, i) => {
    const type = types[i] ?? argument.type;
    return isUntyped(argument) ? !rangeElement(type) : sameType(argument.type, type);
  });

/** An overload for each type of bounds, `T`. */
function ofRanges(signature: string, lower: Lowering, accepts?: Accepts): readonly Overload[] {
  return overloadsOf(RANGE_ELEMENTS, signature, lower, accepts);
}

const lowerRange: Lowering = ({ arguments: [start, end], types: [type = SCALARS.DATE] }) => {
  const bound = (given: Sql | undefined, infinity: string) =>
    sql`coalesce(${given}, CAST('${infinity}' AS ${duckdbType(type)}))`;
  return sql`gsql_range({'start': ${bound(start, '-infinity')}, 'end': ${bound(end, 'infinity')}})`;
};

/** The start or the end of a range, NULL where it is unbounded. */
function lowerBound(name: 'start' | 'end'): Lowering {
  return ({ arguments: [value = NULL], types: [type = SCALARS['RANGE<DATE>']] }) =>
    boundOf(value, name, type);
}

function lowerIsUnbounded(name: 'start' | 'end'): Lowering {
  return ({ arguments: [value = NULL] }) => sql`(NOT isfinite(${fieldOf(value, name)}))`;
}

const lowerIntersect: Lowering = (call) => {
  const { type } = call;
  return bind(call, (names) => {
    const name = quoteText(typeName(rangeElement(type) ?? type));
    const texts = names.map((own) => sql`gsql_range_words(${lowerText(own, type)}, ${name})`);
    return sql`gsql_range_intersect(${[...names, ...texts]})`;
  });
};

/** The bound `n` steps of so many months or microseconds after another. */
const STEPS: Readonly<Record<string, (from: Sql, months: Sql, micros: Sql) => Sql>> = {
  DATE: (from, months, micros) => sql`CAST(${from} + ${months} + ${micros} AS DATE)`,
  DATETIME: (from, months, micros) => sql`(${from} + ${months} + ${micros})`,
  // By microseconds: arithmetic on TIMESTAMPTZ goes through ICU.
  TIMESTAMP: (from, _, micros) => sql`make_timestamptz(epoch_us(${from}) + epoch_us(${micros}))`,
};

const lowerArray: Lowering = (call) => {
  const [value = NULL, step = NULL, partial = constantOf('true')] = call.arguments;
  const { kind } = rangeElement(call.types[0] ?? SCALARS.DATE) ?? SCALARS.DATE;
  const given = { arguments: [value, step, partial], literals: call.literals };
  return bind(given, ([own = NULL, by = NULL, last = NULL]) => {
    // A literal NULL has no fields of a type.
    const bound = (name: string) =>
      sql`CAST(${fieldOf(own, name)} AS ${duckdbType(SCALARS[kind])})`;
    const count = sql`gsql_range_count(${bound('start')}, ${bound('end')}, ${by}, ${kind !== 'TIMESTAMP'}, ${kind !== 'DATE'})`;
    const micros = sql`date_part('day', ${by}) * 86400000000 + gsql_micros_of(${by})`;
    const parts = sql`{'start': ${bound('start')}, 'end': ${bound('end')}, 'months': CAST(gsql_months_of(${by}) AS INTEGER), 'micros': ${micros}}`;
    const nth = (n: Sql) =>
      STEPS[kind]?.(
        variable('r."start"'),
        sql`to_months(r.months * CAST(${n} AS INTEGER))`,
        sql`to_microseconds(r.micros * ${n})`,
      );
    const whole = sql`list_transform(range(0, ${count}), lambda nth: {'start': ${nth(variable('nth'))}, 'end': ${nth(sql`(nth + 1)`)}})`;
    const within = sql`list_filter(${whole}, lambda piece: piece."start" < r."end" AND (${last} OR piece."end" <= r."end"))`;
    const list = sql`list_transform(${within}, lambda piece: {'start': piece."start", 'end': least(piece."end", r."end")})`;
    const pieces = sql`CASE WHEN ${last} IS NOT NULL THEN list_transform([${parts}], lambda r: ${list})[1] END`;
    return boundEach(given.arguments, pieces, count);
  });
};

/** RANGE and the functions of ranges. */
export const RANGE_FUNCTIONS: readonly FunctionDefinition[] = [
  range('RANGE', ofRanges('(T, T) -> RANGE<T>', lowerRange, TYPED)),
  range('RANGE_START', ofRanges('(RANGE<T>) -> T', lowerBound('start'), TYPED)),
  range('RANGE_END', ofRanges('(RANGE<T>) -> T', lowerBound('end'), TYPED)),
  range(
    'RANGE_IS_START_UNBOUNDED',
    ofRanges('(RANGE<T>) -> BOOL', lowerIsUnbounded('start'), TYPED),
  ),
  range('RANGE_IS_END_UNBOUNDED', ofRanges('(RANGE<T>) -> BOOL', lowerIsUnbounded('end'), TYPED)),
  range('RANGE_CONTAINS', [
    ...ofRanges('(RANGE<T>, T) -> BOOL', macro('gsql_range_contains')),
    ...ofRanges('(RANGE<T>, RANGE<T>) -> BOOL', macro('gsql_range_contains_range'), TYPED),
  ]),
  range(
    'RANGE_OVERLAPS',
    ofRanges('(RANGE<T>, RANGE<T>) -> BOOL', macro('gsql_range_overlaps'), TYPED),
  ),
  range('RANGE_INTERSECT', ofRanges('(RANGE<T>, RANGE<T>) -> RANGE<T>', lowerIntersect, TYPED)),
  range(
    'GENERATE_RANGE_ARRAY',
    ofRanges('(RANGE<T>, INTERVAL, BOOL?) -> ARRAY<RANGE<T>>', lowerArray, TYPED),
  ),
];
