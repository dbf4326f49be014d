import type { ScalarKind } from '../../types.ts';
import { aggregate, aggregateText } from '../core/aggregate-call.ts';
import type { Check, FunctionDefinition, Lowering, Overload } from '../core/define.ts';
import { bind } from '../core/lowering.ts';
import { allOf, requireConstant, requireSupport } from '../core/signatures/argument-check.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { fieldOf, NULL, type Sql, sql, textOf, variable } from '../core/sql.ts';

/** The first LIMIT elements of a list; NULL for LIMIT 0. */
function limited(call: LoweredCall, list: Sql): Sql {
  const limit = call.aggregate?.limit;
  return limit === undefined ? list : sql`gsql_limited(${list}, ${limit})`;
}

function notNull(value: Sql): Sql {
  return sql`${value} IS NOT NULL`;
}

const lowerArrayAgg: Lowering = (call) => {
  const [value = NULL] = call.arguments;
  const filter = call.aggregate?.nulls === 'IGNORE' ? { filter: notNull(value) } : {};
  return limited(call, aggregateText(call, 'list', [value], filter));
};

const lowerArrayConcatAgg: Lowering = (call) => {
  const [value = NULL] = call.arguments;
  const lists = aggregateText(call, 'list', [value], { filter: notNull(value) });
  return sql`flatten(${limited(call, lists)})`;
};

const lowerStringAgg: Lowering = (call) => {
  const [value = NULL, separator = textOf(',')] = call.arguments;
  if (call.aggregate?.limit === undefined) {
    return aggregateText(call, 'string_agg', [value, separator]);
  }
  const list = aggregateText(call, 'list', [value], { filter: notNull(value) });
  return sql`array_to_string(${limited(call, list)}, ${separator})`;
};

const lowerBytesAgg: Lowering = (call) => {
  const [value = NULL, separator = sql`encode(',')`] = call.arguments;
  const list = aggregateText(call, 'list', [value], { filter: notNull(value) });
  return sql`list_reduce(${limited(call, list)}, lambda a, b: a || ${separator} || b)`;
};

/** Exact, although GoogleSQL allows an estimate: small counts then agree with BigQuery's. */
const lowerCountDistinct: Lowering = (call) => {
  const aggregateOf = call.aggregate;
  const distinct = aggregateOf ? { ...call, aggregate: { ...aggregateOf, distinct: true } } : call;
  const name = aggregateOf ? 'count' : 'approx_count_distinct';
  return aggregateText(distinct, name, call.arguments);
};

/** The boundaries of equal parts, including minimum and maximum. */
const lowerQuantiles: Lowering = (call) => {
  const [value = NULL, number = NULL] = call.arguments;
  const count = call.literals[1];
  const isKnown = typeof count === 'bigint' && count <= MAX_LITERAL_PLACES;
  const places = isKnown
    ? quantilePlaces(Number(count))
    : sql`list_transform(range(0, ${number} + 1), lambda i: CAST(i AS DOUBLE) / ${number})`;
  if (call.aggregate?.nulls !== 'RESPECT') {
    return aggregateText(call, 'quantile_disc', [value, places]);
  }
  const wrapped = aggregateText(call, 'quantile_disc', [nullable(value), places]);
  return sql`list_transform(${wrapped}, lambda q: ${fieldOf(variable('q'), 'item')})`;
};

/** BigQuery's own limit. */
const MAX_QUANTILES = 100_000;

/** Above this number DuckDB generates the list of places, to keep the statement short. */
const MAX_LITERAL_PLACES = 1000n;

/** The most frequent values, including NULL. The value is wrapped, because a map's key cannot be NULL. */
const lowerTopCount: Lowering = (call) => {
  const [value = NULL, number = NULL] = call.arguments;
  const histogram = aggregateText(call, 'histogram', [sql`struct_pack("value" := ${value})`], {
    ignoresDistinct: true,
  });
  return bind(
    { arguments: [number], literals: [call.literals[1]] },
    ([n = NULL]) => sql`gsql_top_count(${histogram}, ${n})`,
  );
};

/**
 * The values with the greatest sums of weights of a type, those without one last. `sum` completes a sum of DuckDB,
 * and `zero` makes of a negated one a number that compares rightly.
 */
function topSum(type: ScalarKind, sum: (sum: Sql) => Sql, zero = ''): Overload {
  const lower: Lowering = (call) => {
    const [value = NULL, weight = NULL, number = NULL] = call.arguments;
    const pair = sql`{v: ${value}, w: ${weight}}`;
    const pairs = aggregateText(call, 'list', [pair]);
    const sums = sql`list_transform([list_sort(${pairs})], lambda pairs: gsql_weight_sums(pairs))[1]`;
    const ordered = sql`list_sort(list_transform(${sums}, lambda e: {n: e['w'] IS NULL, o: ${zero}(-e['w']), v: e['v'], w: e['w']}))`;
    const size = { arguments: [number], literals: [call.literals[2]] };
    return bind(
      size,
      ([n = NULL]) =>
        sql`list_transform(${ordered}[1:${n}], lambda e: {'value': e['v'], 'sum': ${sum(sql`e['w']`)}})`,
    );
  };
  return [`(T1, ${type}, INT64) -> ARRAY<STRUCT<value T1, sum ${type}>>`, lower];
}

/** An aggregate that BigQuery answers with an estimate. */
function approximate(
  name: string,
  overloads: readonly Overload[],
  check: Check,
  allows: FunctionDefinition['allows'] = { distinct: false },
): FunctionDefinition {
  return aggregate(name, overloads, { group: 'Approximate aggregate', allows, check });
}

/** Aggregate functions whose result is a list, or is derived from one. */
export const COLLECTING_AGGREGATES: readonly FunctionDefinition[] = [
  aggregate('ARRAY_AGG', [['(T1) -> ARRAY<T1>', lowerArrayAgg]], {
    allows: { orderBy: true, limit: true, nulls: true },
  }),
  aggregate('ARRAY_CONCAT_AGG', [['(ARRAY<T1>) -> ARRAY<T1>', lowerArrayConcatAgg]], {
    allows: { distinct: false, orderBy: true, limit: true },
  }),
  aggregate(
    'STRING_AGG',
    [
      ['(STRING) -> STRING', lowerStringAgg],
      ['(STRING, STRING) -> STRING', lowerStringAgg],
      ['(BYTES) -> BYTES', lowerBytesAgg],
      ['(BYTES, BYTES) -> BYTES', lowerBytesAgg],
    ],
    { allows: { orderBy: true, limit: true }, check: requireConstant(1) },
  ),
  approximate(
    'APPROX_COUNT_DISTINCT',
    [['(T1) -> INT64', lowerCountDistinct]],
    requireSupport('grouping', 'The argument'),
  ),
  approximate(
    'APPROX_QUANTILES',
    [['(T1, INT64) -> ARRAY<T1>', lowerQuantiles]],
    allOf(requireSupport('ordering'), requireConstant(1, 1, MAX_QUANTILES)),
    { nulls: true },
  ),
  approximate(
    'APPROX_TOP_COUNT',
    [['(T1, INT64) -> ARRAY<STRUCT<value T1, count INT64>>', lowerTopCount]],
    allOf(requireSupport('grouping'), requireConstant(1, 1)),
  ),
  approximate(
    'APPROX_TOP_SUM',
    [
      topSum('INT64', (w) => sql`gsql_sum_int64(${w})`),
      topSum('NUMERIC', (w) => sql`gsql_sum_numeric(${w}, ${MOST_NUMERIC})`),
      topSum('BIGNUMERIC', (w) => sql`gsql_sum_bignumeric(${w})`, "CAST('0' AS BIGNUM) + "),
      topSum('FLOAT64', (w) => w),
    ],
    allOf(requireSupport('grouping'), requireConstant(2, 1)),
  ),
];

/** The greatest NUMERIC. */
const MOST_NUMERIC = sql`CAST('${'9'.repeat(29)}.${'9'.repeat(9)}' AS DECIMAL(38, 9))`;

/** All boundaries of `APPROX_QUANTILES(argument, number)`. */
function quantilePlaces(number: number): Sql {
  const places = Array.from({ length: number + 1 }, (_, index) => String(index / number));
  return sql`[${places}]::DOUBLE[]`;
}

/** Wraps a value for quantiles that count NULLs: DuckDB ignores NULL, but not a struct that contains it. */
export function nullable(value: Sql): Sql {
  return sql`struct_pack(present := ${value} IS NOT NULL, item := ${value})`;
}

/** A nullable float in GoogleSQL's order, in which NaN is the smallest number. */
export function nanFirst(value: Sql): Sql {
  return sql`struct_pack(present := ${value} IS NOT NULL, number := NOT isnan(${value}), item := ${value})`;
}
