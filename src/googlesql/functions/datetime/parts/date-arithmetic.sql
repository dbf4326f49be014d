-- The error of a DATE beyond its range.
CREATE MACRO gsql_days_overflow(d, n) AS
  gsql_error('Adding ' || n || ' DAY to date ' || CAST(d AS VARCHAR) || ' causes overflow');

-- DATE + n. The bounds are the days since the epoch of the first and the last DATE.
CREATE MACRO gsql_add_days(d, n) AS
  CASE WHEN CAST(date_diff('day', DATE '1970-01-01', d) AS HUGEINT) + n NOT BETWEEN -719162 AND 2932896
       THEN gsql_days_overflow(d, n) ELSE d + CAST(n AS INTEGER) END;

-- DATE - n.
CREATE MACRO gsql_subtract_days(d, n) AS
  CASE WHEN CAST(date_diff('day', DATE '1970-01-01', d) AS HUGEINT) - n NOT BETWEEN -719162 AND 2932896
       THEN gsql_days_overflow(d, -CAST(n AS HUGEINT)) ELSE d - CAST(n AS INTEGER) END;

-- An INTERVAL as errors name it.
CREATE MACRO gsql_interval_words(i) AS
  CASE WHEN gsql_months_of(i) != 0 THEN gsql_months_of(i) || ' MONTH'
       WHEN date_part('day', i) != 0 THEN date_part('day', i) || ' DAY'
       ELSE gsql_micros_of(i) || ' MICROSECOND' END;

-- DATETIME + INTERVAL.
CREATE MACRO gsql_datetime_plus(t, i) AS
  CASE WHEN CAST(t AS TIMESTAMP) + i NOT BETWEEN TIMESTAMP '0001-01-01 00:00:00' AND TIMESTAMP '9999-12-31 23:59:59.999999'
       THEN gsql_error('Adding ' || gsql_interval_words(i) || ' to datetime ' || gsql_datetime_text(CAST(t AS TIMESTAMP)) || ' causes overflow')
       ELSE CAST(t AS TIMESTAMP) + i END;

-- TIMESTAMP + INTERVAL, which may have no months.
CREATE MACRO gsql_timestamp_plus(t, i) AS
  CASE WHEN gsql_months_of(i) != 0 AND t IS NOT NULL
       THEN gsql_error('TIMESTAMP +/- INTERVAL is not supported for intervals with non-zero MONTH or YEAR part.')
       ELSE coalesce(gsql_if_timestamp(TRY(make_timestamptz(epoch_us(t) + date_part('day', i) * 86400000000 + gsql_micros_of(i)))),
         CASE WHEN t IS NOT NULL AND i IS NOT NULL
              THEN gsql_error('Adding ' || date_part('day', i) * 24 + date_part('hour', i) || ' HOUR to timestamp '
                || gsql_datetime_text(make_timestamp(epoch_us(t))) || '+00 causes overflow') END) END;

-- DATETIME - DATETIME.
CREATE MACRO gsql_datetime_minus(a, b) AS
  to_days(CAST((epoch_us(a) - epoch_us(b)) // 86400000000 AS INTEGER))
    + to_microseconds((epoch_us(a) - epoch_us(b)) % 86400000000);
