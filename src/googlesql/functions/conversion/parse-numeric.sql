-- PARSE_NUMERIC(s): a sign in front or behind, and commas between the digits.
CREATE MACRO gsql_parse_numeric(s) AS
  coalesce(CASE
    WHEN NOT regexp_matches(s, '[0-9]') THEN NULL
    WHEN regexp_full_match(s, '[ \t\n\v\f\r]*([+-]?)[ \t\n\v\f\r]*([0-9,]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?)[ \t\n\v\f\r]*')
    THEN TRY_CAST(regexp_replace(regexp_replace(s, '[ \t\n\v\f\r,]', '', 'g'), '^[+]', '') AS DECIMAL(38, 9))
    WHEN regexp_full_match(s, '[ \t\n\v\f\r]*([0-9,]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?)[ \t\n\v\f\r]*[+-][ \t\n\v\f\r]*')
    THEN TRY_CAST(CASE WHEN regexp_matches(s, '-[ \t\n\v\f\r]*$') THEN '-' ELSE '' END
      || regexp_replace(regexp_replace(s, '[ \t\n\v\f\r,]', '', 'g'), '[+-]$', '') AS DECIMAL(38, 9)) END,
    CASE WHEN s IS NOT NULL THEN gsql_error('Invalid input to PARSE_NUMERIC: "' || s || '"') END);
