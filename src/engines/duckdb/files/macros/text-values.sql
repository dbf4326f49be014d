-- Values of texts; NULL where a text is no such value. White space, separators of thousands and other words are none.

-- A fraction of zeros is none; an exponent is refused, since spreadsheets write it for numbers that they have cut.
CREATE MACRO file_text_int64(s) AS
  CASE WHEN regexp_full_match(s, '[+-]?[0-9]+(?:\.0+)?') THEN TRY_CAST(regexp_extract(s, '^\+?(-?[0-9]+)', 1) AS BIGINT) END;

CREATE MACRO file_text_is_decimal(s) AS
  regexp_full_match(s, '[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?');

CREATE MACRO file_if_finite(x) AS CASE WHEN isfinite(x) THEN x END;

CREATE MACRO file_text_float64(s) AS
  CASE WHEN file_text_is_decimal(s) THEN file_if_finite(TRY_CAST(ltrim(s, '+') AS DOUBLE))
       ELSE CASE WHEN lower(s) IN ('nan', 'inf', '+inf', '-inf', 'infinity', '+infinity', '-infinity')
                   THEN CAST(ltrim(lower(s), '+') AS DOUBLE) END END;

-- The digits of a number between its first and its last that is not zero.
CREATE MACRO file_digits(n) AS length(trim(regexp_replace(regexp_extract(n, '^[^eE]*'), '[^0-9]', '', 'g'), '0'));

-- Nothing is rounded. Behind an exponent, 15 digits are those that a double tells apart. A cast to 18 digits takes a
-- hundredth of the time.
CREATE MACRO file_text_numeric(s) AS
  CASE WHEN regexp_full_match(s, '[+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?') THEN CAST(TRY_CAST(ltrim(s, '+') AS DECIMAL(18, 9)) AS DECIMAL(38, 9))
       WHEN regexp_full_match(s, '[+-]?(?:[0-9]+(?:\.[0-9]{1,9}0*)?|\.[0-9]{1,9}0*)') THEN TRY_CAST(ltrim(s, '+') AS DECIMAL(38, 9))
       WHEN file_text_is_decimal(s) AND contains(lower(s), 'e') AND file_digits(s) <= 15
            AND CAST(CAST(TRY_CAST(ltrim(s, '+') AS DECIMAL(38, 9)) AS VARCHAR) AS DOUBLE) = TRY_CAST(ltrim(s, '+') AS DOUBLE)
         THEN TRY_CAST(ltrim(s, '+') AS DECIMAL(38, 9)) END;

-- Nothing is rounded, as above.
CREATE MACRO file_text_bignumeric(s) AS
  CASE WHEN regexp_full_match(s, '[+-]?(?:[0-9]+(?:\.[0-9]{1,38}0*)?|\.[0-9]{1,38}0*)') THEN gsql_text_bignumeric(s)
       WHEN file_text_is_decimal(s) AND contains(lower(s), 'e') AND file_digits(s) <= 15
            AND CAST(gsql_bignumeric_text(gsql_text_bignumeric(s)) AS DOUBLE) = TRY_CAST(ltrim(s, '+') AS DOUBLE)
         THEN gsql_text_bignumeric(s) END;

-- Digits behind the microseconds are cut.
CREATE MACRO file_cut_nanoseconds(s) AS regexp_replace(s, '(\.[0-9]{6})[0-9]{1,3}$', '\1');
CREATE MACRO file_text_datetime(s) AS gsql_text_datetime(file_cut_nanoseconds(s));
CREATE MACRO file_text_time(s) AS gsql_text_time(file_cut_nanoseconds(s));

-- A time with its zone: ISO 8601 or the form of BigQuery's exports, with ' UTC'. A cast cuts digits behind the microseconds.
CREATE MACRO file_text_timestamp(s) AS
  CASE WHEN regexp_full_match(s, '[0-9]{4}-[0-9]{2}-[0-9]{2}[ Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:[Zz]| UTC|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)')
         THEN gsql_if_timestamp(TRY_CAST(upper(s) AS TIMESTAMPTZ)) END;

CREATE MACRO file_text_bytes(s) AS
  CASE WHEN regexp_full_match(s, '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?') THEN TRY(from_base64(s)) END;

CREATE MACRO file_text_json(s) AS TRY(gsql_parse_json(s));
