-- x / 2^64 of FLOAT64, which is exact unless it is subnormal, and of which no sum of finite numbers is infinite.
CREATE MACRO gsql_scaled(x) AS x * 5.421010862427522e-20;

-- AVG(FLOAT64) of the average and the average of the numbers over 2^64, which is exact but for the smallest of them.
CREATE MACRO gsql_avg_float64(average, scaled) AS
  CASE WHEN isfinite(average) OR NOT isfinite(scaled) THEN average ELSE scaled * 18446744073709551616e0 END;

-- SUM(INT64) of a sum in 128 bits.
CREATE MACRO gsql_sum_int64(total) AS
  CASE WHEN total BETWEEN -9223372036854775808 AND 9223372036854775807 THEN CAST(total AS BIGINT)
       WHEN total IS NOT NULL THEN gsql_error('int64 overflow') END;

-- SUM(NUMERIC) within its range.
CREATE MACRO gsql_sum_numeric(total, most) AS
  CASE WHEN abs(total) > most THEN gsql_error('numeric overflow: SUM') ELSE CAST(total AS DECIMAL(38, 9)) END;

-- The digits before the point, and the nine behind it, of the sum of a sum and of a list of NUMERICs, either of which
-- fits where their sum may not. Both have the same sign.
CREATE MACRO gsql_carried(whole, rest) AS
  {whole: whole + CASE WHEN whole > 0 AND rest < 0 THEN -1 WHEN whole < 0 AND rest > 0 THEN 1 ELSE 0 END,
   rest: rest + CASE WHEN whole > 0 AND rest < 0 THEN 1000000000 WHEN whole < 0 AND rest > 0 THEN -1000000000 ELSE 0 END};
CREATE MACRO gsql_added(small, large) AS
  list_transform([list_transform([{
      whole: coalesce(gsql_numeric_whole(small), 0) + coalesce(list_sum(list_transform(large, lambda x: gsql_numeric_whole(x))), 0),
      rest: coalesce(gsql_numeric_rest(small), 0) + coalesce(list_sum(list_transform(large, lambda x: gsql_numeric_rest(x))), 0)}],
    lambda s: {whole: s.whole + s.rest // 1000000000, rest: s.rest % 1000000000})[1]],
    lambda s: gsql_carried(s.whole, s.rest))[1];

-- The NUMERIC of parts of the same sign.
CREATE MACRO gsql_of_parts(whole, rest) AS
  CASE WHEN abs(whole) > 99999999999999999999999999999 THEN gsql_error('numeric overflow: SUM')
       ELSE gsql_numeric(whole * 1000000000 + rest) END;

-- SUM(NUMERIC) of the sum of the small values and a list of the large ones, which is NULL where there are none.
CREATE MACRO gsql_sum_numerics(small, large, most) AS
  CASE WHEN large IS NULL THEN gsql_sum_numeric(small, most)
       ELSE list_transform([gsql_added(small, large)], lambda s: gsql_of_parts(s.whole, s.rest))[1] END;

-- SUM(NUMERIC) of a list.
CREATE MACRO gsql_list_sum_numeric(list) AS
  CASE WHEN list_max(list) < 100000000000000000 AND list_min(list) > -100000000000000000 THEN list_sum(list)
       WHEN list_count(list) > 0 THEN list_transform([gsql_added(NULL, list)], lambda s: gsql_of_parts(s.whole, s.rest))[1] END;

-- SUM(FLOAT64) of the sum and that of the numbers over 2^64: infinite only where an operand is.
CREATE MACRO gsql_sum_float64(total, scaled) AS
  CASE WHEN isinf(total) AND isfinite(scaled) THEN gsql_error('double overflow') ELSE total END;

-- The first n items; DuckDB's slice takes an n of NULL for all of them.
CREATE MACRO gsql_limited(items, n) AS CASE WHEN n > 0 THEN items[1:n] END;

-- APPROX_TOP_COUNT(x, n) of a histogram: the most frequent first.
CREATE MACRO gsql_top_count(counts, n) AS
  list_transform(list_sort(list_transform(map_entries(counts), lambda e: {c: -CAST(e.value AS BIGINT), v: e.key}))[1:n],
    lambda e: {'value': e.v.value, 'count': -e.c});

-- A weight of APPROX_TOP_SUM.
CREATE MACRO gsql_weight(w) AS
  CASE WHEN w < 0 OR isnan(CAST(w AS DOUBLE)) THEN gsql_error('Weights in APPROX_TOP_SUM must not be negative or NaN') ELSE w END;

-- The sums of the weights w of each value v, of pairs in the order of their values.
CREATE MACRO gsql_weight_sums(pairs) AS
  list_transform([list_filter(range(1, len(pairs) + 1), lambda i: i = 1 OR pairs[i].v IS DISTINCT FROM pairs[i - 1].v)], lambda starts:
    list_transform(starts, lambda i, n: {v: pairs[i].v, w: list_sum(list_transform(pairs[i:coalesce(starts[n + 1] - 1, len(pairs))], lambda e: gsql_weight(e.w)))}))[1];

-- The sort key of PERCENTILE_CONT, in which NaN is the least number.
CREATE MACRO gsql_percentile_key(x) AS CASE WHEN isnan(x) THEN CAST('-inf' AS DOUBLE) ELSE x END;

-- PERCENTILE_CONT: what a NaN took part in is NaN.
CREATE MACRO gsql_percentile(x, is_of_nan) AS
  CASE WHEN is_of_nan AND NOT isfinite(x) AND x < 0 THEN CAST('nan' AS DOUBLE) ELSE x END;

-- PERCENTILE_CONT with RESPECT NULLS, of the number of all rows and of those with a value, and the least value.
CREATE MACRO gsql_percentile_of_nulls(x, least, place, total, n) AS
  CASE WHEN place * CAST(total - 1 AS DECIMAL(11, 0)) <= total - n - 1 THEN NULL
       WHEN place * CAST(total - 1 AS DECIMAL(11, 0)) < total - n THEN least
       ELSE x END;

-- The items of a sorted list, behind so many NULLs, on both sides of a place in all of them, and the digits of the place
-- as an integer. The list is in no lambda, which would copy it for each row.
CREATE MACRO gsql_percentile_left(list, place, nulls) AS
  CASE WHEN place > nulls - 1 THEN list[greatest(CAST(floor(place) AS BIGINT) - nulls, 0) + 1] END;
CREATE MACRO gsql_percentile_right(list, place, nulls) AS coalesce(list[CAST(floor(place) AS BIGINT) - nulls + 2], list[-1]);
CREATE MACRO gsql_percentile_digits(place) AS CAST(replace(CAST(place - trunc(place) AS VARCHAR), '.', '') AS HUGEINT);

-- The percentile of a BIGNUMERIC.
CREATE MACRO gsql_percentile_place(x) AS
  CASE WHEN length(gsql_bignumeric_text(x)) > 28 THEN gsql_error('Percentiles with more than 26 digits behind the point are not supported')
       ELSE CAST(gsql_bignumeric_text(x) AS DECIMAL(27, 26)) END;

-- AVG(NUMERIC) of the parts of a sum, which have the same sign.
CREATE MACRO gsql_avg_parts(whole, rest, n) AS
  gsql_numeric(whole // n * 1000000000 + gsql_round_divide_by(whole % n * 1000000000 + rest, n));

-- AVG(NUMERIC) of a sum.
CREATE MACRO gsql_avg_numeric(total, n) AS gsql_avg_parts(gsql_numeric_whole(total), gsql_numeric_rest(total), n);

-- AVG(NUMERIC) of the sum of the small values and a list of the large ones, which is NULL where there are none.
CREATE MACRO gsql_avg_numerics(small, large, n) AS
  CASE WHEN large IS NULL THEN gsql_avg_numeric(small, n)
       ELSE list_transform([{s: gsql_added(small, large), n: n}], lambda a: gsql_avg_parts(a.s.whole, a.s.rest, a.n))[1] END;

-- The differences of NUMERICs from the first of them, whose squares a double holds better than their own.
CREATE MACRO gsql_offsets(list) AS
  list_transform([gsql_present(list)], lambda present: list_transform(present, lambda x: coalesce(
    CAST(CAST(TRY(x - present[1]) AS VARCHAR) AS DOUBLE), CAST(x AS DOUBLE) - CAST(present[1] AS DOUBLE))))[1];

-- The same of BIGNUMERICs, and of pairs of them, of which neither is NULL.
CREATE MACRO gsql_bignumeric_offset(x, first) AS CAST(gsql_bignumeric_text(x + (-first)) AS DOUBLE);
CREATE MACRO gsql_bignumeric_offsets(list) AS
  list_transform([gsql_present(list)], lambda present: list_transform(present, lambda x: gsql_bignumeric_offset(x, present[1])))[1];
CREATE MACRO gsql_bignumeric_pairs(pairs) AS
  list_transform([pairs], lambda present: list_transform(present, lambda p:
    {x: gsql_bignumeric_offset(p.x, present[1].x), y: gsql_bignumeric_offset(p.y, present[1].y)}))[1];

-- The deviations of NUMERICs from their mean.
CREATE MACRO gsql_deviations(list) AS
  list_transform([gsql_offsets(list)], lambda offsets:
    list_transform([list_avg(offsets)], lambda mean: list_transform(offsets, lambda x: x - mean))[1])[1];

-- The deviations of pairs of NUMERICs that are both there, and their covariance but for the divisor.
CREATE MACRO gsql_pair_sums(pairs) AS
  list_transform([{x: gsql_deviations(list_transform(pairs, lambda p: p.x)), y: gsql_deviations(list_transform(pairs, lambda p: p.y))}], lambda d:
    {xy: list_dot_product(d.x, d.y), xx: list_dot_product(d.x, d.x), yy: list_dot_product(d.y, d.y)})[1];

-- COVAR_POP, COVAR_SAMP and CORR of pairs of NUMERICs.
CREATE MACRO gsql_covar_pop(pairs) AS CASE WHEN len(pairs) > 0 THEN gsql_pair_sums(pairs).xy / len(pairs) END;
CREATE MACRO gsql_covar_samp(pairs) AS CASE WHEN len(pairs) > 1 THEN gsql_pair_sums(pairs).xy / (len(pairs) - 1) END;
CREATE MACRO gsql_corr(pairs) AS
  CASE WHEN len(pairs) > 1 THEN list_transform([gsql_pair_sums(pairs)], lambda s:
    CASE WHEN s.xx = 0 OR s.yy = 0 THEN CAST('nan' AS DOUBLE) ELSE s.xy / sqrt(s.xx * s.yy) END)[1] END;

-- A list without NULL and without the elements that are equal to one before; DuckDB's windows tell intervals of equal length apart.
CREATE MACRO gsql_first_of_equals(items) AS
  list_transform([items], lambda given: list_filter(given, lambda x, i: x IS NOT NULL AND list_position(given, x) = i))[1];
