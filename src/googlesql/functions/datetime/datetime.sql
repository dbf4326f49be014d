-- The microseconds of an offset such as '+05:30', '+0530' or 'UTC-8', at most 14 hours.
CREATE MACRO gsql_offset(zone) AS
  coalesce(gsql_offset_minutes(replace(zone, 'UTC', '')) * 60000000, CASE WHEN zone IS NOT NULL THEN gsql_error('Invalid time zone: ' || zone) END);

CREATE MACRO gsql_zone_error(zone) AS
  gsql_error(CASE WHEN zone = '' THEN 'Invalid empty time zone' ELSE 'Invalid time zone: ' || zone END);

-- DATETIME(ts, zone): the civil time of a TIMESTAMP.
CREATE MACRO gsql_local(ts, zone) AS
  CASE WHEN zone = 'UTC' THEN make_timestamp(epoch_us(ts))
       WHEN regexp_full_match(zone, '(?:UTC)?[+-](?:[0-9]{1,2}(?::[0-9]{1,2})?|[0-9]{4})') THEN make_timestamp(epoch_us(ts) + gsql_offset(zone))
       WHEN gsql_is_zone(zone) THEN timezone(zone, ts)
       WHEN ts IS NOT NULL AND zone IS NOT NULL THEN gsql_zone_error(zone) END;

-- The TIMESTAMP of a DATETIME if it is within the years 1 to 9999.
CREATE MACRO gsql_instant_checked(dt, us, zone) AS
  CASE WHEN us BETWEEN -62135596800000000 AND 253402300799999999 THEN make_timestamptz(us)
       WHEN dt IS NOT NULL AND zone IS NOT NULL
         THEN gsql_error('Cannot convert Datetime ' || gsql_datetime_text(dt) || ' at timezone ' || zone || ' to a Timestamp') END;

-- TIMESTAMP(dt, zone) of a named zone.
-- Tried are the offset of the day before and the zone's own reading of the time: after a change of clocks the former
-- does not show that time, in a gap neither does, and where the time comes twice both do.
CREATE MACRO gsql_instant(dt, zone) AS
  list_transform([{dt: dt, before: epoch_us(dt) - epoch_us(timezone(zone, make_timestamptz(epoch_us(dt) - 86400000000)))
                            + epoch_us(dt) - 86400000000, own: timezone(zone, dt)}],
    lambda v: gsql_instant_checked(v.dt, CASE
      WHEN timezone(zone, make_timestamptz(v.before)) != v.dt AND timezone(zone, v.own) = v.dt THEN epoch_us(v.own)
      ELSE v.before END, zone))[1];

-- TIMESTAMP(dt, zone).
CREATE MACRO gsql_instant_at(dt, zone) AS
  CASE WHEN zone = 'UTC' THEN make_timestamptz(epoch_us(dt))
       WHEN regexp_full_match(zone, '(?:UTC)?[+-](?:[0-9]{1,2}(?::[0-9]{1,2})?|[0-9]{4})')
         THEN gsql_instant_checked(dt, epoch_us(dt) - gsql_offset(zone), zone)
       WHEN gsql_is_zone(zone) THEN gsql_instant(dt, zone)
       WHEN dt IS NOT NULL AND zone IS NOT NULL THEN gsql_zone_error(zone) END;

-- A TIMESTAMP in errors, always with six digits.
CREATE MACRO gsql_timestamp_long(ts) AS strftime(make_timestamp(epoch_us(ts)), '%Y-%m-%d %H:%M:%S.%f+00');

-- TIMESTAMP_ADD(ts, INTERVAL n part). Each condition may count on the ones before it, the first on nothing: it keeps
-- the product within 64 bits.
CREATE MACRO gsql_timestamp_add(ts, n, unit, shown, part) AS
  CASE WHEN n NOT BETWEEN -9223372036854775807 // unit AND 9223372036854775807 // unit
         THEN CASE WHEN ts IS NOT NULL THEN gsql_error(CASE WHEN part IN ('MILLISECOND', 'SECOND')
           THEN 'Converting timestamp interval ' || n || ' at TIMESTAMP_' || part || ' scale to TIMESTAMP_MICROSECOND scale causes overflow'
           ELSE 'TIMESTAMP_ADD interval value  ' || n || ' at ' || part || ' precision causes overflow' END) END
       WHEN CAST(epoch_us(ts) AS HUGEINT) + n * unit BETWEEN -62135596800000000 AND 253402300799999999
         THEN make_timestamptz(epoch_us(ts) + n * unit)
       WHEN n IS NOT NULL AND ts IS NOT NULL
         THEN gsql_error('Adding ' || n * shown || ' ' || part || ' to timestamp '
           || gsql_timestamp_long(ts) || ' causes overflow') END;

-- DATETIME_ADD and DATETIME_SUB: their result within the years 1 to 9999.
CREATE MACRO gsql_datetime_checked(dt, result, n, part, sign) AS
  CASE WHEN result BETWEEN TIMESTAMP '0001-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999' THEN result
       WHEN n IS NOT NULL AND dt IS NOT NULL
         THEN gsql_error(CASE WHEN sign < 0 THEN 'Subtracting ' ELSE 'Adding ' END || n || ' ' || part
           || CASE WHEN sign < 0 THEN ' from' ELSE ' to' END || ' datetime ' || gsql_datetime_text(dt)
           || ' causes overflow') END;

-- DATE_ADD and DATE_SUB: their result within the years 1 to 9999.
CREATE MACRO gsql_date_checked(d, result, n, part) AS
  CASE WHEN result BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN result
       WHEN n IS NOT NULL AND d IS NOT NULL
         THEN gsql_error('Adding ' || n || ' ' || part || ' to date ' || strftime(d, '%Y-%m-%d') || ' causes overflow') END;

-- TIMESTAMP_MICROS, TIMESTAMP_MILLIS and TIMESTAMP_SECONDS.
CREATE MACRO gsql_timestamp_of(n, unit) AS
  CASE WHEN n BETWEEN -62135596800000000 // unit AND 253402300799999999 // unit THEN make_timestamptz(n * unit)
       ELSE gsql_error_of('Input value ' || n || ' cannot be converted into a TIMESTAMP, because it '
         || 'would be out of the allowed range between -62135596800000000 to 253402300799999999 (microseconds)') END;

-- DATE_FROM_UNIX_DATE(n).
CREATE MACRO gsql_date_of(n) AS
  CASE WHEN n BETWEEN -719162 AND 2932896 THEN DATE '1970-01-01' + CAST(n AS INTEGER)
       WHEN n IS NOT NULL
         THEN gsql_error('DATE_FROM_UNIX_DATE range is -719162 to 2932896 but saw ' || n) END;

-- DATE(y, m, d).
CREATE MACRO gsql_make_date(y, m, d) AS
  CASE WHEN y BETWEEN 1 AND 9999 AND m BETWEEN 1 AND 12 AND d BETWEEN 1 AND 31 AND TRY(make_date(y, m, d)) IS NOT NULL
         THEN make_date(y, m, d)
       WHEN y IS NOT NULL AND m IS NOT NULL AND d IS NOT NULL
         THEN gsql_error(printf('Input calculates to invalid date: %04d-%02d-%02d', y, m, d)) END;

-- DATETIME(y, m, d, h, mi, s).
CREATE MACRO gsql_make_datetime(y, m, d, h, mi, s) AS
  CASE WHEN y BETWEEN 1 AND 9999 AND m BETWEEN 1 AND 12 AND d BETWEEN 1 AND 31 AND TRY(make_date(y, m, d)) IS NOT NULL
            AND h BETWEEN 0 AND 23 AND mi BETWEEN 0 AND 59 AND s BETWEEN 0 AND 60
            AND NOT (y = 9999 AND m = 12 AND d = 31 AND h = 23 AND mi = 59 AND s = 60)
         THEN make_timestamp(y, m, d, h, mi, s)
       WHEN y + m + d + h + mi + s IS NOT NULL
         THEN gsql_error(printf('Input calculates to invalid datetime: %04d-%02d-%02d %04d:%02d:%02d', y, m, d, h, mi, s)) END;

-- TIME(h, m, s).
CREATE MACRO gsql_make_time(h, m, s) AS
  CASE WHEN h BETWEEN 0 AND 23 AND m BETWEEN 0 AND 59 AND s BETWEEN 0 AND 60
         THEN CAST(make_timestamp((h * 3600 + m * 60 + s) * 1000000) AS TIME)
       WHEN h IS NOT NULL AND m IS NOT NULL AND s IS NOT NULL
         THEN gsql_error(printf('Input calculates to invalid time: %02d:%02d:%02d', h, m, s)) END;

-- An offset as text, in hours and, if there are any, minutes.
CREATE MACRO gsql_offset_text(us) AS
  concat(CASE WHEN us < 0 THEN '-' ELSE '+' END, lpad(CAST(abs(us) // 3600000000 AS VARCHAR), 2, '0'),
    CASE WHEN abs(us) // 60000000 % 60 = 0 THEN ''
         ELSE ':' || lpad(CAST(abs(us) // 60000000 % 60 AS VARCHAR), 2, '0') END);

-- DATETIME(STRING): a zone is an error of its own.
CREATE MACRO gsql_datetime_of(s) AS
  coalesce(gsql_text_datetime(s),
    CASE WHEN gsql_text_timestamp(s) IS NOT NULL THEN gsql_error('Timezone is not allowed in "' || s || '"')
         WHEN s IS NOT NULL THEN gsql_error('Invalid timestamp: ''' || s || '''') END);

-- LAST_DAY(d, part): an error behind the year 9999.
CREATE MACRO gsql_last_day(d, result, part) AS
  CASE WHEN result > DATE '9999-12-31'
         THEN gsql_error('Last day of date ' || strftime(d, '%Y-%m-%d') || ' to ' || part
           || ' resulted in an out of range date value: ' || (result - DATE '1970-01-01'))
       ELSE result END;

-- STRING(ts, zone) and CAST(TIMESTAMP AS STRING).
CREATE MACRO gsql_offset_timestamp_text(ts, us) AS
  list_transform([make_timestamp(epoch_us(ts) + us // 60000000 * 60000000)], lambda t:
    printf('%04d', date_part('year', t)) || strftime(t, '-%m-%d %H:%M:%S')
      || gsql_fraction_text(date_part('microsecond', t) % 1000000))[1] || gsql_offset_text(us);

-- DATE_TRUNC to weeks: an error before the year 1.
CREATE MACRO gsql_truncated_date(d, result, part) AS
  CASE WHEN result < DATE '0001-01-01'
         THEN gsql_error('Truncating date ' || strftime(d, '%Y-%m-%d') || ' to ' || part
           || ' resulted in an out of range date value: ' || (result - DATE '1970-01-01'))
       ELSE result END;

-- DATETIME_TRUNC to weeks.
CREATE MACRO gsql_truncated_datetime(t, result, part) AS
  CASE WHEN result < TIMESTAMP '0001-01-01'
         THEN gsql_error('Truncating date ' || strftime(t, '%Y-%m-%d') || ' to ' || part
           || ' resulted in an out of range date value: ' || (CAST(result AS DATE) - DATE '1970-01-01'))
       ELSE result END;

-- TIMESTAMP_TRUNC to weeks.
CREATE MACRO gsql_truncated_timestamp(ts, result, part) AS
  CASE WHEN epoch_us(result) < -62135596800000000
         THEN gsql_error('Truncating ' || gsql_datetime_text(make_timestamp(epoch_us(ts))) || '+00 to the nearest '
           || regexp_replace(part, '\(.*', '') || ' causes overflow')
       ELSE result END;

-- DATETIME and DATE of a TIMESTAMP in a zone: an error outside the years 1 to 9999.
CREATE MACRO gsql_civil(t) AS
  CASE WHEN t BETWEEN TIMESTAMP '0001-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999' THEN t
       WHEN t IS NOT NULL THEN gsql_error('Invalid date extracted from timestamp: outside the years 1 to 9999') END;
