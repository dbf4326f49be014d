-- The error of an array index.
CREATE MACRO gsql_out_of_bounds(i) AS gsql_error('Array index ' || i || ' is out of bounds');

-- The one row of a scalar subquery in IFERROR, of which at most two were collected.
CREATE MACRO gsql_only(list) AS
  CASE WHEN len(list) > 1 THEN gsql_error('More than one element') ELSE list[1] END;

-- array[OFFSET(i)].
CREATE MACRO gsql_at_offset(list, i) AS
  CASE WHEN list IS NULL THEN NULL WHEN i < 0 OR i >= len(list) THEN gsql_out_of_bounds(i) ELSE list[i + 1] END;

-- array[ORDINAL(i)].
CREATE MACRO gsql_at_ordinal(list, i) AS
  CASE WHEN i < 1 OR i > len(list) THEN CASE WHEN list IS NOT NULL THEN gsql_out_of_bounds(i) END ELSE list[i] END;

-- array[SAFE_OFFSET(i)].
CREATE MACRO gsql_safe_offset(list, i) AS CASE WHEN i >= 0 AND i < len(list) THEN list[i + 1] END;

-- array[SAFE_ORDINAL(i)].
CREATE MACRO gsql_safe_ordinal(list, i) AS CASE WHEN i > 0 THEN list[i] END;

-- ARRAY_CONCAT(a, b): NULL for a NULL array, where DuckDB skips it.
CREATE MACRO gsql_array_concat(a, b) AS
  CASE WHEN a IS NOT NULL AND b IS NOT NULL THEN list_concat(a, b) END;

-- ARRAY_FIRST(array).
CREATE MACRO gsql_array_first(list) AS
  CASE WHEN len(list) = 0 THEN gsql_error('ARRAY_FIRST cannot get the first element of an empty array')
       ELSE list[1] END;

-- ARRAY_LAST(array).
CREATE MACRO gsql_array_last(list) AS
  CASE WHEN len(list) = 0 THEN gsql_error('ARRAY_LAST cannot get the last element of an empty array')
       ELSE list[-1] END;

-- Offsets count from 0, or from the end; what lies outside is cut.
CREATE MACRO gsql_slice_offset(i, size) AS
  CAST(CASE WHEN i >= 0 THEN least(i, size) ELSE greatest(i + size, -1) END AS BIGINT);

-- ARRAY_SLICE(array, a, b).
CREATE MACRO gsql_array_slice(list, a, b) AS
  CASE WHEN list IS NULL OR a IS NULL OR b IS NULL THEN NULL
       WHEN gsql_slice_offset(b, len(list)) < greatest(gsql_slice_offset(a, len(list)), 0) THEN list[1:0]
       ELSE list[greatest(gsql_slice_offset(a, len(list)), 0) + 1:gsql_slice_offset(b, len(list)) + 1] END;

-- The items of an array that are not NULL.
CREATE MACRO gsql_present(list) AS list_filter(list, lambda e: e IS NOT NULL);

-- ARRAY_TO_STRING(array, separator[, absent]) of STRING.
CREATE MACRO gsql_array_to_string
    (list, separator) AS CASE WHEN separator IS NULL THEN NULL WHEN len(gsql_present(list)) = 0 THEN ''
       ELSE gsql_joined(gsql_present(list), separator) END,
    (list, separator, absent) AS CASE WHEN absent IS NULL OR separator IS NULL THEN NULL
       WHEN len(list) = 0 THEN ''
       ELSE gsql_joined(list_transform(list, lambda e: coalesce(e, absent)), separator) END;

-- BYTES joined; array_to_string() takes text only.
CREATE MACRO gsql_bytes_joined(list, separator) AS coalesce(
  list_reduce(list, lambda a, b: CASE WHEN a IS NULL THEN b ELSE a || separator || b END, CAST(NULL AS BLOB)),
  encode(''));

-- ARRAY_TO_STRING(array, separator[, absent]) of BYTES.
CREATE MACRO gsql_array_to_bytes
    (list, separator) AS CASE WHEN list IS NOT NULL AND separator IS NOT NULL
       THEN gsql_bytes_joined(gsql_present(list), separator) END,
    (list, separator, absent) AS CASE WHEN list IS NOT NULL AND separator IS NOT NULL AND absent IS NOT NULL
       THEN gsql_bytes_joined(list_transform(list, lambda e: coalesce(e, absent)), separator) END;

-- The steps from a to b; -1 where the step leads away. More than 1 048 575 elements are refused, so that no generator
-- exhausts the memory.
CREATE MACRO gsql_steps(a, b, step) AS CASE WHEN a IS NULL OR b IS NULL OR step IS NULL THEN NULL WHEN step = 0 THEN gsql_error('Sequence step cannot be 0.')
   WHEN sign(step) * a > sign(step) * b THEN -1
   WHEN (b - a) // step >= 1048575 THEN gsql_error('Cannot generate arrays with more than 1048575 elements.')
   ELSE CAST((b - a) // step AS BIGINT) END;

-- GENERATE_ARRAY(a, b, step) of INT64.
CREATE MACRO gsql_integer_array(a, b, step) AS
  list_transform(range(0, gsql_steps(CAST(a AS HUGEINT), CAST(b AS HUGEINT), CAST(step AS HUGEINT)) + 1),
    lambda i: CAST(CAST(a AS HUGEINT) + i * CAST(step AS HUGEINT) AS BIGINT));

-- GENERATE_ARRAY(a, b, step) of FLOAT64.
CREATE MACRO gsql_float_array(a, b, step) AS
  CASE WHEN a IS NULL OR b IS NULL OR step IS NULL THEN NULL
       WHEN isnan(a) OR isnan(b) OR isnan(step) THEN gsql_error('Sequence start, end, and step cannot be NaN.')
       WHEN step = 0 THEN gsql_error('Sequence step cannot be 0.')
       WHEN (b - a) / step >= 1048575 THEN gsql_error('Cannot generate arrays with more than 1048575 elements.')
       ELSE list_filter(
         list_transform(range(0, CAST(greatest(floor((b - a) / step), -3) AS BIGINT) + 3), lambda i: a + i * step),
         lambda x: sign(step) * x <= sign(step) * b) END;

-- GENERATE_ARRAY(a, b, step) of NUMERIC.
CREATE MACRO gsql_numeric_array(a, b, step) AS
  CASE WHEN a IS NULL OR b IS NULL OR step IS NULL THEN NULL
       WHEN step = 0 THEN gsql_error('Sequence step cannot be 0.')
       WHEN (b - a) / step >= 1048575 THEN gsql_error('Cannot generate arrays with more than 1048575 elements.')
       ELSE list_filter(
         list_transform(range(0, CAST(greatest(floor((b - a) / step), -3) AS BIGINT) + 3),
           lambda i: a + gsql_numeric_multiply(CAST(i AS DECIMAL(38, 9)), step)),
         lambda x: (x <= b AND step > 0) OR (x >= b AND step < 0)) END;

-- As gsql_steps, of BIGNUMERICs and the whole quotient of b - a and step, which is NULL where it is out of range.
CREATE MACRO gsql_bignumeric_steps(a, b, step, whole) AS
  CASE WHEN a IS NULL OR b IS NULL OR step IS NULL THEN NULL
       WHEN step = 0 THEN gsql_error('Sequence step cannot be 0.')
       WHEN (a > b AND step > 0) OR (a < b AND step < 0) THEN -1
       WHEN coalesce(whole >= 1048575, true) THEN gsql_error('Cannot generate arrays with more than 1048575 elements.')
       ELSE CAST(CAST(whole AS VARCHAR) AS BIGINT) END;

-- The day of a DATE since the epoch.
CREATE MACRO gsql_epoch_day(d) AS CAST(date_diff('day', DATE '1970-01-01', d) AS HUGEINT);

-- GENERATE_DATE_ARRAY(a, b, INTERVAL step DAY), also of weeks.
CREATE MACRO gsql_days_array(a, b, step) AS
  list_transform(range(0, gsql_steps(gsql_epoch_day(a), gsql_epoch_day(b), step) + 1),
    lambda i: a + CAST(i * step AS INTEGER));

-- The month of a DATE, counted from the year 0.
CREATE MACRO gsql_month_number(d) AS CAST(date_part('year', d) * 12 + date_part('month', d) AS HUGEINT);

-- GENERATE_DATE_ARRAY(a, b, INTERVAL step MONTH), also of quarters and years.
-- Each month starts from the one before, so the day never grows again; after a hundred it has its final value.
CREATE MACRO gsql_months_array(a, b, step) AS
  list_transform([list_transform(
      range(0, gsql_steps(gsql_month_number(a), gsql_month_number(b), step) + 1),
      lambda i: CAST(date_trunc('month', a) + to_months(CAST(i * step AS INTEGER)) AS DATE))], lambda months:
    list_filter(list_transform(months, lambda m, i: m + CAST(least(date_part('day', a), list_min(list_transform(
        months[1:least(i, 101)], lambda x: date_part('day', last_day(x))))) - 1 AS INTEGER)),
      lambda d: (d <= b AND step > 0) OR (d >= b AND step < 0)))[1];

-- GENERATE_TIMESTAMP_ARRAY(a, b, INTERVAL step MICROSECOND), also of larger units.
CREATE MACRO gsql_timestamp_array(a, b, step) AS
  list_transform(range(0, gsql_steps(CAST(epoch_us(a) AS HUGEINT), CAST(epoch_us(b) AS HUGEINT), step) + 1),
    lambda i: make_timestamptz(CAST(epoch_us(a) + i * step AS BIGINT)));

-- The places where an array does not ascend.
CREATE MACRO gsql_misplaced(list) AS
  list_filter(range(1, greatest(len(list), 2)), lambda i: len(list) > 0 AND coalesce(list[i] > list[least(i + 1, len(list))], true));

-- RANGE_BUCKET(point, bounds).
CREATE MACRO gsql_range_bucket(point, bounds) AS
  CASE WHEN point IS NULL OR bounds IS NULL THEN NULL
       WHEN len(gsql_misplaced(bounds)) > 0
       THEN gsql_error('Elements in input array to RANGE_BUCKET must be in ascending order. Nonconforming elements found at position '
         || gsql_misplaced(bounds)[1] || ' and ' || gsql_misplaced(bounds)[1] + 1)
       ELSE CAST(len(list_filter(bounds, lambda e: e <= point)) AS BIGINT) END;
