import { SCALARS } from '../../types.ts';
import { lowerCast } from '../conversion/cast-lowering.ts';
import { requireOrdering } from '../conversion/comparison-operators.ts';
import { aggregate, aggregateText, folded } from '../core/aggregate-call.ts';
import type { FunctionDefinition, Lowering, Overload } from '../core/define.ts';
import type { LoweredCall } from '../core/signature.ts';

const argument = (call: LoweredCall) => call.arguments[0] ?? 'NULL';

/** The sum of integers is a HUGEINT in DuckDB, and so never wraps. */
const lowerSumInt64: Lowering = (call) => `gsql_sum_int64(${folded('sum')(call)})`;

const lowerSumNumeric: Lowering = (call) => `gsql_sum_numeric(${folded('sum')(call)})`;

/** DuckDB has no sum of intervals; their three parts are added apart. */
const lowerSumInterval: Lowering = (call) => `gsql_make_interval(${intervalSums(call)})`;

const lowerAvgInterval: Lowering = (call) => {
  const count = aggregateText(call, { name: 'count', arguments: [argument(call)] });
  return `gsql_interval_parts(${intervalSums(call)}, CAST(${count} AS HUGEINT))`;
};

function intervalSums(call: LoweredCall): string {
  const value = argument(call);
  const parts = [
    `gsql_months_of(${value})`,
    `date_part('day', ${value})`,
    `gsql_micros_of(${value})`,
  ];
  const sums = parts.map((part) => aggregateText(call, { name: 'sum', arguments: [part] }));
  return sums.join(', ');
}

/** A sum of finite numbers that is infinite has overflowed. */
const lowerSumFloat64: Lowering = (call) => {
  const infinite = aggregateText(call, {
    name: 'bool_or',
    arguments: [`isinf(${argument(call)})`],
    ignoresDistinct: true,
  });
  return `gsql_sum_float64(${folded('sum')(call)}, ${infinite})`;
};

/** NaN is the least float in GoogleSQL and the greatest in DuckDB, so the least is the negation of the greatest. */
const lowerMin: Lowering = (call) => {
  if (call.type.kind !== 'FLOAT64') return folded('min')(call);
  return `(-${aggregateText(call, { name: 'max', arguments: [`-${argument(call)}`] })})`;
};

/** DuckDB counts -1 rows in a frame that ends before it starts. */
const lowerCountStar: Lowering = (call) =>
  call.aggregate?.over ? `greatest(${folded('count')(call)}, 0)` : folded('count')(call);

const lowerCountif: Lowering = (call) =>
  aggregateText(call, { name: 'count', arguments: [`CASE WHEN ${argument(call)} THEN true END`] });

const lowerAvgNumeric: Lowering = (call) => {
  const count = aggregateText(call, { name: 'count', arguments: [argument(call)] });
  return `gsql_avg_numeric(${folded('sum')(call)}, CAST(${count} AS DECIMAL(38, 9)))`;
};

/** Statistics over values that are not finite are NaN; DuckDB fails on some of them. */
function statistic(name: string): Lowering {
  return (call) => {
    const filter = call.arguments.map((sql) => `${sql} IS NOT NULL`).join(' AND ');
    const finiteAll = call.arguments.map((sql) => `isfinite(${sql})`).join(' AND ');
    const allFinite = aggregateText(call, {
      name: 'bool_and',
      arguments: [finiteAll],
      filter,
      ignoresDistinct: true,
    });
    return `CASE WHEN ${allFinite} = false THEN CAST('nan' AS DOUBLE) ELSE ${finite(name, call)} END`;
  };
}

/** DuckDB must not see values that are not finite, even where the result is not used. */
function finite(name: string, call: LoweredCall): string {
  const finiteAll = call.arguments.map((sql) => `isfinite(${sql})`).join(' AND ');
  const [first = '', ...rest] = call.arguments;
  const guarded = `CASE WHEN ${finiteAll} THEN ${first} END`;
  return aggregateText(call, { name, arguments: [guarded, ...rest] });
}

function ofFloats(
  name: string,
  duckdb: string,
  aliases: readonly string[] = [],
): FunctionDefinition {
  return aggregate(name, ofNumbers(['(FLOAT64) -> FLOAT64', statistic(duckdb)]), {
    aliases,
    group: 'Statistical aggregate',
  });
}

/** The overload for floats and, before it, the ones for decimals, which are computed as floats. */
function ofNumbers([signature, lower]: Overload): Overload[] {
  const decimals = (['NUMERIC', 'BIGNUMERIC'] as const).map((decimal): Overload => {
    const own = signature.replace(/FLOAT64(?=[,)])/g, decimal);
    const type = SCALARS[decimal];
    return [
      own,
      (call) => {
        const floats = call.arguments.map((sql) => lowerCast(sql, type, SCALARS.FLOAT64, false));
        return lower({ ...call, arguments: floats });
      },
    ];
  });
  return [...decimals, [signature, lower]];
}

function ofPairs(name: string, lower: Lowering): FunctionDefinition {
  return aggregate(name, ofNumbers(['(FLOAT64, FLOAT64) -> FLOAT64', lower]), {
    group: 'Statistical aggregate',
  });
}

/** A correlation needs two pairs. */
const lowerCorr: Lowering = (call) => {
  const pairs = aggregateText(call, { name: 'regr_count', arguments: call.arguments });
  return `CASE WHEN ${pairs} < 2 THEN NULL ELSE ${statistic('corr')(call)} END`;
};

function bits(name: string, duckdb: string): FunctionDefinition {
  return aggregate(name, [['(INT64) -> INT64', folded(duckdb)]]);
}

/** Aggregate functions whose result is one value. */
export const AGGREGATE_FUNCTIONS: readonly FunctionDefinition[] = [
  aggregate('ANY_VALUE', [['(T1) -> T1', folded('any_value')]]),
  aggregate('AVG', [
    ['(INT64) -> FLOAT64', folded('avg')],
    ['(FLOAT64) -> FLOAT64', folded('avg')],
    ['(NUMERIC) -> NUMERIC', lowerAvgNumeric],
    ['(BIGNUMERIC) -> BIGNUMERIC', folded('avg')],
    ['(INTERVAL) -> INTERVAL', lowerAvgInterval],
  ]),
  bits('BIT_AND', 'bit_and'),
  bits('BIT_OR', 'bit_or'),
  bits('BIT_XOR', 'bit_xor'),
  aggregate('COUNT', [['(T1) -> INT64', folded('count')]]),
  { ...aggregate('$count_star', [['() -> INT64', lowerCountStar]]), allows: { over: true } },
  aggregate('COUNTIF', [['(BOOL) -> INT64', lowerCountif]]),
  aggregate('LOGICAL_AND', [['(BOOL) -> BOOL', folded('bool_and')]]),
  aggregate('LOGICAL_OR', [['(BOOL) -> BOOL', folded('bool_or')]]),
  aggregate('MAX', [['(T1) -> T1', folded('max')]], { check: requireOrdering('MAX') }),
  aggregate('MIN', [['(T1) -> T1', lowerMin]], { check: requireOrdering('MIN') }),
  aggregate('MAX_BY', [['(T1, T2) -> T1', extremeBy('arg_max_null')]], {
    allows: { distinct: false, having: false },
  }),
  aggregate('MIN_BY', [['(T1, T2) -> T1', extremeBy('arg_min_null')]], {
    allows: { distinct: false, having: false },
  }),
  aggregate('SUM', [
    ['(INT64) -> INT64', lowerSumInt64],
    ['(FLOAT64) -> FLOAT64', lowerSumFloat64],
    ['(NUMERIC) -> NUMERIC', lowerSumNumeric],
    ['(BIGNUMERIC) -> BIGNUMERIC', folded('sum')],
    ['(INTERVAL) -> INTERVAL', lowerSumInterval],
  ]),
  ofFloats('STDDEV_POP', 'stddev_pop'),
  ofFloats('STDDEV_SAMP', 'stddev_samp', ['STDDEV']),
  ofFloats('VAR_POP', 'var_pop'),
  ofFloats('VAR_SAMP', 'var_samp', ['VARIANCE']),
  ofPairs('CORR', lowerCorr),
  ofPairs('COVAR_POP', statistic('covar_pop')),
  ofPairs('COVAR_SAMP', statistic('covar_samp')),
];

/** MAX_BY and MIN_BY: rows without a key do not count, NULL values do. */
function extremeBy(name: string): Lowering {
  return (call) =>
    aggregateText(call, {
      name,
      arguments: call.arguments,
      filter: `${call.arguments[1]} IS NOT NULL`,
    });
}
