-- The parts of a bucket's width that there are: months, days and microseconds, of which one must be positive.
CREATE MACRO gsql_bucket_checked(name, width) AS
  CASE WHEN (CASE WHEN gsql_months_of(width) != 0 THEN 1 ELSE 0 END) + (CASE WHEN date_part('day', width) != 0 THEN 1 ELSE 0 END)
              + (CASE WHEN gsql_micros_of(width) != 0 THEN 1 ELSE 0 END) > 1
         THEN gsql_error(name || ' does not support a bucket width INTERVAL with mixed MONTH, DAY and NANOSECOND parts')
       WHEN gsql_months_of(width) < 0 OR date_part('day', width) < 0 OR gsql_micros_of(width) < 0
         THEN gsql_error(name || ' does not support a negative bucket width INTERVAL')
       WHEN gsql_months_of(width) = 0 AND date_part('day', width) = 0 AND gsql_micros_of(width) = 0
         THEN gsql_error(name || ' does not support a zero bucket width INTERVAL')
       ELSE width END;

-- The start of a bucket of a size, in integers.
CREATE MACRO gsql_bucket_start(place, origin, size) AS place - ((place - origin) % size + size) % size;

CREATE MACRO gsql_bucket_size(width) AS CAST(date_part('day', width) AS BIGINT) * 86400000000 + gsql_micros_of(width);

-- The start of a bucket of n months; a bucket that starts in the month of `t` may do so after it.
CREATE MACRO gsql_bucket_of_months(t, origin, n, k) AS
  CASE WHEN origin + to_months(CAST(k * n AS INTEGER)) > t THEN origin + to_months(CAST((k - 1) * n AS INTEGER))
       ELSE origin + to_months(CAST(k * n AS INTEGER)) END;
CREATE MACRO gsql_bucket_month(t) AS CAST(date_part('year', t) * 12 + date_part('month', t) AS BIGINT);
CREATE MACRO gsql_bucket_months(t, origin, n) AS
  gsql_bucket_of_months(t, origin, n,
    gsql_bucket_start(gsql_bucket_month(t) - gsql_bucket_month(origin), CAST(0 AS BIGINT), n) // n);

-- The start of a bucket, which is a time of the years 1 to 9999.
CREATE MACRO gsql_bucket_in_range(name, t) AS
  CASE WHEN t < TIMESTAMP '0001-01-01' THEN gsql_error(name || ' results in a time before the year 1') ELSE t END;

-- DATETIME_BUCKET(t, width, origin), and DATE_BUCKET by it.
CREATE MACRO gsql_datetime_bucket(name, t, width, origin) AS
  list_transform([gsql_bucket_checked(name, width)], lambda checked:
    gsql_bucket_in_range(name, CASE WHEN gsql_months_of(checked) > 0 THEN gsql_bucket_months(t, origin, CAST(gsql_months_of(checked) AS BIGINT))
      WHEN gsql_bucket_size(checked) > 0 THEN make_timestamp(gsql_bucket_start(epoch_us(t), epoch_us(origin), gsql_bucket_size(checked))) END))[1];

-- TIMESTAMP_BUCKET(t, width, origin).
CREATE MACRO gsql_timestamp_bucket(t, width, origin) AS
  CASE WHEN gsql_months_of(width) != 0 THEN gsql_error('TIMESTAMP_BUCKET does not support a bucket width INTERVAL with a MONTH part')
       ELSE make_timestamptz(epoch_us(gsql_datetime_bucket('TIMESTAMP_BUCKET', make_timestamp(epoch_us(t)), width, make_timestamp(epoch_us(origin))))) END;

-- DATE_BUCKET(t, width, origin).
CREATE MACRO gsql_date_bucket(t, width, origin) AS
  CASE WHEN gsql_micros_of(width) != 0 THEN gsql_error('DATE_BUCKET does not support a bucket width INTERVAL with a part smaller than DAY')
       ELSE CAST(gsql_datetime_bucket('DATE_BUCKET', CAST(t AS TIMESTAMP), width, CAST(origin AS TIMESTAMP)) AS DATE) END;
