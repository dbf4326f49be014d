-- A match of MATCH_RECOGNIZE, of the number of its first row and the letters of its symbols.
CREATE MACRO gsql_match(parts) AS struct_pack("first" := CAST(parts[1] AS BIGINT), symbols := CASE WHEN parts[2] = '' THEN [] ELSE string_split(parts[2], '') END);
