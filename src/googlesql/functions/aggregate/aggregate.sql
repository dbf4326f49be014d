-- AVG(NUMERIC) of a sum and a count.
CREATE MACRO gsql_avg_numeric(total, n) AS gsql_numeric(gsql_numeric_quotient(total, n));

-- AVG(FLOAT64) of the average and the average of the numbers over 2^64, which is exact but for the smallest of them.
CREATE MACRO gsql_avg_float64(average, scaled) AS
  CASE WHEN isfinite(average) OR NOT isfinite(scaled) THEN average ELSE scaled * 18446744073709551616e0 END;

-- SUM(INT64) of a sum in 128 bits.
CREATE MACRO gsql_sum_int64(total) AS
  CASE WHEN total BETWEEN -9223372036854775808 AND 9223372036854775807 THEN CAST(total AS BIGINT)
       WHEN total IS NOT NULL THEN gsql_error('int64 overflow') END;

-- SUM(NUMERIC) within its range.
CREATE MACRO gsql_sum_numeric(total) AS
  CASE WHEN abs(total) > CAST('99999999999999999999999999999.999999999' AS DECIMAL(38, 9))
       THEN gsql_error('numeric overflow: SUM') ELSE total END;

-- SUM(FLOAT64): infinite only where an operand is.
CREATE MACRO gsql_sum_float64(total, has_infinite) AS
  CASE WHEN isinf(total) AND NOT has_infinite THEN gsql_error('double overflow') ELSE total END;

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
CREATE MACRO gsql_percentile(x, has_nan) AS
  CASE WHEN has_nan AND NOT isfinite(x) AND x < 0 THEN CAST('nan' AS DOUBLE) ELSE x END;

-- AVG(NUMERIC) of the sums of wholes and of fractions, either of which fits where their sum may not.
CREATE MACRO gsql_avg_units(whole, rest, n) AS
  gsql_numeric(whole // n * 1000000000 + gsql_round_divide_by(whole % n * 1000000000 + rest, n));

-- The differences of NUMERICs from the first of them, whose squares a double holds better than their own.
CREATE MACRO gsql_offsets(list) AS
  list_transform([gsql_present(list)], lambda present: list_transform(present, lambda x: coalesce(
    CAST(CAST(TRY(x - present[1]) AS VARCHAR) AS DOUBLE), CAST(x AS DOUBLE) - CAST(present[1] AS DOUBLE))))[1];

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
