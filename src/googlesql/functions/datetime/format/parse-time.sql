-- PARSE_DATETIME and its kin from their fields. A second 60 is the start of the next minute, without a fraction.
CREATE MACRO gsql_parsed(y, m, d, h, mi, s, f) AS
  CASE WHEN s = 60 AND y = 9999 AND m = 12 AND d = 31 AND h = 23 AND mi = 59 OR y < 1 AND d <= day(last_day(make_date(y, m, 1)))
         THEN gsql_error('Invalid result from parsing function')
       WHEN d <= day(last_day(make_date(y, m, 1)))
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

-- The element %j: a day of the year of a time on 1 January.
CREATE MACRO gsql_parsed_yearday(t, n, late) AS
  CASE WHEN n < 366 OR day(last_day(make_date(year(t), 2, 1))) = 29 THEN t + to_days(CAST(n - 1 AS INTEGER))
       WHEN t IS NOT NULL THEN gsql_error('Year ' || year(t) || ' has 365 days, but the specified day of year was 366') END;

-- A week of the year of a time on 1 January; `before` are the days of the week that begins before it, 0 if none does. The
-- days of week 0 are of the year before, but of a year that is written behind the week if it is `late`.
CREATE MACRO gsql_parsed_week(t, n, before, late) AS
  list_transform([n * 7 - CASE WHEN before = 0 THEN 7 ELSE before END], lambda days:
    CASE WHEN (n > 0 OR before > 0) AND days < dayofyear(make_date(year(t), 12, 31))
           THEN t + to_days(CAST(days AS INTEGER)) + CASE WHEN late AND n = 0 THEN INTERVAL 1 YEAR ELSE INTERVAL 0 DAY END
         WHEN t IS NOT NULL THEN gsql_error('Week number ' || n || ' is invalid for year ' || year(t)) END)[1];

-- The elements %U and %W.
CREATE MACRO gsql_parsed_sundays(t, n, late) AS gsql_parsed_week(t, n, dayofweek(t), late);
CREATE MACRO gsql_parsed_mondays(t, n, late) AS gsql_parsed_week(t, n, isodow(t) - 1, late);
