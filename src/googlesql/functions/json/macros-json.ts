/** A private character in front of each number of a marked text. */
const MARK = '\u{f8f1}';

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const NUMBER = String.raw`-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?`;

const NOT = (type: string) => `gsql_error('The provided JSON input is not ${type}')`;

/**
 * A number that DuckDB might write otherwise: with an exponent, a needless zero or more digits than a double holds.
 * DuckDB itself writes exponents only where there are more zeros.
 */
const UNUSUAL = '[0-9][eE]|\\.[0-9]+0(?:[^0-9]|$)|\\.[0-9]{9}|[0-9]{11}\\.|[0-9]{8}\\.[0-9]{7}|-0';

/** Macros of the JSON functions. A path is a JSON Pointer. */
export const MACROS_JSON: readonly string[] = [
  // GoogleSQL gives numbers as they are written, DuckDB as it would write them. Where that can differ, numbers are made
  // strings first: each token gets a marked string behind it, which is empty, and taken away, unless it is a number.
  `CREATE MACRO gsql_json_marked(s) AS
    replace(regexp_replace(s, '(${STRING})|(${NUMBER})', '\\1"${MARK}\\2"', 'g'), '"${MARK}"', '')`,
  `CREATE MACRO gsql_json_unmarked(s) AS regexp_replace(s, '"${MARK}([-+.0-9eE]*)"', '\\1', 'g')`,
  `CREATE MACRO gsql_json_escape(s) AS
    replace(replace(s, '\u2028', '\\u2028'), '\u2029', '\\u2029')`,
  // Reading a text twice is cheaper than keeping what was found in it.
  `CREATE MACRO gsql_json_text(s, path) AS
    gsql_json_escape(CASE
      WHEN regexp_matches(CAST(TRY(json_extract(s, path)) AS VARCHAR), '[0-9][.eE]|-0')
           AND (regexp_matches(s, '${UNUSUAL}') OR regexp_matches(CAST(TRY(json_extract(s, path)) AS VARCHAR), '[0-9][eE]'))
        THEN gsql_json_unmarked(CAST(json_extract(gsql_json_marked(s), path) AS VARCHAR))
      ELSE nullif(CAST(TRY(json_extract(s, path)) AS VARCHAR), 'null') END)`,
  `CREATE MACRO gsql_json_scalar(s, path) AS
    CASE WHEN TRY(json_type(s, path)) = 'VARCHAR' THEN json_extract_string(s, path)
         WHEN TRY(json_type(s, path)) IN ('UBIGINT', 'BIGINT') AND NOT contains(s, '-0') THEN json_extract_string(s, path)
         WHEN TRY(json_type(s, path)) IN ('OBJECT', 'ARRAY', 'NULL') THEN NULL
         WHEN TRY(json_type(s, path)) = 'BOOLEAN' THEN json_extract_string(s, path)
         WHEN TRY(json_type(s, path)) = 'DOUBLE' AND NOT regexp_matches(s, '${UNUSUAL}')
              AND NOT contains(json_extract_string(s, path), 'e') THEN json_extract_string(s, path)
         WHEN TRY(json_type(s, path)) IS NOT NULL
           THEN substring(json_extract_string(gsql_json_marked(s), path), 2) END`,
  `CREATE MACRO gsql_json_items_of(j) AS
    CASE WHEN left(j, 1) = '[' THEN list_transform(json_extract(gsql_json_marked(j), '$[*]'),
      lambda e: gsql_json_escape(gsql_json_unmarked(CAST(e AS VARCHAR)))) END`,
  `CREATE MACRO gsql_json_items(s, path) AS
    list_transform([gsql_json_text(s, path)], lambda j: gsql_json_items_of(j))[1]`,
  `CREATE MACRO gsql_json_scalars(s, path) AS
    list_transform([gsql_json_items(s, path)], lambda items: CASE
      WHEN len(list_filter(items, lambda e: e[1] IN ('{', '['))) = 0
        THEN list_transform(items, lambda e: CASE WHEN e[1] = '"' THEN json_extract_string(e, '$')
                                                  WHEN e != 'null' THEN e END) END)[1]`,
  `CREATE MACRO gsql_json_array(j, path) AS
    CASE WHEN json_type(j, path) = 'ARRAY' THEN json_extract(json_extract(j, path), '$[*]') END`,
  // A number that a double does not hold exactly as it is written has no JSON value.
  `CREATE MACRO gsql_json_digits(n) AS
    trim(regexp_replace(regexp_replace(n, '[eE].*', ''), '[-.]', '', 'g'), '0')`,
  `CREATE MACRO gsql_json_is_wide(n) AS
    CASE WHEN regexp_full_match(n, '-?[0-9]+') AND (TRY_CAST(n AS BIGINT) IS NOT NULL OR TRY_CAST(n AS UBIGINT) IS NOT NULL)
           THEN false
         ELSE coalesce(isinf(TRY_CAST(n AS DOUBLE)), true)
              OR gsql_json_digits(n) != gsql_json_digits(CAST(TRY_CAST(n AS DOUBLE) AS VARCHAR)) END`,
  `CREATE MACRO gsql_json_wide(bare) AS
    CASE WHEN regexp_matches(bare, '[0-9][0-9.]{15}|[0-9][eE]')
         THEN list_filter(regexp_extract_all(bare, '${NUMBER}'), lambda n: gsql_json_is_wide(n))[1] END`,
  `CREATE MACRO gsql_parse_json(s) AS
    CASE WHEN json_valid(s) AND NOT regexp_matches(regexp_replace(s, '${STRING}', '', 'g'), '(?i)nan|inf')
           THEN CASE WHEN gsql_json_wide(regexp_replace(s, '${STRING}', '""', 'g')) IS NULL THEN json(s)
                  ELSE gsql_error('Invalid input to PARSE_JSON: Input number: '
                    || gsql_json_wide(regexp_replace(s, '${STRING}', '""', 'g')) || ' cannot round-trip through string representation') END
         WHEN s IS NOT NULL THEN gsql_error('Invalid input to PARSE_JSON: syntax error') END`,
  `CREATE MACRO gsql_json_type(j) AS
    CASE json_type(j) WHEN 'OBJECT' THEN 'object' WHEN 'ARRAY' THEN 'array' WHEN 'VARCHAR' THEN 'string'
         WHEN 'BOOLEAN' THEN 'boolean' WHEN 'NULL' THEN 'null' WHEN NULL THEN NULL
         ELSE CASE WHEN j IS NOT NULL THEN 'number' END END`,
  `CREATE MACRO gsql_json_to_bool(j) AS
    CASE WHEN json_type(j) = 'BOOLEAN' THEN TRY_CAST(j AS BOOLEAN)
         WHEN j IS NOT NULL THEN ${NOT('a boolean')} END`,
  `CREATE MACRO gsql_json_to_string(j) AS
    CASE WHEN json_type(j) = 'VARCHAR' THEN json_extract_string(j, '$')
         WHEN j IS NOT NULL THEN ${NOT('a string')} END`,
  `CREATE MACRO gsql_json_to_int64(j) AS
    CASE WHEN json_type(j) IN ('BIGINT', 'UBIGINT', 'DOUBLE') THEN
           CASE WHEN TRY_CAST(j AS DOUBLE) = trunc(TRY_CAST(j AS DOUBLE)) AND TRY_CAST(j AS BIGINT) IS NOT NULL
                  THEN TRY_CAST(j AS BIGINT)
                ELSE gsql_error('The provided JSON number: ' || j || ' cannot be converted to an integer') END
         WHEN j IS NOT NULL THEN ${NOT('an integer')} END`,
  `CREATE MACRO gsql_json_to_float64(j) AS
    CASE WHEN json_type(j) IN ('BIGINT', 'UBIGINT', 'DOUBLE') THEN TRY_CAST(j AS DOUBLE)
         WHEN j IS NOT NULL THEN ${NOT('a number')} END`,
  `CREATE MACRO gsql_json_quote(s) AS gsql_json_escape(CAST(to_json(CAST(s AS VARCHAR)) AS VARCHAR))`,
  `CREATE MACRO gsql_json_int64(n) AS
    CASE WHEN n BETWEEN -9007199254740992 AND 9007199254740992 THEN CAST(n AS VARCHAR) ELSE '"' || n || '"' END`,
  `CREATE MACRO gsql_json_float64(x) AS
    CASE WHEN isfinite(x) THEN gsql_float_text(x) WHEN isnan(x) THEN '"NaN"' WHEN x > 0 THEN '"Infinity"'
         WHEN x < 0 THEN '"-Infinity"' END`,
  `CREATE MACRO gsql_json_numeric(x) AS
    CASE WHEN x = trunc(x) AND abs(x) <= 9007199254740992 THEN CAST(CAST(x AS BIGINT) AS VARCHAR)
         ELSE '"' || gsql_numeric_text(x) || '"' END`,
  `CREATE MACRO gsql_json_double(x) AS
    CASE WHEN NOT isfinite(x) THEN gsql_json_float64(x)
         WHEN regexp_full_match(gsql_float_text(x), '-?[0-9]+') THEN gsql_float_text(x) || '.0'
         ELSE gsql_float_text(x) END`,
  `CREATE MACRO gsql_json_member(j, name) AS
    CASE WHEN json_type(j) = 'OBJECT'
         THEN json_extract(j, '/' || replace(replace(name, '~', '~0'), '/', '~1')) END`,
  `CREATE MACRO gsql_json_element(j, i) AS
    CASE WHEN json_type(j) = 'ARRAY' AND i >= 0 THEN json_extract(j, '/' || i) END`,
  `CREATE MACRO gsql_json_is_number(j) AS json_type(j) IN ('BIGINT', 'UBIGINT', 'DOUBLE')`,
  `CREATE MACRO gsql_json_lax_bool(j) AS
    CASE WHEN json_type(j) = 'BOOLEAN' THEN CAST(j AS BOOLEAN)
         WHEN gsql_json_is_number(j) THEN CAST(j AS DOUBLE) != 0
         WHEN json_type(j) = 'VARCHAR' THEN gsql_text_bool(json_extract_string(j, '$')) END`,
  `CREATE MACRO gsql_json_lax_string(j) AS
    CASE WHEN json_type(j) NOT IN ('OBJECT', 'ARRAY', 'NULL') THEN json_extract_string(j, '$') END`,
  `CREATE MACRO gsql_json_lax_float64(j) AS
    CASE WHEN gsql_json_is_number(j) THEN CAST(j AS DOUBLE)
         WHEN json_type(j) = 'VARCHAR' THEN gsql_text_float64(json_extract_string(j, '$')) END`,
  `CREATE MACRO gsql_json_lax_int64(j) AS
    CASE WHEN json_type(j) = 'BOOLEAN' THEN CAST(CAST(j AS BOOLEAN) AS BIGINT)
         WHEN json_type(j) = 'BIGINT' OR json_type(j) = 'UBIGINT' THEN TRY_CAST(j AS BIGINT)
         WHEN json_type(j) = 'DOUBLE' THEN TRY_CAST(round(CAST(j AS DOUBLE)) AS BIGINT)
         WHEN json_type(j) = 'VARCHAR'
           THEN coalesce(gsql_text_int64(json_extract_string(j, '$')),
             TRY_CAST(round(gsql_text_float64(json_extract_string(j, '$'))) AS BIGINT)) END`,
];
