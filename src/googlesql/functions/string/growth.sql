-- Functions that can make much of little refuse more than 128 KiB (131 072 bytes). DuckDB computes 2048 rows at a time and
-- does not count their texts in its memory limit: with the megabyte that the reference allows, one call would take 2 GB.

-- REPLACE(s, part, fresh) of at most 128 KiB. The first bound is enough nearly always; only behind it
-- are the occurrences counted.
CREATE MACRO gsql_replace(s, part, fresh) AS
  CASE WHEN strlen(fresh) <= strlen(part) OR strlen(s) * strlen(fresh) <= 131072 * greatest(strlen(part), 1)
         THEN replace(s, part, fresh)
       WHEN strlen(s) + (strlen(s) - strlen(replace(s, part, ''))) // strlen(part) * (strlen(fresh) - strlen(part)) <= 131072
         THEN replace(s, part, fresh)
       WHEN strlen(s) + strlen(part) + strlen(fresh) IS NOT NULL THEN gsql_error('Output of REPLACE exceeds max allowed output size of 128KB') END;

-- The most that a rewrite can add: every reference may repeat all of the match.
CREATE MACRO gsql_regexp_growth(s, rewrite) AS
  strlen(rewrite) + strlen(s) * (1 + strlen(rewrite) - strlen(replace(rewrite, '\', '')));

-- REGEXP_REPLACE(s, pattern, rewrite) of at most 128 KiB.
CREATE MACRO gsql_regexp_replace(s, pattern, rewrite) AS
  CASE WHEN (strlen(s) + 1) * gsql_regexp_growth('', rewrite) + gsql_regexp_growth(s, rewrite) <= 131072
         OR len(regexp_extract_all(s, pattern)) * strlen(rewrite) + gsql_regexp_growth(s, rewrite) <= 131072
         OR strlen(rewrite) = 0
         THEN regexp_replace(s, pattern, rewrite, 'g')
       WHEN strlen(s) + strlen(pattern) + strlen(rewrite) IS NOT NULL THEN gsql_error('Output of REGEXP_REPLACE exceeds max allowed output size of 128KB') END;

-- SPLIT(s, delimiter) into at most 8192 items: each takes 16 bytes of its own, so that 2048 rows take 300 MB.
CREATE MACRO gsql_split_text(s, delimiter) AS
  CASE WHEN strlen(s) <= 8192 * greatest(strlen(delimiter), 1) THEN string_split(s, delimiter)
       WHEN (CASE WHEN delimiter = '' THEN length(s)
                  ELSE (strlen(s) - strlen(replace(s, delimiter, ''))) // strlen(delimiter) END) < 8192
         THEN string_split(s, delimiter)
       WHEN strlen(s) + strlen(delimiter) IS NOT NULL
         THEN gsql_error('Output of SPLIT exceeds 8192 elements') END;

-- TO_HEX(b).
CREATE MACRO gsql_to_hex(b) AS
  CASE WHEN octet_length(b) <= 131072 // 2 THEN lower(hex(b)) WHEN b IS NOT NULL THEN gsql_error('Output of TO_HEX exceeds max allowed output size of 128KB') END;

-- Items and separators as one text. array_to_string() wants a constant separator, and list_reduce() would copy the
-- text for each item.
CREATE MACRO gsql_joined(list, separator) AS
  CASE WHEN len(list) * strlen(separator) > 8 * 131072 THEN gsql_error('Output of ARRAY_TO_STRING exceeds max allowed output size of 128KB')
       ELSE substring(array_to_string(flatten(list_transform(list, lambda item: [separator, item])), ''), length(separator) + 1) END;
