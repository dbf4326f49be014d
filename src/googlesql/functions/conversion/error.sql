-- Fails with a message of GoogleSQL.
-- DuckDB's error() is volatile: it may not stand inside TRY, and it stops filters from being pushed down. A failing
-- cast is neither.
-- The type is NULL, which fits any branch of a CASE. Never a condition of a CASE: the optimiser would evaluate a
-- constant one at once.
CREATE MACRO gsql_error(message) AS list_extract([NULL], CAST(concat('GoogleSQL: ', message) AS BIGINT));

-- The same for a message with a value in it, and NULL if that is NULL: the value needs no test of its own, in which it
-- would be bound once more.
CREATE MACRO gsql_error_of(message) AS list_extract([NULL], CAST('GoogleSQL: ' || message AS BIGINT));
