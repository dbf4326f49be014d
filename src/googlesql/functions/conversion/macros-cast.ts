/** What C takes for white space, which GoogleSQL allows around numbers. */
const SPACE = String.raw`[ \t\n\v\f\r]*`;
const DATE = String.raw`\d{4}-\d{1,2}-\d{1,2}`;
const TIME = String.raw`(?:[01]?\d|2[0-3]):\d{1,2}:\d{1,2}(?:\.\d{1,6})?`;
const OFFSET = String.raw`[+-](?:\d{4}|\d{1,2}(?::\d{1,2})?)`;

/** A date and time with its zone, or a date alone with its offset. */
const TIMESTAMP = `^(${DATE}[ Tt]${TIME})([Zz]|${OFFSET}| [A-Z][A-Za-z0-9_+\\-/]*)?$|^(${DATE})(?:[ Tt](${OFFSET}))?$`;

/** Second 60 is the start of the next minute, without a fraction. */
const LEAP = String.raw`:60(\.\d+)?$`;

/** Macros of the casts to and from STRING, and of FLOAT64 to NUMERIC; what cannot be cast is NULL. */
export const MACROS_CAST: readonly string[] = [
  // Errors quote no more than 32 bytes of what could not be read.
  `CREATE MACRO gsql_shortened(s) AS CASE WHEN strlen(s) > 32 THEN left(s, 32) || '...' ELSE s END`,
  `CREATE MACRO gsql_text_bool(s) AS CASE lower(s) WHEN 'true' THEN true WHEN 'false' THEN false END`,
  `CREATE MACRO gsql_hex_int64(s) AS
    TRY_CAST((CASE WHEN contains(s, '-') THEN -1::HUGEINT ELSE 1::HUGEINT END)
      * list_reduce(list_prepend(0::HUGEINT, list_transform(
          string_split(lower(regexp_extract(s, '0[xX]([0-9a-fA-F]+)', 1)), ''),
          lambda c: CAST(instr('0123456789abcdef', c) - 1 AS HUGEINT))), lambda a, b: a * 16 + b) AS BIGINT)`,
  `CREATE MACRO gsql_text_int64(s) AS
    CASE WHEN regexp_full_match(s, '${SPACE}[+-]?[0-9]+${SPACE}')
         THEN TRY_CAST(regexp_replace(s, '^${SPACE}[+]?', '') AS BIGINT)
         WHEN regexp_full_match(s, '${SPACE}[+-]?0[xX][0-9a-fA-F]{1,16}${SPACE}') THEN gsql_hex_int64(s) END`,
  `CREATE MACRO gsql_text_float64(s) AS
    CASE WHEN regexp_full_match(s, '${SPACE}[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?${SPACE}')
         THEN coalesce(TRY_CAST(regexp_replace(s, '^${SPACE}[+]?', '') AS DOUBLE),
                CASE WHEN contains(s, '-') THEN CAST('-inf' AS DOUBLE) ELSE CAST('inf' AS DOUBLE) END)
         WHEN regexp_full_match(s, '${SPACE}[+-]?0[xX][0-9a-fA-F]{1,13}${SPACE}') THEN CAST(gsql_hex_int64(s) AS DOUBLE)
         WHEN regexp_full_match(s, '(?i)${SPACE}[+-]?nan${SPACE}') THEN CAST('nan' AS DOUBLE)
         WHEN regexp_full_match(s, '(?i)${SPACE}[+-]?inf(inity)?${SPACE}')
         THEN CASE WHEN contains(s, '-') THEN CAST('-inf' AS DOUBLE) ELSE CAST('inf' AS DOUBLE) END END`,
  `CREATE MACRO gsql_text_numeric(s) AS
    CASE WHEN regexp_full_match(s, '${SPACE}[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?${SPACE}')
         THEN TRY_CAST(regexp_replace(s, '^${SPACE}[+]?', '') AS DECIMAL(38, 9)) END`,
  `CREATE MACRO gsql_text_date(s) AS
    CASE WHEN regexp_full_match(s, '${DATE}') AND s >= '0001' THEN TRY_CAST(s AS DATE) END`,
  `CREATE MACRO gsql_if_civil(t) AS CASE WHEN t < TIMESTAMP '10000-01-01 00:00:00' THEN t END`,
  `CREATE MACRO gsql_text_datetime(s) AS
    CASE WHEN NOT regexp_full_match(s, '${DATE}(?:[ Tt]${TIME})?') OR s < '0001' THEN NULL
         WHEN regexp_matches(s, '${LEAP}')
         THEN gsql_if_civil(TRY_CAST(replace(upper(regexp_replace(s, '${LEAP}', ':59')), 'T', ' ') AS TIMESTAMP) + INTERVAL 1 SECOND)
         ELSE TRY_CAST(replace(upper(s), 'T', ' ') AS TIMESTAMP) END`,
  `CREATE MACRO gsql_text_time(s) AS
    CASE WHEN NOT regexp_full_match(s, '${TIME}') THEN NULL
         WHEN regexp_matches(s, '${LEAP}')
         THEN CAST(TRY_CAST('2000-01-01 ' || regexp_replace(s, '${LEAP}', ':59') AS TIMESTAMP) + INTERVAL 1 SECOND AS TIME)
         ELSE CAST(TRY_CAST('2000-01-01 ' || s AS TIMESTAMP) AS TIME) END`,
  `CREATE MACRO gsql_if_timestamp(t) AS
    CASE WHEN epoch_us(t) BETWEEN -62135596800000000 AND 253402300799999999 THEN t END`,
  `CREATE MACRO gsql_offset_minutes(zone) AS
    list_transform([{h: CAST(regexp_extract(zone, '^.(\\d{1,2})', 1) AS BIGINT),
                     m: coalesce(TRY_CAST(regexp_extract(zone, '^.(?:\\d{2}|\\d{1,2}:)(\\d{1,2})$', 1) AS BIGINT), 0)}],
      lambda o: CASE WHEN o.m < 60 AND o.h * 60 + o.m <= 840
        THEN (CASE WHEN zone[1] = '-' THEN -1 ELSE 1 END) * (o.h * 60 + o.m) END)[1]`,
  // Where clocks are set back, GoogleSQL means the first of the two times and DuckDB the second.
  `CREATE MACRO gsql_earlier(zone, t, later) AS
    CASE WHEN TRY(timezone(zone, later - INTERVAL 1 HOUR)) = t THEN later - INTERVAL 1 HOUR ELSE later END`,
  `CREATE MACRO gsql_zoned(t, zone) AS
    gsql_if_timestamp(CASE WHEN zone = '' OR zone IN ('Z', 'z', 'UTC') THEN make_timestamptz(epoch_us(t))
      WHEN regexp_matches(zone, '^[+-]')
      THEN make_timestamptz(epoch_us(t) - gsql_offset_minutes(zone) * 60000000)
      ELSE gsql_earlier(zone, t, TRY(timezone(zone, t))) END)`,
  `CREATE MACRO gsql_text_timestamp(s) AS
    list_transform([regexp_extract(s, '${TIMESTAMP}', ['time', 'zone', 'date', 'shift'])],
      lambda p: gsql_zoned(gsql_text_datetime(p.time || p.date), trim(p.zone || p.shift)))[1]`,
  // 15 digits where they are enough, else 17.
  `CREATE MACRO gsql_float_text(x) AS
    CASE WHEN x = 0 THEN '0' WHEN isnan(x) THEN 'nan'
         WHEN isinf(x) THEN CASE WHEN x > 0 THEN 'inf' ELSE '-inf' END
         WHEN CAST(printf('%.15g', x) AS DOUBLE) = x THEN printf('%.15g', x)
         ELSE printf('%.17g', x) END`,
  // The fraction is taken apart from the rest, because their product with 10^9 would be rounded.
  `CREATE MACRO gsql_float_numeric(x) AS
    CASE WHEN abs(x) <= 1e29 THEN CAST(CAST(CAST(trunc(x) AS HUGEINT) AS DECIMAL(38, 0)) AS DECIMAL(38, 9))
         + CAST(CAST(printf('%.28f', x - trunc(x)) AS DECIMAL(38, 28)) AS DECIMAL(38, 9)) END`,
  // No digits of a fraction, three or six.
  `CREATE MACRO gsql_fraction_text(micros) AS
    CASE WHEN micros = 0 THEN '' WHEN micros % 1000 = 0 THEN '.' || lpad(CAST(micros // 1000 AS VARCHAR), 3, '0')
         ELSE '.' || lpad(CAST(micros AS VARCHAR), 6, '0') END`,
  `CREATE MACRO gsql_datetime_text(t) AS
    left(CAST(t AS VARCHAR), 19) || gsql_fraction_text(date_part('microsecond', t) % 1000000)`,
  `CREATE MACRO gsql_time_text(t) AS
    left(CAST(t AS VARCHAR), 8) || gsql_fraction_text(date_part('microsecond', t) % 1000000)`,
];
