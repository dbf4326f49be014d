-- FORMAT('%10s').
CREATE MACRO gsql_pad_left(s, width) AS CASE WHEN length(s) < width THEN lpad(s, width, ' ') ELSE s END;

-- FORMAT('%-10s').
CREATE MACRO gsql_pad_right(s, width) AS CASE WHEN length(s) < width THEN rpad(s, width, ' ') ELSE s END;

-- FORMAT('%t') and ('%T') of FLOAT64.
CREATE MACRO gsql_format_float(x, is_literal) AS
  CASE WHEN is_literal AND NOT isfinite(x) THEN 'CAST("' || gsql_float_text(x) || '" AS FLOAT64)'
       WHEN regexp_full_match(gsql_float_text(x), '-?[0-9]+') THEN gsql_float_text(x) || '.0'
       ELSE gsql_float_text(x) END;

-- The inside of a string literal.
CREATE MACRO gsql_escaped(s) AS
  CASE WHEN regexp_matches(s, '[\x00-\x1f\x7f]') THEN
         array_to_string(list_transform(string_split(replace(s, '\', '\\'), ''), lambda c: CASE
           WHEN c = chr(10) THEN '\n' WHEN c = chr(9) THEN '\t' WHEN c = chr(13) THEN '\r'
           WHEN unicode(c) < 32 OR unicode(c) = 127 THEN printf('\x%02x', unicode(c)) ELSE c END), '')
       ELSE replace(s, '\', '\\') END;

-- FORMAT('%T') of STRING: single quotes only where they save escapes.
CREATE MACRO gsql_string_literal(s) AS
  CASE WHEN contains(s, '"') AND NOT contains(s, '''') THEN '''' || gsql_escaped(s) || ''''
       ELSE '"' || replace(gsql_escaped(s), '"', '\"') || '"' END;
