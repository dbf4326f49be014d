-- JSON text in which numbers that DuckDB would not give as they are written have become strings of a mark and the number.
CREATE MACRO file_exact_json(j) AS
  CASE WHEN regexp_matches(j, '[:,\[]\s*(?:-0\s*[,\]}]|-?(?:[0-9][0-9.]{15}|[0-9.]+[eE]))') THEN gsql_json_marked(j) ELSE j END;

-- The names of an object in lower case. The text of a name with an escape may change its case when it is read.
CREATE MACRO file_names(j) AS
  CASE WHEN contains(j, '\u') THEN list_transform(json_keys(j), lambda k: lower(k)) ELSE json_keys(lower(j)) END;

-- The names and the values of an object.
CREATE MACRO file_object(j, place) AS
  CASE WHEN starts_with(j, '{') THEN {'k': file_names(j), 'v': CAST(json_extract(j, '$.*') AS VARCHAR[])}
       WHEN j IS NOT NULL THEN file_error(place, 'must be an object', j) END;

-- The same, unless a name is there twice.
CREATE MACRO file_unique(o, place) AS
  CASE WHEN list_unique(o.k) < len(o.k) THEN file_error(place, 'has a name twice', CAST(o.k AS VARCHAR)) ELSE o END;

-- The value of an object's name; NULL if it is absent or null.
CREATE MACRO file_member(o, name) AS nullif(o.v[list_position(o.k, name)], 'null');

CREATE MACRO file_items(j) AS CAST(json_extract(j, '$[*]') AS VARCHAR[]);

-- The text of a number, as it is written where that matters; NULL for other values.
CREATE MACRO file_json_number(v) AS
  CASE WHEN starts_with(v, '"\u{fdd0}') THEN substring(v, 3, length(v) - 3) WHEN regexp_matches(v, '^-?[0-9]') THEN v END;

-- The text of a string; NULL for other values.
CREATE MACRO file_json_text(v) AS
  CASE WHEN starts_with(v, '"') AND NOT starts_with(v, '"\u{fdd0}') THEN json_extract_string(v, '$') END;

-- Whether a value is a number of so many digits that readers of JSON lose some.
CREATE MACRO file_json_is_wide(v) AS coalesce(file_digits(file_json_number(v)) > 15, false);

CREATE MACRO file_json_bool(v) AS
  CASE WHEN v = 'true' THEN true WHEN v = 'false' THEN false ELSE gsql_text_bool(file_json_text(v)) END;

CREATE MACRO file_safe_int64(n) AS CASE WHEN n BETWEEN -9007199254740992 AND 9007199254740992 THEN n END;

CREATE MACRO file_json_int64(v) AS
  CASE WHEN file_json_number(v) IS NOT NULL THEN file_safe_int64(file_text_int64(file_json_number(v)))
       ELSE file_text_int64(file_json_text(v)) END;

CREATE MACRO file_json_float64(v) AS
  file_text_float64(CASE WHEN v IN ('NaN', 'Infinity', '-Infinity') THEN v ELSE coalesce(file_json_number(v), file_json_text(v)) END);

CREATE MACRO file_json_numeric(v) AS
  CASE WHEN NOT file_json_is_wide(v) THEN file_text_numeric(coalesce(file_json_number(v), file_json_text(v))) END;

CREATE MACRO file_json_bignumeric(v) AS
  CASE WHEN NOT file_json_is_wide(v) THEN file_text_bignumeric(coalesce(file_json_number(v), file_json_text(v))) END;

-- The digits of whole numbers too.
CREATE MACRO file_json_string(v) AS
  CASE WHEN regexp_full_match(file_json_number(v), '-?[0-9]+') THEN file_json_number(v) ELSE file_json_text(v) END;

CREATE MACRO file_json_json(v) AS file_text_json(gsql_json_unmarked(v));

-- A value as it is written, for messages.
CREATE MACRO file_json_plain(v) AS gsql_json_unmarked(CAST(v AS VARCHAR));
