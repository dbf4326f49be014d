-- The elements %z and %Ez.
CREATE MACRO gsql_zone_digits(us, separator) AS
  CASE WHEN us < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(us) // 3600000000 AS VARCHAR), 2, '0')
    || separator || lpad(CAST(abs(us) // 60000000 % 60 AS VARCHAR), 2, '0');

-- The element %Z.
CREATE MACRO gsql_zone_name(us) AS
  'UTC' || CASE WHEN abs(us) < 60000000 THEN ''
    WHEN us % 3600000000 = 0 THEN CASE WHEN us < 0 THEN '-' ELSE '+' END || abs(us) // 3600000000
    ELSE gsql_zone_digits(us, '') END;
