import type { Type } from '../../types.ts';
import { overText } from '../core/aggregate-call.ts';
import type { Accepts, Check, FunctionDefinition, Lowering, Overload } from '../core/define.ts';
import { quoteText } from '../core/quote.ts';
import {
  ArgumentError,
  allOf,
  requireConstant,
  requireSupport,
} from '../core/signatures/argument-check.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { castAs, fieldOf, NULL, type Sql, sql } from '../core/sql.ts';
import { computedBig } from '../math/bignumeric.ts';
import { nanFirst, nullable } from './collecting-aggregate.ts';

function analytic(
  name: string,
  overloads: readonly Overload[],
  allows: FunctionDefinition['allows'],
  check?: Check,
): FunctionDefinition {
  const definition = { name, kind: 'analytic', group: 'Analytic', overloads } as const;
  const all = { over: true, windowFrame: false, windowOrder: 'required', ...allows } as const;
  return { ...definition, allows: all, ...(check ? { check } : {}) };
}

/** Lowers to DuckDB's window function of the same name. */
function over(name: string): Lowering {
  return (call) => {
    const nulls = call.aggregate?.nulls === 'IGNORE' ? ' IGNORE NULLS' : '';
    return sql`${name}(${call.arguments}${nulls})${overText(call.aggregate)}`;
  };
}

/** A percentile over a whole partition, ignoring NULLs unless RESPECT NULLS is given. */
const lowerPercentileDisc: Lowering = (call) => {
  const { arguments: args, aggregate, types } = call;
  const [value = NULL] = args;
  const over = overText(aggregate);
  const at = exactPlace(call);
  const isFloat = types[0]?.kind === 'FLOAT64';
  if (aggregate?.nulls !== 'RESPECT' && !isFloat) return sql`quantile_disc(${value}, ${at})${over}`;
  const item = isFloat ? nanFirst(value) : nullable(value);
  const filter = aggregate?.nulls === 'RESPECT' ? '' : sql` FILTER (WHERE ${value} IS NOT NULL)`;
  return fieldOf(sql`quantile_disc(${item}, ${at})${filter}${over}`, 'item');
};

/**
 * NaN is the smallest float: it takes part in the interpolation as -infinity, and a resulting -infinity becomes NaN
 * again. So do NULLs that are not ignored, which come first; between a NULL and a value there is that value.
 */
const lowerPercentileCont: Lowering = (call) => {
  const { arguments: args, aggregate } = call;
  const [value = NULL] = args;
  const [over, place] = [overText(aggregate), exactPlace(call)];
  const respects = aggregate?.nulls === 'RESPECT';
  const own = sql`gsql_percentile_key(${value})`;
  const key = respects ? sql`coalesce(${own}, CAST('-inf' AS DOUBLE))` : own;
  const nans = sql`count(CASE WHEN isnan(${value}) THEN 1 END)${over}`;
  const [total, count] = [respects ? '*' : value, value].map((one) => sql`count(${one})${over}`);
  const below = sql`${place} * CAST(${total} - 1 AS DECIMAL(11, 0)) < ${total} - ${count} + ${nans}`;
  const found = sql`gsql_percentile(quantile_cont(${key}, ${place})${over}, ${below})`;
  if (!respects) return found;
  const least = sql`gsql_percentile(min(${own})${over}, ${nans} > 0)`;
  return sql`gsql_percentile_of_nulls(${found}, ${least}, ${place}, ${total}, ${count})`;
};

/** One, in units of the last digit of a place. */
const PLACES = `1${'0'.repeat(26)}`;

/** The exact value between two decimals, rounded half away from zero. */
const lowerPercentileDecimal: Lowering = (call) => {
  const [value = NULL] = call.arguments;
  const over = overText(call.aggregate);
  const list = sql`list(${value} ORDER BY ${value}) FILTER (WHERE ${value} IS NOT NULL)${over}`;
  const count = sql`count(${value})${over}`;
  const respects = call.aggregate?.nulls === 'RESPECT';
  const total = respects ? sql`count(*)${over}` : count;
  const place = sql`${exactPlace(call)} * CAST(${total} - 1 AS DECIMAL(11, 0))`;
  const nulls = respects ? sql`${total} - ${count}` : 0;
  const times = (side: string, by: Sql) => {
    const item = sql`gsql_percentile_${side}(${list}, ${place}, ${nulls})`;
    return computedBig('TIMES', sql`replace(CAST(${item} AS VARCHAR), '.', '')`, by);
  };
  const digits = sql`gsql_percentile_digits(${place})`;
  const sum = sql`${times('left', sql`(${PLACES} - ${digits})`)} + ${times('right', digits)}`;
  const units = computedBig('AVG', sum, PLACES);
  return call.type.kind === 'BIGNUMERIC'
    ? units
    : sql`gsql_numeric(CAST(CAST(${units} AS VARCHAR) AS HUGEINT))`;
};

/** The percentile with all digits of its double: DuckDB counts rows exactly with a decimal and rounds with a double. */
function exactPlace({
  arguments: [, place = NULL],
  literals: [, literal],
  types,
}: LoweredCall): Sql {
  if (types[1]?.kind === 'BIGNUMERIC') return sql`gsql_percentile_place(${place})`;
  if (types[1]?.kind === 'NUMERIC') return castAs(place, 'DECIMAL(27, 26)');
  const digits =
    typeof literal === 'number' ? quoteText(literal.toFixed(26)) : sql`printf('%.26f', ${place})`;
  return sql`CAST(${digits} AS DECIMAL(27, 26))`;
}

const requirePlace: Check = ({ name, types, literals: [, place] }) => {
  const number = isDecimal(types[1]) && place !== undefined ? Number(place) : place;
  if (typeof number === 'number' && !(number >= 0 && number <= 1)) {
    throw new ArgumentError(`Argument 2 to ${name} must be between 0 and 1`, 1);
  }
};

function isDecimal(type: Type | undefined): boolean {
  return type?.kind === 'NUMERIC' || type?.kind === 'BIGNUMERIC';
}

/** The result is a decimal where both arguments are. */
const ofDecimals: Accepts = (args) => args.every(({ type }) => isDecimal(type));
const ofFloats: Accepts = ([value]) => !isDecimal(value?.type);

const requireOffset: Check = ({ name, literals: [, offset] }) => {
  if (typeof offset === 'bigint' && offset < 0n) {
    throw new Error(`The offset to the function ${name} must not be negative`);
  }
};

const requireValue: Check = ({ name, literals: [value] }) => {
  if (value === null) throw new ArgumentError(`The argument to ${name} must be non-NULL`, 0);
};

const requireCount: Check = ({ constants: [isConstant], literals: [count] }) => {
  if (!isConstant)
    throw new ArgumentError('The argument to NTILE must be a literal or query parameter', 0);
  if (typeof count === 'bigint' && count < 1n) {
    throw new ArgumentError('The argument to NTILE must be at least 1', 0);
  }
};

const checkPlace = allOf(requireConstant(1), requirePlace);
const checkCount = allOf(requireValue, requireCount);
const checkOffset = allOf(requireConstant(1), requireOffset);

const VALUE = { nulls: true, windowFrame: true } as const;
const PERCENTILE = { nulls: true, windowOrder: 'refused' } as const;

/** Functions that are valid only with an OVER clause. */
export const ANALYTIC_FUNCTIONS: readonly FunctionDefinition[] = [
  analytic('ROW_NUMBER', [['() -> INT64', over('row_number')]], { windowOrder: 'optional' }),
  analytic('RANK', [['() -> INT64', over('rank')]], {}),
  analytic('DENSE_RANK', [['() -> INT64', over('dense_rank')]], {}),
  analytic('PERCENT_RANK', [['() -> FLOAT64', over('percent_rank')]], {}),
  analytic('CUME_DIST', [['() -> FLOAT64', over('cume_dist')]], {}),
  analytic('NTILE', [['(INT64) -> INT64', over('ntile')]], {}, checkCount),
  analytic('LAG', [['(T1, INT64?, T1?) -> T1', over('lag')]], {}, checkOffset),
  analytic('LEAD', [['(T1, INT64?, T1?) -> T1', over('lead')]], {}, checkOffset),
  analytic('FIRST_VALUE', [['(T1) -> T1', over('first_value')]], VALUE, requireValue),
  analytic('LAST_VALUE', [['(T1) -> T1', over('last_value')]], VALUE, requireValue),
  analytic('NTH_VALUE', [['(T1, INT64) -> T1', over('nth_value')]], VALUE, requireConstant(1, 1)),
  analytic(
    'PERCENTILE_CONT',
    [
      ['(FLOAT64, FLOAT64) -> FLOAT64', lowerPercentileCont],
      ['(NUMERIC, NUMERIC) -> NUMERIC', lowerPercentileDecimal, ofDecimals],
      ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', lowerPercentileDecimal, ofDecimals],
      ['(BIGNUMERIC, NUMERIC) -> BIGNUMERIC', lowerPercentileDecimal, ofDecimals],
      ['(FLOAT64, NUMERIC) -> FLOAT64', lowerPercentileCont, ofFloats],
      ['(FLOAT64, BIGNUMERIC) -> FLOAT64', lowerPercentileCont, ofFloats],
    ],
    PERCENTILE,
    checkPlace,
  ),
  analytic(
    'PERCENTILE_DISC',
    [
      ['(T1, FLOAT64) -> T1', lowerPercentileDisc],
      ['(T1, NUMERIC) -> T1', lowerPercentileDisc],
      ['(T1, BIGNUMERIC) -> T1', lowerPercentileDisc],
    ],
    PERCENTILE,
    allOf(requireSupport('ordering'), checkPlace),
  ),
];
