-- The n-th bound in the text of a RANGE; empty where it is no such text.
CREATE MACRO gsql_bound_text(s, n) AS regexp_extract(s, '^\[(.*), (.*)\)$', n);

-- Whether a bound's text says that there is none.
CREATE MACRO gsql_is_unbounded(s) AS upper(s) IN ('UNBOUNDED', 'NULL');

-- A RANGE if its bounds are in order, else NULL.
CREATE MACRO gsql_if_range(r) AS
  list_transform([r], lambda x: CASE WHEN x."start" < x."end" THEN x END)[1];

-- RANGE(a, b).
CREATE MACRO gsql_range(r) AS
  list_transform([r], lambda x: CASE WHEN x."start" < x."end" THEN x
    ELSE gsql_error('Range start element must be smaller than range end element') END)[1];

-- CAST(RANGE AS STRING) of the texts of its bounds, NULL for an absent one.
CREATE MACRO gsql_range_text(a, b) AS concat('[', coalesce(a, 'UNBOUNDED'), ', ', coalesce(b, 'UNBOUNDED'), ')');

-- RANGE_CONTAINS(range, value).
CREATE MACRO gsql_range_contains(r, v) AS (r."start" <= v AND v < r."end");

-- RANGE_CONTAINS(range, range).
CREATE MACRO gsql_range_contains_range(r, s) AS (r."start" <= s."start" AND s."end" <= r."end");

-- RANGE_OVERLAPS(range, range).
CREATE MACRO gsql_range_overlaps(r, s) AS (r."start" < s."end" AND s."start" < r."end");

-- The text of a RANGE as errors show it: '[Date(2020-01-01), Date(NULL))'.
CREATE MACRO gsql_range_words(s, type) AS
  replace(regexp_replace(s, '[^\[, )][^,)]*', upper(type[1]) || lower(type[2:]) || '(\0)', 'g'), 'UNBOUNDED', 'NULL');

-- RANGE_INTERSECT(range, range); a and b are their texts.
CREATE MACRO gsql_range_intersect(r, s, a, b) AS
  CASE WHEN gsql_range_overlaps(r, s)
         THEN {'start': greatest(r."start", s."start"), 'end': least(r."end", s."end")}
       WHEN r IS NOT NULL AND s IS NOT NULL
         THEN gsql_error('Provided RANGE inputs: ' || a || ' and ' || b
           || ' do not overlap. Please check RANGE_OVERLAPS before calling RANGE_INTERSECT') END;

-- The ranges that GENERATE_RANGE_ARRAY makes at most; months and clock say which parts the step may have.
CREATE MACRO gsql_range_count(a, b, step, months, clock) AS
  CASE WHEN NOT (isfinite(a) AND isfinite(b)) THEN gsql_error('input RANGE cannot have UNBOUNDED endpoints')
       WHEN gsql_months_of(step) != 0 AND NOT months
         THEN gsql_error('step with non-zero MONTH or YEAR part is not supported')
       WHEN gsql_micros_of(step) != 0 AND NOT clock
         THEN gsql_error('step with non-zero (H:M:S[.F]) part is not supported')
       WHEN gsql_months_of(step) != 0 AND (date_part('day', step) != 0 OR gsql_micros_of(step) != 0)
         THEN gsql_error('step should either have the Y-M part or the DAY part')
       WHEN gsql_interval_length(step) = 0 THEN gsql_error('step cannot be 0')
       WHEN gsql_interval_length(step) < 0 THEN gsql_error('step cannot be negative')
       WHEN gsql_months_of(step) = 0 AND (epoch_us(b) - epoch_us(a)) // gsql_interval_length(step) >= 1048575
         THEN gsql_error('Cannot generate arrays with more than 1048575 elements.')
       WHEN gsql_months_of(step) = 0 THEN (epoch_us(b) - epoch_us(a) - 1) // gsql_interval_length(step) + 1
       ELSE date_diff('month', a, b) // gsql_months_of(step) + 1 END;
