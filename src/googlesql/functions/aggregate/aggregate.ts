import { orderKey, requireOrdering } from '../conversion/comparison.ts';
import { aggregate, aggregateText, folded } from '../core/aggregate-call.ts';
import type { FunctionDefinition, Lowering, Overload } from '../core/define.ts';
import { asNumeric } from '../core/digits.ts';
import { pattern } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { join, NULL, type Sql, sql, variable } from '../core/sql.ts';
import { lowerAvgBig } from '../math/bignumeric.ts';
import { completed } from './completed.ts';
import { lowerAvgNumeric, lowerSumNumeric } from './numeric-sums.ts';

const argument = (call: LoweredCall) => call.arguments[0] ?? NULL;

/** A sum that a macro completes. DuckDB sums integers as HUGEINT, which cannot wrap around. */
function summed(macro: string): Lowering {
  return (call) => completed(call, macro, [folded('sum')(call)]);
}

/** DuckDB has no sum of intervals; their three parts are added separately. */
const lowerSumInterval: Lowering = (call) =>
  completed(call, 'gsql_make_interval', intervalSums(call));

const lowerAvgInterval: Lowering = (call) => {
  const count =
    call.aggregate?.distinct && call.aggregate.over
      ? sql`len(${distinctValues(call)})`
      : aggregateText(call, 'count', [argument(call)]);
  return completed(call, 'gsql_interval_parts', [
    ...intervalSums(call),
    sql`CAST(${count} AS HUGEINT)`,
  ]);
};

function intervalSums(call: LoweredCall): readonly Sql[] {
  return INTERVAL_PARTS.map((part) =>
    call.aggregate?.distinct
      ? distinctSum(call, part)
      : aggregateText(call, 'sum', [part(argument(call))]),
  );
}

const INTERVAL_PARTS: readonly ((interval: Sql) => Sql)[] = [
  (interval) => sql`gsql_months_of(${interval})`,
  (interval) => sql`date_part('day', ${interval})`,
  (interval) => sql`gsql_micros_of(${interval})`,
];

/** SUM(DISTINCT): intervals of equal length are equal, whatever their parts; the first interval of each length is added. */
function distinctSum(call: LoweredCall, part: (interval: Sql) => Sql): Sql {
  return sql`list_sum(list_transform(${distinctValues(call)}, lambda x: ${part(variable('x'))}))`;
}

/** NULL may be among them but in a window, for which DuckDB tells intervals of equal length apart. */
function distinctValues(call: LoweredCall): Sql {
  const own = [argument(call)];
  return call.aggregate?.over
    ? sql`gsql_first_of_equals(${aggregateText(call, 'list', own, { ignoresDistinct: true })})`
    : aggregateText(call, 'list', own);
}

/** An infinite sum of finite numbers is an overflow; a second sum finds it at less than half the cost of a test of each number. */
const lowerSumFloat64: Lowering = (call) => {
  if (call.isSummable) return folded('sum')(call);
  const scaled = aggregateText(call, 'sum', [sql`gsql_scaled(${argument(call)})`], {
    ignoresDistinct: true,
  });
  return completed(call, 'gsql_sum_float64', [folded('sum')(call), scaled]);
};

/** The sum of finite numbers may be infinite where their average is not: then the average of smaller ones is scaled. */
const lowerAvgFloat64: Lowering = (call) => {
  if (call.isSummable) return folded('avg')(call);
  const scaled = aggregateText(call, 'avg', [sql`gsql_scaled(${argument(call)})`]);
  return sql`gsql_avg_float64(${folded('avg')(call)}, ${scaled})`;
};

/** MAX or MIN, which may be of a DECIMAL of few digits. */
function extreme(name: 'max' | 'min'): Lowering {
  return (call) => (call.digits?.[0] ? asNumeric(folded(name)(call)) : folded(name)(call));
}

/**
 * NaN is the smallest float in GoogleSQL and the largest in DuckDB, so the minimum is the negated maximum of negations.
 */
const lowerMin: Lowering = (call) => {
  if (call.type.kind !== 'FLOAT64') return extreme('min')(call);
  return sql`(-${aggregateText(call, 'max', [sql`-${argument(call)}`])})`;
};

/** DuckDB counts -1 rows in a frame that ends before it starts. */
const lowerCountStar: Lowering = (call) =>
  call.aggregate?.over ? sql`greatest(${folded('count')(call)}, 0)` : folded('count')(call);

const lowerCountif: Lowering = (call) =>
  aggregateText(call, 'count', [sql`CASE WHEN ${argument(call)} THEN true END`]);

/** Statistics over pairs with a non-finite value are NaN; DuckDB fails on some of them. */
function ofFinitePairs(name: string, fewest = 1): Lowering {
  return (call) => {
    const all = (test: (value: Sql) => Sql) => join(' AND ', call.arguments.map(test));
    const filter = all((value) => sql`${value} IS NOT NULL`);
    const finite = all((value) => sql`isfinite(${value})`);
    const [first, ...rest] = call.arguments;
    const areFinite = aggregateText(call, 'bool_and', [finite], {
      filter,
      ignoresDistinct: true,
    });
    // DuckDB must not see non-finite values, even where the result is not used.
    const guarded = sql`CASE WHEN ${finite} THEN ${first} END`;
    const value = aggregateText(call, name, [guarded, ...rest]);
    const pairs = aggregateText(call, 'regr_count', call.arguments);
    const enough = fewest > 1 ? sql`WHEN ${pairs} < ${fewest} THEN NULL ` : '';
    return sql`CASE ${enough}WHEN ${areFinite} = false THEN CAST('nan' AS DOUBLE) ELSE ${value} END`;
  };
}

/**
 * Variances and deviations: NaN over non-finite values, infinite where DuckDB's squares would overflow and fail; large
 * values are therefore scaled.
 */
function ofFinite(name: string): Lowering {
  const scale = name.startsWith('stddev') ? '1e160' : '1e160 * 1e160';
  return (call) => {
    const value = argument(call);
    const greatest = aggregateText(call, 'max', [sql`abs(${value})`], { ignoresDistinct: true });
    const small = sql`CASE WHEN abs(${value}) < 1e150 THEN ${value} END`;
    const scaled = sql`CASE WHEN isfinite(${value}) THEN ${value} * 1e-160 END`;
    const count = name.endsWith('samp')
      ? sql`WHEN ${aggregateText(call, 'count', [value])} < 2 THEN NULL `
      : '';
    const [ofScaled, ofSmall] = [scaled, small].map((own) => aggregateText(call, name, [own]));
    return sql`CASE ${count}WHEN NOT isfinite(${greatest}) THEN CAST('nan' AS DOUBLE) WHEN ${greatest} >= 1e150 THEN ${ofScaled} * ${scale} ELSE ${ofSmall} END`;
  };
}

/** Variances and deviations of decimals, exact to the precision of a double. */
function ofExact(name: string, offsets: string): Lowering {
  return (call) => {
    const list = aggregateText(call, 'list', [argument(call)]);
    return sql`list_aggregate(${offsets}(${list}), '${name}')`;
  };
}

function ofFloats(
  name: string,
  duckdb: string,
  aliases: readonly string[] = [],
): FunctionDefinition {
  const overloads: readonly Overload[] = [
    ['(NUMERIC) -> FLOAT64', ofExact(duckdb, 'gsql_offsets')],
    ['(BIGNUMERIC) -> FLOAT64', ofExact(duckdb, 'gsql_bignumeric_offsets')],
    ['(FLOAT64) -> FLOAT64', ofFinite(duckdb)],
  ];
  return aggregate(name, overloads, { aliases, group: 'Statistical aggregate' });
}

/** Statistics of two arguments; those of decimals are exact to the precision of a double. */
function ofPairs(name: string, lower: Lowering): FunctionDefinition {
  const exact =
    (doubles: string): Lowering =>
    (call) => {
      const [x, y] = call.arguments;
      const filter = sql`${x} IS NOT NULL AND ${y} IS NOT NULL`;
      const pairs = aggregateText(call, 'list', [sql`{x: ${x}, y: ${y}}`], { filter });
      return sql`gsql_${name.toLowerCase()}(${doubles}(${pairs}))`;
    };
  const overloads: readonly Overload[] = [
    ['(NUMERIC, NUMERIC) -> FLOAT64', exact('')],
    ['(BIGNUMERIC, BIGNUMERIC) -> FLOAT64', exact('gsql_bignumeric_pairs')],
    ['(FLOAT64, FLOAT64) -> FLOAT64', lower],
  ];
  return aggregate(name, overloads, { group: 'Statistical aggregate' });
}

function bits(name: string, duckdb: string): FunctionDefinition {
  return aggregate(name, [['(INT64) -> INT64', folded(duckdb)]]);
}

/** Aggregate functions that return one value. */
export const AGGREGATE_FUNCTIONS: readonly FunctionDefinition[] = [
  aggregate('ANY_VALUE', [['(T1) -> T1', folded('any_value')]]),
  aggregate('AVG', [
    ['(INT64) -> FLOAT64', folded('avg')],
    ['(FLOAT64) -> FLOAT64', lowerAvgFloat64],
    ['(NUMERIC) -> NUMERIC', lowerAvgNumeric],
    ['(BIGNUMERIC) -> BIGNUMERIC', lowerAvgBig],
    ['(INTERVAL) -> INTERVAL', lowerAvgInterval],
  ]),
  bits('BIT_AND', 'bit_and'),
  bits('BIT_OR', 'bit_or'),
  bits('BIT_XOR', 'bit_xor'),
  aggregate('COUNT', [['(T1) -> INT64', folded('count')]]),
  { ...aggregate('$count_star', [['() -> INT64', lowerCountStar]]), allows: { over: true } },
  aggregate('COUNTIF', [['(BOOL) -> INT64', lowerCountif]]),
  // 1 in the rows of a grouping set that the key is not in; it is compared with the keys as DuckDB sees them.
  {
    ...aggregate('GROUPING', [['(T1) -> INT64', pattern('CAST(grouping($1) AS BIGINT)')]]),
    allows: { over: false },
  },
  aggregate('LOGICAL_AND', [['(BOOL) -> BOOL', folded('bool_and')]]),
  aggregate('LOGICAL_OR', [['(BOOL) -> BOOL', folded('bool_or')]]),
  aggregate('MAX', [['(T1) -> T1', extreme('max')]], { check: requireOrdering('MAX') }),
  aggregate('MIN', [['(T1) -> T1', lowerMin]], { check: requireOrdering('MIN') }),
  aggregate('MAX_BY', [['(T1, T2) -> T1', extremeBy('arg_max_null')]], {
    allows: { distinct: false, having: false },
  }),
  aggregate('MIN_BY', [['(T1, T2) -> T1', extremeBy('arg_min_null')]], {
    allows: { distinct: false, having: false },
  }),
  aggregate('SUM', [
    ['(INT64) -> INT64', summed('gsql_sum_int64')],
    ['(FLOAT64) -> FLOAT64', lowerSumFloat64],
    ['(NUMERIC) -> NUMERIC', lowerSumNumeric],
    ['(BIGNUMERIC) -> BIGNUMERIC', summed('gsql_sum_bignumeric')],
    ['(INTERVAL) -> INTERVAL', lowerSumInterval],
  ]),
  ofFloats('STDDEV_POP', 'stddev_pop'),
  ofFloats('STDDEV_SAMP', 'stddev_samp', ['STDDEV']),
  ofFloats('VAR_POP', 'var_pop'),
  ofFloats('VAR_SAMP', 'var_samp', ['VARIANCE']),
  // A correlation needs at least two pairs.
  ofPairs('CORR', ofFinitePairs('corr', 2)),
  ofPairs('COVAR_POP', ofFinitePairs('covar_pop')),
  ofPairs('COVAR_SAMP', ofFinitePairs('covar_samp', 2)),
];

/** MAX_BY and MIN_BY: rows with a NULL key are ignored, NULL values are not. */
function extremeBy(name: string): Lowering {
  return (call) => {
    const [value = NULL, key = NULL] = call.arguments;
    return aggregateText(call, name, [value, orderKey(call.types[1], key)], {
      filter: sql`${key} IS NOT NULL`,
    });
  };
}
