-- GoogleSQL gives numbers as they are written, DuckDB as it would write them. Where that can differ, numbers are made
-- strings first: each token gets a marked string behind it, which is empty, and taken away, unless it is a number.
CREATE MACRO gsql_json_marked(s) AS
  replace(regexp_replace(s, '("(?:[^"\\]|\\.)*")|(-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)', '\1"\u{fdd0}\2"', 'g'), '"\u{fdd0}"', '');

-- Marked strings as numbers again.
CREATE MACRO gsql_json_unmarked(s) AS regexp_replace(s, '"\u{fdd0}([-+.0-9eE]*)"', '\1', 'g');

-- JSON text with control characters in lower-case digits. No escape but that of a backslash ends with one.
CREATE MACRO gsql_json_lower_escapes(s) AS
  CASE WHEN contains(s, '\u00') THEN array_to_string(list_transform(string_split(s, '\\'), lambda k:
         list_reduce(['B', 'E', 'F', '1A', '1B', '1C', '1D', '1E', '1F'], lambda a, c: replace(a, '\u00' || lpad(c, 2, '0'), '\u00' || lpad(lower(c), 2, '0')), k)), '\\')
       ELSE s END;

-- The line separators, which JSON text may hold and JavaScript text may not.
CREATE MACRO gsql_json_escape(s) AS
  replace(replace(s, '\u{2028}', '\u2028'), '\u{2029}', '\u2029');

-- JSON text without the contents of its strings.
CREATE MACRO gsql_json_bare(s) AS regexp_replace(s, '"(?:[^"\\]|\\.)*"', '""', 'g');

-- A text that is JSON as a whole; DuckDB also takes NaN and infinities.
CREATE MACRO gsql_json_whole(s) AS
  CASE WHEN (contains(s, 'NaN') OR contains(s, 'Infinity')) AND regexp_matches(gsql_json_bare(s), 'NaN|Infinity') THEN NULL
       ELSE TRY_CAST(s AS JSON) END;

-- The JSON text of what a JSON Pointer finds; NULL for a text that is not JSON as a whole. The text is read once where
-- this is repeated in the first condition of a CASE: DuckDB sees that it is the same.
CREATE MACRO gsql_json_at(s, path) AS CAST(json_extract(gsql_json_whole(s), path) AS VARCHAR);

-- What GoogleSQL finds in a text that is not JSON as a whole, of which it reads no more than that; searched where a text
-- can begin JSON.
CREATE MACRO gsql_json_searched(s, path, searched) AS
  CASE WHEN regexp_matches(s, CASE path WHEN '$' THEN '^\s*[-0-9"''tfn{[]' ELSE '^\s*[{[]' END) THEN searched END;

-- Whether a text may write a number otherwise than DuckDB: with an exponent, a needless zero or more digits than a
-- double holds.
CREATE MACRO gsql_json_is_odd(s) AS
  regexp_matches(s, '(?:^|[:,\[\s])(?:-0(?:[^.0-9]|$)|-?[0-9]+(?:\.[0-9]+)?[eE]|-?[0-9]+\.(?:[0-9]*0(?:[^0-9]|$)|[0-9]{9})|-?[0-9]{11,}\.|-?[0-9]{8,}\.[0-9]{7})');

-- JSON_QUERY(s, path) of a text.
CREATE MACRO gsql_json_text(s, path, searched) AS
  gsql_json_escape(CASE
    WHEN regexp_matches(gsql_json_at(s, path), '[0-9][.eE]|(?:^|[:,\[])0(?:[,\]}]|$)') AND (gsql_json_is_odd(s) OR regexp_matches(gsql_json_at(s, path), '(?:^|[:,\[])-?[0-9]+(?:\.[0-9]+)?e'))
      THEN list_transform([CAST(json_extract(gsql_json_marked(s), path) AS VARCHAR)], lambda j: gsql_json_unmarked(gsql_json_lower_escapes(j)))[1]
    WHEN gsql_json_whole(s) IS NULL THEN nullif(gsql_json_searched(s, path, searched), 'null')
    ELSE gsql_json_lower_escapes(nullif(gsql_json_at(s, path), 'null')) END);

-- JSON_VALUE(s, path) of a text: a string, a number or a truth.
CREATE MACRO gsql_json_scalar(s, path, searched) AS
  CASE WHEN starts_with(gsql_json_at(s, path), '"') THEN json_extract_string(s, path)
       WHEN regexp_matches(gsql_json_at(s, path), '^-?(?:0$|[0-9]+[.e])') AND (gsql_json_is_odd(s) OR contains(gsql_json_at(s, path), 'e'))
         THEN substring(json_extract_string(gsql_json_marked(s), path), 2)
       WHEN regexp_matches(gsql_json_at(s, path), '^(?:-?[0-9]|true|false)') THEN gsql_json_at(s, path)
       WHEN gsql_json_whole(s) IS NULL
         THEN list_transform([gsql_json_searched(s, path, searched)], lambda j:
           CASE WHEN starts_with(j, '"') THEN json_extract_string(j, '$') WHEN regexp_matches(j, '^(?:-?[0-9]|true|false)') THEN j END)[1] END;

-- The items of a JSON array as texts.
CREATE MACRO gsql_json_items_of(j) AS
  CASE WHEN left(j, 1) = '[' THEN list_transform(json_extract(gsql_json_marked(j), '$[*]'),
    lambda e: gsql_json_escape(gsql_json_unmarked(gsql_json_lower_escapes(CAST(e AS VARCHAR))))) END;

-- JSON_QUERY_ARRAY(s, path) of a text.
CREATE MACRO gsql_json_items(s, path, searched) AS
  list_transform([gsql_json_text(s, path, searched)], lambda j: gsql_json_items_of(j))[1];

-- JSON_VALUE_ARRAY(s, path): NULL where an item is no scalar.
CREATE MACRO gsql_json_scalars(s, path, searched) AS
  list_transform([gsql_json_items(s, path, searched)], lambda items: CASE
    WHEN len(list_filter(items, lambda e: e[1] IN ('{', '['))) = 0
      THEN list_transform(items, lambda e: CASE WHEN e[1] = '"' THEN json_extract_string(e, '$')
                                                WHEN e != 'null' THEN e END) END)[1];

-- JSON_QUERY_ARRAY(j, path) of JSON.
CREATE MACRO gsql_json_array(j, path) AS
  CASE WHEN json_type(j, path) = 'ARRAY' THEN json_extract(json_extract(j, path), '$[*]') END;

-- The digits of a number without its point, exponent and outer zeros.
CREATE MACRO gsql_json_digits(n) AS
  trim(regexp_replace(regexp_replace(n, '[eE].*', ''), '[-.]', '', 'g'), '0');

-- Whether a double does not hold a number exactly as it is written: such a number has no JSON value.
CREATE MACRO gsql_json_is_wide(n) AS
  CASE WHEN regexp_full_match(n, '-?[0-9]+') AND (TRY_CAST(n AS BIGINT) IS NOT NULL OR TRY_CAST(n AS UBIGINT) IS NOT NULL)
         THEN false
       ELSE coalesce(isinf(TRY_CAST(n AS DOUBLE)), true)
            OR gsql_json_digits(n) != gsql_json_digits(CAST(TRY_CAST(n AS DOUBLE) AS VARCHAR)) END;

-- The first such number of a text without strings.
CREATE MACRO gsql_json_wide(bare) AS
  CASE WHEN regexp_matches(bare, '[0-9][0-9.]{15}|[0-9][eE]')
       THEN list_filter(regexp_extract_all(bare, '-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?'), lambda n: gsql_json_is_wide(n))[1] END;

-- A double as JSON holds it: the shortest digits, with an exponent from 10^15 on.
CREATE MACRO gsql_json_number(x) AS
  CASE WHEN abs(x) >= 1e15 AND abs(x) < 1e16
         THEN regexp_replace(rtrim(replace(CAST(x AS VARCHAR), '.', ''), '0'), '^(-?[0-9])([0-9]+)$', '\1.\2') || 'e+15'
       ELSE CAST(x AS VARCHAR) END;

-- JSON text whose numbers are written so; integers of 64 bits keep their digits.
CREATE MACRO gsql_json_numbers(t) AS
  CASE WHEN regexp_matches(t, '[0-9][.eE]|[0-9]{19}|-0') THEN array_to_string(list_transform(
         regexp_extract_all(t, '"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[^"0-9-]+'), lambda k:
           CASE WHEN NOT regexp_matches(k, '^-?[0-9]') THEN k
                WHEN k = '-0' THEN '0'
                WHEN regexp_matches(k, '[.eE]') OR (TRY_CAST(k AS BIGINT) IS NULL AND TRY_CAST(k AS UBIGINT) IS NULL)
                  THEN gsql_json_number(CAST(k AS DOUBLE))
                ELSE k END), '')
       ELSE t END;

-- Objects are sorted from the innermost outwards: what is sorted is written with control characters, which JSON text
-- cannot hold, in place of the six characters that give it its structure. So are these inside strings.
CREATE MACRO gsql_json_hidden(t) AS translate(t, ',:[]{}', '\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}');
CREATE MACRO gsql_json_shown(t) AS translate(t, '\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}', ',:[]{}');

-- The key of a member of which it is the first part.
CREATE MACRO gsql_json_key(m) AS
  CASE WHEN contains(split_part(m, ':', 1), '\') THEN json_extract_string(gsql_json_shown(split_part(m, ':', 1)), '$')
       ELSE gsql_json_shown(trim(split_part(m, ':', 1), '"')) END;

-- Members in the order of their keys, the first of those with one key.
CREATE MACRO gsql_json_unique(keys, members) AS
  list_transform([members], lambda given:
    list_transform([list_sort(list_transform(keys, lambda own, place: {k: own, i: place, m: given[place]}))], lambda sorted:
      list_transform(list_filter(sorted, lambda e, place: place = 1 OR e.k != sorted[place - 1].k), lambda e: e.m))[1])[1];
CREATE MACRO gsql_json_first(members) AS
  gsql_json_unique(list_transform(members, lambda m: gsql_json_key(m)), members);

-- JSON text whose innermost arrays and objects are hidden.
CREATE MACRO gsql_json_inner_hidden(t) AS
  array_to_string(list_transform(regexp_extract_all(t, '\{[^\[\]{}]*\}|\[[^\[\]{}]*\]|[^\[\]{}]+|[\[\]{}]'), lambda k:
    CASE WHEN strlen(k) < 2 THEN k
         WHEN k[1] = '[' THEN gsql_json_hidden(k)
         WHEN k[1] = '{' THEN gsql_json_hidden('{' || array_to_string(gsql_json_first(string_split(substring(k, 2, length(k) - 2), ',')), ',') || '}')
         ELSE k END), '');

-- How deep arrays and objects are nested, from the depth so far (in millions) and the greatest before.
CREATE MACRO gsql_json_depth(t) AS
  list_reduce(list_transform(string_split(regexp_replace(t, '[^\[\]{}]+', '', 'g'), ''), lambda c: CASE WHEN c IN ('[', '{') THEN 1::BIGINT ELSE -1::BIGINT END),
    lambda a, x: (a // 1000000 + x) * 1000000 + greatest(a % 1000000, a // 1000000 + x), 0::BIGINT) % 1000000;

-- JSON text with sorted keys, the first of equal keys.
CREATE MACRO gsql_json_sorted(t) AS
  list_transform([array_to_string(list_transform(regexp_extract_all(t, '"(?:[^"\\]|\\.)*"|[^"]+'),
      lambda k: CASE WHEN k[1] = '"' THEN gsql_json_hidden(k) ELSE k END), '')], lambda hidden:
    list_transform([gsql_json_depth(hidden)], lambda depth:
      CASE WHEN depth > 500 THEN gsql_error('Invalid input to PARSE_JSON: Max nesting of 500 has been exceeded')
        ELSE gsql_json_shown(list_reduce(list_resize([''], depth, ''), lambda a, level: gsql_json_inner_hidden(a), hidden)) END)[1])[1];

-- The canonical text of JSON without blanks. Each step is bound to a name: macros repeat what they are given.
CREATE MACRO gsql_json_canonical(t) AS
  list_transform([t], lambda blankless:
    list_transform([CASE WHEN contains(blankless, '{') THEN gsql_json_sorted(blankless) ELSE blankless END], lambda keyed:
      list_transform([gsql_json_numbers(keyed)], lambda numbered: gsql_json_lower_escapes(numbered))[1])[1])[1];

-- JSON of a text, but for numbers that make an error. DuckDB also takes NaN, infinities and a comma behind the last item.
CREATE MACRO gsql_json_parsed(s, number_error) AS
  CASE WHEN json_valid(s) AND NOT regexp_matches(gsql_json_bare(s), '(?i)nan|inf|,\s*[\]}]')
         THEN CASE WHEN number_error IS NULL THEN CAST(gsql_json_canonical(CAST(json(s) AS VARCHAR)) AS JSON)
                ELSE gsql_error('Invalid input to PARSE_JSON: ' || number_error) END
       WHEN s IS NOT NULL THEN gsql_error('Invalid input to PARSE_JSON: syntax error') END;

-- PARSE_JSON(s).
CREATE MACRO gsql_parse_json(s) AS
  gsql_json_parsed(s, 'Input number: ' || gsql_json_wide(gsql_json_bare(s)) || ' cannot round-trip through string representation');

-- PARSE_JSON(s, wide_number_mode => 'round').
CREATE MACRO gsql_parse_json_rounded(s) AS
  gsql_json_parsed(s, CASE WHEN regexp_matches(gsql_json_bare(s), '[0-9]{300}|[0-9][eE]') THEN 'number overflow parsing '''
    || list_filter(regexp_extract_all(gsql_json_bare(s), '-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?'), lambda n: isinf(CAST(n AS DOUBLE)))[1] || '''' END);

-- JSON_TYPE(j).
CREATE MACRO gsql_json_type(j) AS
  CASE json_type(j) WHEN 'OBJECT' THEN 'object' WHEN 'ARRAY' THEN 'array' WHEN 'VARCHAR' THEN 'string'
       WHEN 'BOOLEAN' THEN 'boolean' WHEN 'NULL' THEN 'null' WHEN NULL THEN NULL
       ELSE CASE WHEN j IS NOT NULL THEN 'number' END END;

-- BOOL(j).
CREATE MACRO gsql_json_to_bool(j) AS
  CASE WHEN json_type(j) = 'BOOLEAN' THEN TRY_CAST(j AS BOOLEAN)
       WHEN j IS NOT NULL THEN gsql_error('The provided JSON input is not a boolean') END;

-- STRING(j).
CREATE MACRO gsql_json_to_string(j) AS
  CASE WHEN json_type(j) = 'VARCHAR' THEN json_extract_string(j, '$')
       WHEN j IS NOT NULL THEN gsql_error('The provided JSON input is not a string') END;

-- INT64(j).
CREATE MACRO gsql_json_to_int64(j) AS
  CASE WHEN json_type(j) IN ('BIGINT', 'UBIGINT', 'DOUBLE') THEN
         CASE WHEN TRY_CAST(j AS DOUBLE) = trunc(TRY_CAST(j AS DOUBLE)) AND TRY_CAST(j AS BIGINT) IS NOT NULL
                THEN TRY_CAST(j AS BIGINT)
              ELSE gsql_error('The provided JSON number: ' || j || ' cannot be converted to an integer') END
       WHEN j IS NOT NULL THEN gsql_error('The provided JSON input is not an integer') END;

-- FLOAT64(j).
CREATE MACRO gsql_json_to_float64(j) AS
  CASE WHEN json_type(j) IN ('BIGINT', 'UBIGINT', 'DOUBLE') THEN TRY_CAST(j AS DOUBLE)
       WHEN j IS NOT NULL THEN gsql_error('The provided JSON input is not a number') END;

-- FLOAT64(j, wide_number_mode => 'exact').
CREATE MACRO gsql_json_exact_float64(j) AS
  CASE WHEN json_type(j) IN ('BIGINT', 'UBIGINT') AND TRY_CAST(j AS HUGEINT) NOT BETWEEN -9007199254740992 AND 9007199254740992
         THEN gsql_error('JSON number: ' || CAST(j AS VARCHAR) || ' cannot be converted to FLOAT64 without loss of precision')
       ELSE gsql_json_to_float64(j) END;

-- TO_JSON_STRING(STRING).
CREATE MACRO gsql_json_quote(s) AS gsql_json_escape(CAST(to_json(CAST(s AS VARCHAR)) AS VARCHAR));

-- TO_JSON_STRING(INT64): a string where a double would not hold it.
CREATE MACRO gsql_json_int64(n) AS
  CASE WHEN n BETWEEN -9007199254740992 AND 9007199254740992 THEN CAST(n AS VARCHAR) ELSE '"' || n || '"' END;

-- TO_JSON_STRING(FLOAT64): NaN and the infinities are strings.
CREATE MACRO gsql_json_float64(x) AS
  CASE WHEN isfinite(x) THEN gsql_float_text(x) WHEN isnan(x) THEN '"NaN"' WHEN x > 0 THEN '"Infinity"'
       WHEN x < 0 THEN '"-Infinity"' END;

-- Quotes the integers of a JSON text that a double would not hold.
CREATE MACRO gsql_json_quote_large(json) AS
  CASE WHEN regexp_matches(json, '[0-9]{16}')
       THEN array_to_string(list_transform(regexp_extract_all(json, '"(?:[^"\\]|\\.)*"|-?[0-9]+|[^"0-9-]+'), lambda token:
              CASE WHEN regexp_full_match(token, '-?[0-9]+') THEN gsql_json_int64(CAST(token AS BIGINT)) ELSE token END), '')
       ELSE json END;

-- TO_JSON_STRING of arrays and structs of STRING, BOOL and INT64.
CREATE MACRO gsql_json_plain(value) AS
  list_transform([gsql_json_escape(CAST(to_json(value) AS VARCHAR))], lambda json: gsql_json_quote_large(json))[1];

-- TO_JSON_STRING(NUMERIC).
CREATE MACRO gsql_json_numeric(x) AS
  CASE WHEN x = trunc(x) AND abs(x) <= 9007199254740992 THEN CAST(CAST(x AS BIGINT) AS VARCHAR)
       ELSE '"' || gsql_numeric_text(x) || '"' END;

-- TO_JSON(FLOAT64): a whole number keeps a point, zero no sign.
CREATE MACRO gsql_json_double(x) AS CASE WHEN isfinite(x) THEN gsql_json_number(x + 0) ELSE gsql_json_float64(x) END;

-- TO_JSON of a NUMERIC or BIGNUMERIC as text: whole numbers of 64 bits as they are, others as doubles.
CREATE MACRO gsql_json_decimal(s) AS
  CASE WHEN NOT contains(s, '.') AND coalesce(TRY_CAST(s AS HUGEINT) BETWEEN -9223372036854775808 AND 18446744073709551615, false)
       THEN s ELSE gsql_json_number(CAST(s AS DOUBLE)) END;

-- The same with stringify_wide_numbers: a string where a float would not hold it, and of integers that are not safe.
CREATE MACRO gsql_json_wide_decimal(s) AS
  CASE WHEN gsql_json_is_wide(s) OR (NOT contains(s, '.') AND abs(TRY_CAST(s AS HUGEINT)) > 9007199254740992)
         THEN '"' || s || '"' ELSE s END;

-- json.name.
CREATE MACRO gsql_json_member(j, name) AS
  CASE WHEN json_type(j) = 'OBJECT'
       THEN json_extract(j, '/' || replace(replace(name, '~', '~0'), '/', '~1')) END;

-- json[i].
CREATE MACRO gsql_json_element(j, i) AS
  CASE WHEN json_type(j) = 'ARRAY' AND i >= 0 THEN json_extract(j, '/' || i) END;

-- Whether JSON is a number.
CREATE MACRO gsql_json_is_number(j) AS json_type(j) IN ('BIGINT', 'UBIGINT', 'DOUBLE');

-- LAX_BOOL(j).
CREATE MACRO gsql_json_lax_bool(j) AS
  CASE WHEN json_type(j) = 'BOOLEAN' THEN CAST(j AS BOOLEAN)
       WHEN gsql_json_is_number(j) THEN CAST(j AS DOUBLE) != 0
       WHEN json_type(j) = 'VARCHAR' THEN gsql_text_bool(json_extract_string(j, '$')) END;

-- LAX_STRING(j).
CREATE MACRO gsql_json_lax_string(j) AS
  CASE WHEN json_type(j) = 'DOUBLE' THEN gsql_float_text(CAST(j AS DOUBLE))
       WHEN json_type(j) NOT IN ('OBJECT', 'ARRAY', 'NULL') THEN json_extract_string(j, '$') END;

-- LAX_FLOAT64(j).
CREATE MACRO gsql_json_lax_float64(j) AS
  CASE WHEN gsql_json_is_number(j) THEN CAST(j AS DOUBLE)
       WHEN json_type(j) = 'VARCHAR' THEN gsql_text_float64(json_extract_string(j, '$')) END;

-- LAX_INT64(j).
CREATE MACRO gsql_json_lax_int64(j) AS
  CASE WHEN json_type(j) = 'BOOLEAN' THEN CAST(CAST(j AS BOOLEAN) AS BIGINT)
       WHEN json_type(j) = 'BIGINT' OR json_type(j) = 'UBIGINT' THEN TRY_CAST(j AS BIGINT)
       WHEN json_type(j) = 'DOUBLE' THEN TRY_CAST(round(CAST(j AS DOUBLE)) AS BIGINT)
       WHEN json_type(j) = 'VARCHAR' AND NOT contains(lower(CAST(j AS VARCHAR)), 'x')
         THEN coalesce(gsql_text_int64(json_extract_string(j, '$')),
           TRY_CAST(round(gsql_text_float64(json_extract_string(j, '$'))) AS BIGINT)) END;
