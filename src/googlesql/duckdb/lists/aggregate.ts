import type { AggregateCall } from '../../analysis/resolved/resolved.ts';

/** Aggregates a list of argument values; the result contains `list` once. */
type ListFold = (list: string) => string;

/** Aggregates as DuckDB list functions, by name and argument kind; `*` is any other kind. */
const FOLDS: Readonly<Record<string, Readonly<Record<string, ListFold>>>> = {
  $count_star: { '*': (list) => `coalesce(len(${list}), 0)` },
  COUNT: { '*': (list) => `coalesce(list_count(${list}), 0)` },
  COUNTIF: { '*': (list) => `coalesce(len(list_filter(${list}, lambda b: b)), 0)` },
  MAX: { '*': (list) => `list_max(${list})` },
  // DuckDB's minimum ignores NaN; GoogleSQL's is NaN.
  MIN: { FLOAT64: (list) => nanOr('list_min', list), '*': (list) => `list_min(${list})` },
  SUM: {
    INT64: (list) => withName('gsql_sum_int64(y)', `list_sum(${list})`),
    NUMERIC: (list) => withName('gsql_sum_numeric(y)', `list_sum(${list})`),
    FLOAT64: (list) => withName(SUM_OF_FLOATS, list),
  },
  AVG: { FLOAT64: (list) => `list_avg(${list})`, INT64: (list) => `list_avg(${list})` },
  LOGICAL_OR: { '*': (list) => `list_bool_or(${list})` },
  LOGICAL_AND: { '*': (list) => `list_bool_and(${list})` },
  ANY_VALUE: { '*': (list) => `list_extract(${list}, 1)` },
  ARRAY_AGG: { '*': (list) => `nullif(${list}, [])` },
};

const SUM_OF_FLOATS =
  'gsql_sum_float64(list_sum(y), list_bool_or(list_transform(y, lambda e: isinf(e))))';

/** Binds `y`, so that a text that repeats it computes it once. */
function withName(body: string, y: string): string {
  return `list_extract(list_transform([${y}], lambda y: ${body}), 1)`;
}

function nanOr(fold: string, list: string): string {
  const body = `CASE WHEN list_contains(y, 'nan'::DOUBLE) THEN 'nan'::DOUBLE ELSE ${fold}(y) END`;
  return withName(body, list);
}

function foldOf(call: AggregateCall): ListFold | undefined {
  const name = call.arguments.length === 0 ? '$count_star' : call.function.name;
  const folds = FOLDS[name];
  return folds?.[call.arguments[0]?.type.kind ?? '*'] ?? folds?.['*'];
}

/** Whether an aggregate call over an array has a list function. */
export function isListAggregate(call: AggregateCall): boolean {
  return (
    foldOf(call) !== undefined &&
    !call.safe &&
    call.arguments.length <= 1 &&
    call.having === undefined &&
    call.orderBy.length === 0 &&
    call.limit === undefined &&
    (!call.distinct || call.function.name === 'COUNT') &&
    (call.nulls !== 'IGNORE' || call.function.name !== 'ANY_VALUE')
  );
}

/** An aggregate call over the list of its argument's values. */
export function foldList(call: AggregateCall, list: string): string {
  if (call.distinct) return `CAST(coalesce(list_unique(${list}), 0) AS BIGINT)`;
  const isFiltered = call.nulls === 'IGNORE' && call.function.name === 'ARRAY_AGG';
  const values = isFiltered ? `list_filter(${list}, lambda e: e IS NOT NULL)` : list;
  return foldOf(call)?.(values) ?? '';
}
