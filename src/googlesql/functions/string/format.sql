-- FORMAT('%10.3s'): of so many letters, if that is not negative, and filled to a width, on the right if that is
-- negative.
CREATE MACRO gsql_format_text(s, width, letters) AS
  list_transform([CASE WHEN letters < 0 THEN s WHEN letters >= 0 THEN left(s, letters) END], lambda cut:
    CASE WHEN abs(width) > 131072 THEN gsql_error('Output of FORMAT exceeds max allowed output size of 128KB')
         WHEN length(cut) >= abs(width) THEN cut
         WHEN width < 0 THEN rpad(cut, CAST(-width AS INTEGER), ' ')
         ELSE lpad(cut, CAST(width AS INTEGER), ' ') END)[1];

-- A width or precision that is an argument; the error is not left to the function that writes the number, which DuckDB
-- evaluates for filtered rows too.
CREATE MACRO gsql_format_size(n, most) AS
  CASE WHEN abs(n) <= most THEN n
       WHEN n IS NOT NULL THEN gsql_error(CASE most WHEN 1074 THEN 'Precision value is too big1074'
         ELSE 'Output of FORMAT exceeds max allowed output size of 128KB' END) END;

-- FORMAT('%.2f') of NUMERIC, rounded to a DECIMAL of so many digits behind the point.
CREATE MACRO gsql_format_decimal(x, rounded) AS
  CASE WHEN x < 0 AND rounded = 0 THEN '-' ELSE '' END || CAST(rounded AS VARCHAR);

-- FORMAT of FLOAT64. From 10^60 on, DuckDB's printf writes zeros for most digits; it has another minus zero, too.
CREATE MACRO gsql_format_double(x, specifier) AS
  CASE WHEN abs(x) < 1e40 THEN printf(specifier, CASE WHEN x = 0 THEN CAST(0 AS DOUBLE) ELSE x END)
       ELSE gsql_format_number(CAST(x AS VARCHAR), specifier, 'FLOAT64') END;

-- FORMAT('%t') and ('%T') of FLOAT64.
CREATE MACRO gsql_format_float(x, is_literal) AS
  CASE WHEN is_literal AND NOT isfinite(x) THEN 'CAST("' || gsql_float_text(x) || '" AS FLOAT64)'
       WHEN x = 0 THEN CAST(x AS VARCHAR)
       WHEN regexp_full_match(gsql_float_text(x), '-?[0-9]+') THEN gsql_float_text(x) || '.0'
       ELSE gsql_float_text(x) END;

-- Text of which each letter is an escape of two digits.
CREATE MACRO gsql_hex_escaped(s) AS array_to_string(list_transform(string_split(s, ''), lambda c: printf('\x%02x', unicode(c))), '');

-- The inside of a string literal. Digits behind an escape of two digits would belong to it: they are escaped, too.
CREATE MACRO gsql_escaped(s) AS
  CASE WHEN regexp_matches(s, '[\x00-\x1f\x7f]') THEN
         array_to_string(list_transform(regexp_extract_all(replace(s, '\', '\\'), '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f][\x00-\x08\x0b\x0c\x0e-\x1f\x7f0-9A-Fa-f]*|[\t\n\r]|[^\x00-\x1f\x7f]+'), lambda k:
           CASE k WHEN chr(10) THEN '\n' WHEN chr(9) THEN '\t' WHEN chr(13) THEN '\r'
             ELSE CASE WHEN unicode(k) < 32 OR unicode(k) = 127 THEN gsql_hex_escaped(k) ELSE k END END), '')
       ELSE replace(s, '\', '\\') END;

-- A literal of escaped text: single quotes only where they save escapes.
CREATE MACRO gsql_quoted(s) AS
  CASE WHEN contains(s, '"') AND NOT contains(s, '''') THEN '''' || s || '''' ELSE '"' || replace(s, '"', '\"') || '"' END;

-- FORMAT('%T') of STRING.
CREATE MACRO gsql_string_literal(s) AS gsql_quoted(gsql_escaped(s));

-- BYTES as text, but for quotes.
CREATE MACRO gsql_escaped_bytes(b) AS
  array_to_string(list_transform(string_split(gsql_text_of_bytes(b), ''), lambda c:
    CASE WHEN c = '\' THEN '\\' WHEN unicode(c) BETWEEN 32 AND 126 OR c = '' THEN c ELSE printf('\x%02x', unicode(c)) END), '');
