-- DuckDB has its own words for a pattern that ends with its escape.
CREATE MACRO gsql_like_pattern(pattern) AS
  CASE WHEN length(regexp_extract(pattern, '\\*$')) % 2 = 1
       THEN gsql_error('LIKE pattern ends with a backslash') ELSE pattern END;

-- A character that stands for itself in a regular expression.
CREATE MACRO gsql_quote_regexp(c) AS
  CASE WHEN regexp_full_match(c, '(?s)[0-9A-Za-z_]|[^\x00-\x7f]') THEN c ELSE '\' || c END;

-- The regular expression of a LIKE pattern.
CREATE MACRO gsql_like_regexp(pattern) AS
  '(?s)' || array_to_string(list_transform(regexp_extract_all(pattern, '(?s)\\?.'), lambda c:
    CASE WHEN c = '%' THEN '.*' WHEN c = '_' THEN '.' ELSE gsql_quote_regexp(c[-1]) END), '');

-- s LIKE pattern of a pattern that is no literal. DuckDB's own matching of several % is exponential and heeds no
-- interrupt; RE2 takes a step for each letter of the text and the pattern, hence the bound.
CREATE MACRO gsql_like(s, pattern) AS
  CASE WHEN strlen(pattern) - strlen(replace(pattern, '%', '')) < 2
         THEN s LIKE gsql_like_pattern(pattern) ESCAPE '\'
       WHEN strlen(s) * strlen(pattern) > 1000000
         THEN gsql_error('LIKE with several wildcards is not supported for texts of this length')
       ELSE regexp_full_match(s, gsql_like_regexp(gsql_like_pattern(pattern))) END;

-- Whether any, or every one, of several verdicts holds; without verdicts (NULL) none does, and all do.
CREATE MACRO gsql_any_of(verdicts) AS
  CASE WHEN verdicts IS NULL THEN false WHEN list_contains(verdicts, true) THEN true
       WHEN list_count(verdicts) < len(verdicts) THEN NULL ELSE false END;
CREATE MACRO gsql_all_of(verdicts) AS
  CASE WHEN verdicts IS NULL THEN true WHEN list_contains(verdicts, false) THEN false
       WHEN list_count(verdicts) < len(verdicts) THEN NULL ELSE true END;

-- s LIKE ANY or ALL UNNEST(patterns); NOT turns each verdict round.
CREATE MACRO gsql_like_any(s, patterns, negated) AS
  gsql_any_of(list_transform(CAST(patterns AS VARCHAR[]), lambda p: gsql_like(s, p) != negated));
CREATE MACRO gsql_like_all(s, patterns, negated) AS
  gsql_all_of(list_transform(CAST(patterns AS VARCHAR[]), lambda p: gsql_like(s, p) != negated));
CREATE MACRO gsql_like_bytes_any(s, patterns, negated) AS
  gsql_like_any(gsql_text_of_bytes(s), list_transform(CAST(patterns AS BLOB[]), lambda b: gsql_text_of_bytes(b)), negated);
CREATE MACRO gsql_like_bytes_all(s, patterns, negated) AS
  gsql_like_all(gsql_text_of_bytes(s), list_transform(CAST(patterns AS BLOB[]), lambda b: gsql_text_of_bytes(b)), negated);
