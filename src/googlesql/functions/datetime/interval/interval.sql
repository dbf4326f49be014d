-- INTERVAL n MONTH within GoogleSQL's bounds, which DuckDB does not have.
CREATE MACRO gsql_interval_months(n) AS
  CASE WHEN n NOT BETWEEN -120000 AND 120000 THEN gsql_error('Interval field months ''' || CAST(n AS VARCHAR) || ''' is out of range -120000 to 120000') ELSE to_months(CAST(n AS INTEGER)) END;

-- INTERVAL n DAY.
CREATE MACRO gsql_interval_days(n) AS
  CASE WHEN n NOT BETWEEN -3660000 AND 3660000 THEN gsql_error('Interval field days ''' || CAST(n AS VARCHAR) || ''' is out of range -3660000 to 3660000') ELSE to_days(CAST(n AS INTEGER)) END;

-- INTERVAL n MICROSECOND; the message counts nanoseconds, as the reference does.
CREATE MACRO gsql_interval_micros(n) AS
  CASE WHEN n NOT BETWEEN -316224000000000000 AND 316224000000000000 THEN gsql_error('Interval field nanoseconds ''' || CAST(n * 1000 AS VARCHAR) || ''' is out of range -316224000000000000000 to 316224000000000000000') ELSE to_microseconds(CAST(n AS BIGINT)) END;

-- The months of an INTERVAL. DuckDB's date_part() splits them into years and months.
CREATE MACRO gsql_months_of(x) AS (date_part('year', x) * 12 + date_part('month', x));

-- The microseconds of an INTERVAL.
CREATE MACRO gsql_micros_of(x) AS (date_part('hour', x) * 3600000000 + date_part('minute', x) * 60000000 + date_part('microsecond', x));

-- The length of an INTERVAL, by which it compares; list functions of DuckDB compare its parts instead.
CREATE MACRO gsql_interval_length(x) AS
  ((gsql_months_of(x) * 30 + date_part('day', x)) * 86400000000 + gsql_micros_of(x));

-- The INTERVAL of so many months, days and microseconds.
CREATE MACRO gsql_make_interval(months, days, micros) AS
  gsql_interval_months(months) + gsql_interval_days(days) + gsql_interval_micros(micros);

-- The result of interval arithmetic, an error outside the bounds.
CREATE MACRO gsql_check_interval(i) AS
  list_transform([i], lambda x:
    gsql_make_interval(gsql_months_of(x), date_part('day', x), gsql_micros_of(x)))[1];

-- INTERVAL * INT64.
CREATE MACRO gsql_interval_multiply(i, n) AS
  gsql_make_interval(CAST(gsql_months_of(i) AS HUGEINT) * n, CAST(date_part('day', i) AS HUGEINT) * n,
    CAST(gsql_micros_of(i) AS HUGEINT) * n);

-- The last step of JUSTIFY_*: neither days nor hours may have another sign than the larger unit.
CREATE MACRO gsql_justify_signs(m, d, u, with_days, with_hours) AS
  list_transform([CASE WHEN with_days AND m > 0 AND (d < 0 OR (with_hours AND d = 0 AND u < 0)) THEN {m: m - 1, d: d + 30, u: u}
                       WHEN with_days AND m < 0 AND (d > 0 OR (with_hours AND d = 0 AND u > 0)) THEN {m: m + 1, d: d - 30, u: u}
                       ELSE {m: m, d: d, u: u} END], lambda x:
    CASE WHEN with_hours AND u < 0 AND (x.d > 0 OR (x.d = 0 AND with_days AND x.m > 0))
         THEN gsql_make_interval(x.m, x.d - 1, u + 86400000000)
         WHEN with_hours AND u > 0 AND (x.d < 0 OR (x.d = 0 AND with_days AND x.m < 0))
         THEN gsql_make_interval(x.m, x.d + 1, u - 86400000000)
         ELSE gsql_make_interval(x.m, x.d, u) END)[1];

-- JUSTIFY_HOURS, JUSTIFY_DAYS and JUSTIFY_INTERVAL: 24 hours are a day and 30 days a month.
CREATE MACRO gsql_justify(i, with_days, with_hours) AS
  list_transform([{m: gsql_months_of(i), d: date_part('day', i), u: gsql_micros_of(i)}], lambda x:
    list_transform([{m: x.m, d: CASE WHEN with_hours THEN x.d + x.u // 86400000000 ELSE x.d END,
                     u: CASE WHEN with_hours THEN x.u % 86400000000 ELSE x.u END}], lambda x:
      list_transform([{m: CASE WHEN with_days THEN x.m + x.d // 30 ELSE x.m END,
                       d: CASE WHEN with_days THEN x.d % 30 ELSE x.d END, u: x.u}], lambda x:
        gsql_justify_signs(x.m, x.d, x.u, with_days, with_hours))[1])[1])[1];

-- What is left of the months goes on in days, and what is left of those in microseconds.
CREATE MACRO gsql_interval_parts(m, d, u, n) AS
  gsql_make_interval(m // n, (d + m % n * 30) // n, (u + (d + m % n * 30) % n * 86400000000) // n);

-- INTERVAL / INT64.
CREATE MACRO gsql_interval_divide(i, n) AS
  CASE WHEN n = 0 AND i IS NOT NULL THEN gsql_error('Interval division by zero')
       ELSE gsql_interval_parts(CAST(gsql_months_of(i) AS HUGEINT), CAST(date_part('day', i) AS HUGEINT),
              CAST(gsql_micros_of(i) AS HUGEINT), CAST(n AS HUGEINT)) END;

-- A minus sign or nothing.
CREATE MACRO gsql_sign_text(n) AS CASE WHEN n < 0 THEN '-' ELSE '' END;

-- The hours, minutes and seconds of an INTERVAL as text.
CREATE MACRO gsql_clock_text(n) AS
  gsql_sign_text(n) || abs(n) // 3600000000 || ':' || abs(n) // 60000000 % 60 || ':' || abs(n) // 1000000 % 60
    || gsql_fraction_text(abs(n) % 1000000);

-- CAST(INTERVAL AS STRING).
CREATE MACRO gsql_interval_text(x) AS
  gsql_sign_text(gsql_months_of(x)) || abs(gsql_months_of(x)) // 12 || '-' || abs(gsql_months_of(x)) % 12
    || ' ' || date_part('day', x) || ' ' || gsql_clock_text(gsql_micros_of(x));

-- A field of an ISO 8601 duration, nothing for zero.
CREATE MACRO gsql_iso_field(n, unit) AS CASE WHEN n = 0 THEN '' ELSE n || unit END;

-- The seconds of an ISO 8601 duration, nothing for zero; n has the microseconds of the whole clock.
CREATE MACRO gsql_iso_seconds(n) AS
  CASE WHEN n % 60000000 = 0 THEN ''
       ELSE gsql_sign_text(n) || rtrim(rtrim(abs(n) // 1000000 % 60 || '.' || lpad(CAST(abs(n) % 1000000 AS VARCHAR), 6, '0'), '0'), '.') || 'S' END;

-- An INTERVAL as ISO 8601, each field with its own sign.
CREATE MACRO gsql_interval_iso(x) AS
  CASE WHEN gsql_months_of(x) = 0 AND date_part('day', x) = 0 AND gsql_micros_of(x) = 0 THEN 'P0Y'
       ELSE 'P' || gsql_iso_field(sign(gsql_months_of(x)) * (abs(gsql_months_of(x)) // 12), 'Y')
         || gsql_iso_field(sign(gsql_months_of(x)) * (abs(gsql_months_of(x)) % 12), 'M')
         || gsql_iso_field(date_part('day', x), 'D')
         || CASE WHEN gsql_micros_of(x) = 0 THEN '' ELSE 'T' END
         || gsql_iso_field(sign(gsql_micros_of(x)) * (abs(gsql_micros_of(x)) // 3600000000), 'H')
         || gsql_iso_field(sign(gsql_micros_of(x)) * (abs(gsql_micros_of(x)) // 60000000 % 60), 'M')
         || gsql_iso_seconds(gsql_micros_of(x)) END;

-- The factor of a sign in a text.
CREATE MACRO gsql_sign_of(sign) AS CASE WHEN sign = '-' THEN -1 ELSE 1 END;

-- The number of a matched group, 0 for one that is absent.
CREATE MACRO gsql_digits(digits) AS CASE WHEN digits = '' THEN 0::HUGEINT ELSE CAST(digits AS HUGEINT) END;

-- CAST(STRING AS INTERVAL) of ISO 8601, 'P1Y2M3W4DT5H6M7.8S', in which every number has its own sign.
CREATE MACRO gsql_iso_interval(t) AS
  TRY(list_transform([regexp_extract(t, '^P(?:([+-]?\d{1,9})Y)?(?:([+-]?\d{1,9})M)?(?:([+-]?\d{1,9})W)?(?:([+-]?\d{1,9})D)?(?:T(?:([+-]?\d{1,18})H)?(?:([+-]?\d{1,18})M)?(?:([+-]?)(\d{1,18})(?:\.(\d{1,6}))?S)?)?$',
      ['y', 'm', 'w', 'd', 'h', 'mi', 'sign', 's', 'f'])], lambda p:
    gsql_make_interval(gsql_digits(p.y) * 12 + gsql_digits(p.m), gsql_digits(p.w) * 7 + gsql_digits(p.d),
      gsql_digits(p.h) * 3600000000 + gsql_digits(p.mi) * 60000000
        + gsql_sign_of(p.sign) * (gsql_digits(p.s) * 1000000 + gsql_digits(rpad(p.f, 6, '0')))))[1]);

-- CAST(STRING AS INTERVAL) of 'Y-M D H:M:S', of which the parts at either end may be missing.
CREATE MACRO gsql_text_interval(t) AS
  CASE WHEN regexp_matches(t, '^P[-+\dYMWD]*(?:T[-+.\dHMS]*)?$') AND t != 'P' THEN
         CASE WHEN regexp_full_match(t, 'P(?:[+-]?\d{1,9}Y)?(?:[+-]?\d{1,9}M)?(?:[+-]?\d{1,9}W)?(?:[+-]?\d{1,9}D)?(?:T(?:[+-]?\d{1,18}H)?(?:[+-]?\d{1,18}M)?(?:[+-]?\d{1,18}(?:\.\d{1,6})?S)?)?')
                THEN gsql_iso_interval(t) END
       WHEN regexp_matches(t, '^(?:([+-]?)(\d{1,9})-(\d{1,9})(?: ([+-]?\d{1,9})(?: ([+-]?)(\d{1,18}):(\d{1,9}):(\d{1,9})(?:\.(\d{1,6}))?)?)?|(?:([+-]?\d{1,9}) )?([+-]?)(\d{1,18}):(\d{1,9}):(\d{1,9})(?:\.(\d{1,6}))?)$')
       THEN TRY(list_transform([regexp_extract(t, '^(?:([+-]?)(\d{1,9})-(\d{1,9})(?: ([+-]?\d{1,9})(?: ([+-]?)(\d{1,18}):(\d{1,9}):(\d{1,9})(?:\.(\d{1,6}))?)?)?|(?:([+-]?\d{1,9}) )?([+-]?)(\d{1,18}):(\d{1,9}):(\d{1,9})(?:\.(\d{1,6}))?)$', ['ys', 'y', 'm', 'd', 'ts', 'h', 'mi', 's', 'f', 'd2', 'ts2', 'h2', 'mi2', 's2', 'f2'])], lambda p:
         gsql_make_interval(
           gsql_sign_of(p.ys) * (gsql_digits(p.y) * 12 + gsql_digits(p.m)),
           gsql_digits(p.d || p.d2),
           gsql_sign_of(p.ts || p.ts2) * (gsql_digits(p.h || p.h2) * 3600000000
             + gsql_digits(p.mi || p.mi2) * 60000000 + gsql_digits(p.s || p.s2) * 1000000
             + gsql_digits(rpad(p.f || p.f2, 6, '0')))))[1]) END;
