-- The number that PARSE_NUMERIC reads, as text: a sign in front or behind, and commas between the digits.
CREATE MACRO gsql_parsed_number(s) AS
  CASE
    WHEN NOT regexp_matches(s, '[0-9]') THEN NULL
    WHEN regexp_full_match(s, '[ \t\n\v\f\r]*([+-]?)[ \t\n\v\f\r]*([0-9,]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?)[ \t\n\v\f\r]*')
    THEN regexp_replace(regexp_replace(s, '[ \t\n\v\f\r,]', '', 'g'), '^[+]', '')
    WHEN regexp_full_match(s, '[ \t\n\v\f\r]*([0-9,]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?)[ \t\n\v\f\r]*[+-][ \t\n\v\f\r]*')
    THEN CASE WHEN regexp_matches(s, '-[ \t\n\v\f\r]*$') THEN '-' ELSE '' END
      || regexp_replace(regexp_replace(s, '[ \t\n\v\f\r,]', '', 'g'), '[+-]$', '') END;

-- PARSE_NUMERIC(s).
CREATE MACRO gsql_parse_numeric(s) AS
  coalesce(TRY_CAST(gsql_parsed_number(s) AS DECIMAL(38, 9)),
    CASE WHEN s IS NOT NULL THEN gsql_error('Invalid input to PARSE_NUMERIC: "' || s || '"') END);
