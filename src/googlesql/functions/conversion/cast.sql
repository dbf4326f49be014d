-- Errors quote no more than 32 bytes of what could not be read.
CREATE MACRO gsql_shortened(s) AS CASE WHEN strlen(s) > 32 THEN left(s, 32) || '...' ELSE s END;

-- CAST(STRING AS BOOL); like all casts from text here, NULL where the text is no such value.
CREATE MACRO gsql_text_bool(s) AS CASE lower(s) WHEN 'true' THEN true WHEN 'false' THEN false END;

-- CAST('0x…' AS INT64).
CREATE MACRO gsql_hex_int64(s) AS
  TRY_CAST((CASE WHEN contains(s, '-') THEN -1::HUGEINT ELSE 1::HUGEINT END)
    * list_reduce(list_prepend(0::HUGEINT, list_transform(
        string_split(lower(regexp_extract(s, '0[xX]([0-9a-fA-F]+)', 1)), ''),
        lambda c: CAST(instr('0123456789abcdef', c) - 1 AS HUGEINT))), lambda a, b: a * 16 + b) AS BIGINT);

-- CAST(STRING AS INT64). White space of C is allowed around numbers.
CREATE MACRO gsql_text_int64(s) AS
  CASE WHEN regexp_full_match(s, '[ \t\n\v\f\r]*[+-]?[0-9]+[ \t\n\v\f\r]*')
       THEN TRY_CAST(regexp_replace(s, '^[ \t\n\v\f\r]*[+]?', '') AS BIGINT)
       WHEN regexp_full_match(s, '[ \t\n\v\f\r]*[+-]?0[xX][0-9a-fA-F]{1,16}[ \t\n\v\f\r]*') THEN gsql_hex_int64(s) END;

-- CAST(STRING AS FLOAT64); too large a number is infinite.
CREATE MACRO gsql_text_float64(s) AS
  CASE WHEN regexp_full_match(s, '[ \t\n\v\f\r]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t\n\v\f\r]*')
       THEN coalesce(TRY_CAST(regexp_replace(s, '^[ \t\n\v\f\r]*[+]?', '') AS DOUBLE),
              CASE WHEN contains(s, '-') THEN CAST('-inf' AS DOUBLE) ELSE CAST('inf' AS DOUBLE) END)
       WHEN regexp_full_match(s, '[ \t\n\v\f\r]*[+-]?0[xX][0-9a-fA-F]{1,13}[ \t\n\v\f\r]*') THEN CAST(gsql_hex_int64(s) AS DOUBLE)
       WHEN regexp_full_match(s, '(?i)[ \t\n\v\f\r]*[+-]?nan[ \t\n\v\f\r]*') THEN CAST('nan' AS DOUBLE)
       WHEN regexp_full_match(s, '(?i)[ \t\n\v\f\r]*[+-]?inf(inity)?[ \t\n\v\f\r]*')
       THEN CASE WHEN contains(s, '-') THEN CAST('-inf' AS DOUBLE) ELSE CAST('inf' AS DOUBLE) END END;

-- CAST(STRING AS NUMERIC).
CREATE MACRO gsql_text_numeric(s) AS
  CASE WHEN regexp_full_match(s, '[ \t\n\v\f\r]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t\n\v\f\r]*')
       THEN TRY_CAST(regexp_replace(s, '^[ \t\n\v\f\r]*[+]?', '') AS DECIMAL(38, 9)) END;

-- CAST(STRING AS DATE).
CREATE MACRO gsql_text_date(s) AS
  CASE WHEN regexp_full_match(s, '\d{4}-\d{1,2}-\d{1,2}') AND s >= '0001' THEN TRY_CAST(s AS DATE) END;

-- A leap second at the end of the year 9999 is no DATETIME.
CREATE MACRO gsql_if_civil(t) AS CASE WHEN t < TIMESTAMP '10000-01-01 00:00:00' THEN t END;

-- CAST(STRING AS DATETIME). Second 60 is the start of the next minute, without a fraction.
CREATE MACRO gsql_text_datetime(s) AS
  CASE WHEN NOT regexp_full_match(s, '\d{4}-\d{1,2}-\d{1,2}(?:[ Tt](?:[01]?\d|2[0-3]):\d{1,2}:\d{1,2}(?:\.\d{1,6})?)?') OR s < '0001' THEN NULL
       WHEN regexp_matches(s, ':60(\.\d+)?$')
       THEN gsql_if_civil(TRY_CAST(replace(upper(regexp_replace(s, ':60(\.\d+)?$', ':59')), 'T', ' ') AS TIMESTAMP) + INTERVAL 1 SECOND)
       ELSE TRY_CAST(replace(upper(s), 'T', ' ') AS TIMESTAMP) END;

-- CAST(STRING AS TIME).
CREATE MACRO gsql_text_time(s) AS
  CASE WHEN NOT regexp_full_match(s, '(?:[01]?\d|2[0-3]):\d{1,2}:\d{1,2}(?:\.\d{1,6})?') THEN NULL
       WHEN regexp_matches(s, ':60(\.\d+)?$')
       THEN CAST(TRY_CAST('2000-01-01 ' || regexp_replace(s, ':60(\.\d+)?$', ':59') AS TIMESTAMP) + INTERVAL 1 SECOND AS TIME)
       ELSE CAST(TRY_CAST('2000-01-01 ' || s AS TIMESTAMP) AS TIME) END;

-- The TIMESTAMP if it is within the years 1 to 9999.
CREATE MACRO gsql_if_timestamp(t) AS
  CASE WHEN epoch_us(t) BETWEEN -62135596800000000 AND 253402300799999999 THEN t END;

-- The minutes of an offset such as +05:30, NULL beyond 14 hours.
CREATE MACRO gsql_offset_minutes(zone) AS
  list_transform([{h: CAST(regexp_extract(zone, '^.(\d{1,2})', 1) AS BIGINT),
                   m: coalesce(TRY_CAST(regexp_extract(zone, '^.(?:\d{2}|\d{1,2}:)(\d{1,2})$', 1) AS BIGINT), 0)}],
    lambda o: CASE WHEN o.m < 60 AND o.h * 60 + o.m <= 840
      THEN (CASE WHEN zone[1] = '-' THEN -1 ELSE 1 END) * (o.h * 60 + o.m) END)[1];

-- Whether a zone has a name that DuckDB knows; its error about any other is not one that TRY catches.
CREATE MACRO gsql_is_zone(zone) AS
  try_strptime('2000-01-01 ' || zone, '%Y-%m-%d %Z') IS NOT NULL
  AND NOT regexp_full_match(zone, '[a-z].*|SystemV/.*|A[CERS]T|AGT|B[ES]T|C[ANST]T|E[AC]T|I[ES]T|JST|MIT|N[ES]T|P[LNRS]T|SST|VST');

-- Where clocks are set back, GoogleSQL means the first of the two times and DuckDB the second.
CREATE MACRO gsql_earlier(zone, t, later) AS
  CASE WHEN TRY(timezone(zone, later - INTERVAL 1 HOUR)) = t THEN later - INTERVAL 1 HOUR ELSE later END;

-- A DATETIME at a zone or an offset as a TIMESTAMP.
CREATE MACRO gsql_zoned(t, zone) AS
  gsql_if_timestamp(CASE WHEN zone = '' OR zone IN ('Z', 'z', 'UTC') THEN make_timestamptz(epoch_us(t))
    WHEN regexp_matches(zone, '^[+-]')
    THEN make_timestamptz(epoch_us(t) - gsql_offset_minutes(zone) * 60000000)
    WHEN gsql_is_zone(zone) THEN gsql_earlier(zone, t, TRY(timezone(zone, t))) END);

-- The fraction of a second 60, which a TIMESTAMP keeps and a DATETIME does not.
CREATE MACRO gsql_leap_fraction(s) AS
  to_microseconds(CASE WHEN contains(s, ':60.')
    THEN CAST(rpad(regexp_extract(s, '\.(\d+)$', 1), 6, '0') AS BIGINT) ELSE 0 END);

-- CAST(STRING AS TIMESTAMP): a date and time with its zone, or a date alone with its offset.
CREATE MACRO gsql_text_timestamp(s) AS
  list_transform([regexp_extract(s, '^(\d{4}-\d{1,2}-\d{1,2}[ Tt](?:[01]?\d|2[0-3]):\d{1,2}:\d{1,2}(?:\.\d{1,6})?)([Zz]|[+-](?:\d{4}|\d{1,2}(?::\d{1,2})?)| [A-Z][A-Za-z0-9_+\-/]*)?$|^(\d{4}-\d{1,2}-\d{1,2})(?:[ Tt]([+-](?:\d{4}|\d{1,2}(?::\d{1,2})?)))?$', ['time', 'zone', 'date', 'shift'])],
    lambda p: gsql_zoned(gsql_text_datetime(p.time || p.date) + gsql_leap_fraction(p.time), trim(p.zone || p.shift)))[1];

-- CAST(FLOAT64 AS STRING): 15 digits where they are enough, else 17.
CREATE MACRO gsql_float_text(x) AS
  CASE WHEN x = 0 THEN '0' WHEN isnan(x) THEN 'nan'
       WHEN isinf(x) THEN CASE WHEN x > 0 THEN 'inf' ELSE '-inf' END
       WHEN CAST(printf('%.15g', x) AS DOUBLE) = x THEN printf('%.15g', x)
       ELSE printf('%.17g', x) END;

-- CAST(FLOAT64 AS NUMERIC). The fraction is taken apart from the rest, because their product with 10^9 would be
-- rounded.
CREATE MACRO gsql_float_numeric(x) AS
  CASE WHEN abs(x) <= 1e29 THEN CAST(CAST(CAST(trunc(x) AS HUGEINT) AS DECIMAL(38, 0)) AS DECIMAL(38, 9))
       + CAST(CAST(printf('%.28f', x - trunc(x)) AS DECIMAL(38, 28)) AS DECIMAL(38, 9)) END;

-- The fraction of a second: no digits, three or six.
CREATE MACRO gsql_fraction_text(micros) AS
  CASE WHEN micros = 0 THEN '' WHEN micros % 1000 = 0 THEN '.' || lpad(CAST(micros // 1000 AS VARCHAR), 3, '0')
       ELSE '.' || lpad(CAST(micros AS VARCHAR), 6, '0') END;

-- CAST(DATETIME AS STRING).
CREATE MACRO gsql_datetime_text(t) AS
  left(CAST(t AS VARCHAR), 19) || gsql_fraction_text(date_part('microsecond', t) % 1000000);

-- CAST(TIME AS STRING).
CREATE MACRO gsql_time_text(t) AS
  left(CAST(t AS VARCHAR), 8) || gsql_fraction_text(date_part('microsecond', t) % 1000000);

-- A value that may not be longer than its type.
CREATE MACRO gsql_limited_text(x, n, size, type) AS
  CASE WHEN size > n
         THEN gsql_error(type || '(' || n || ') has maximum length ' || n || ' but got a value with length ' || size)
       ELSE x END;

-- CAST(… AS STRING(n)).
CREATE MACRO gsql_limited_string(s, n) AS gsql_limited_text(s, n, length(s), 'STRING');

-- CAST(… AS BYTES(n)).
CREATE MACRO gsql_limited_bytes(b, n) AS gsql_limited_text(b, n, octet_length(b), 'BYTES');

-- The greatest NUMERIC(p, s) as text.
CREATE MACRO gsql_numeric_bound(p, s) AS
  CASE WHEN p > s THEN repeat('9', p - s) ELSE '0' END || CASE WHEN s > 0 THEN '.' || repeat('9', s) ELSE '' END;

-- CAST(… AS NUMERIC(p, s)): rounded half away from zero, and an error where it has more digits before the point.
CREATE MACRO gsql_limited_numeric(x, p, s) AS
  list_transform([CAST(gsql_numeric(gsql_round_divide(gsql_numeric_units(x), CAST(10 ** (9 - s) AS HUGEINT))
                    * CAST(10 ** (9 - s) AS HUGEINT)) AS DECIMAL(38, 9))], lambda r:
    CASE WHEN abs(r) >= 10 ** (p - s)
           THEN gsql_error('NUMERIC(' || p || CASE WHEN s > 0 THEN ', ' || s ELSE '' END || ') has precision ' || p
             || ' and scale ' || s || ' but got a value that is not in range of [-' || gsql_numeric_bound(p, s)
             || ', ' || gsql_numeric_bound(p, s) || ']')
         ELSE r END)[1];
