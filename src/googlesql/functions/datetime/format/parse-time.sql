-- PARSE_DATETIME and its kin from their fields. A second 60 is the start of the next minute, without a fraction.
CREATE MACRO gsql_parsed(y, m, d, h, mi, s, f) AS
  CASE WHEN s = 60 AND y = 9999 AND m = 12 AND d = 31 AND h = 23 AND mi = 59
         THEN gsql_error('Invalid result from parsing function')
       WHEN y >= 1 AND d <= day(last_day(make_date(y, m, 1)))
         THEN make_timestamp(epoch_us(make_date(y, m, d)) + ((h * 60 + mi) * 60 + s) * 1000000 + CASE WHEN s = 60 THEN 0 ELSE f END)
       ELSE gsql_error('Out-of-range datetime field in parsing function') END;

-- The element %s.
CREATE MACRO gsql_parsed_epoch(s) AS
  CASE WHEN s BETWEEN -62135596800 AND 253402300799 THEN make_timestamp(s * 1000000)
       ELSE gsql_error('Invalid result from parsing function') END;

-- The microseconds of %z and %Ez.
CREATE MACRO gsql_parsed_offset(zone) AS
  CASE WHEN zone = 'Z' THEN 0
       ELSE (CASE WHEN zone[1] = '-' THEN -60000000 ELSE 60000000 END)
         * (CAST(zone[2:3] AS BIGINT) * 60 + coalesce(TRY_CAST(right(zone, 2) AS BIGINT), 0) * CAST(length(zone) > 3 AS BIGINT)) END;
