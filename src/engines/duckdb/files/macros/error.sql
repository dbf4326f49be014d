-- Fails with a problem of a file's column, for the operator's log alone. By a failing cast and not by error(), which is
-- volatile: it may not stand inside TRY, and it stops filters from being pushed down. The type is NULL, which fits any
-- branch of a CASE.
CREATE MACRO file_error(place, problem, given) AS
  list_extract([NULL], CAST(concat('fieldstone-data:', CAST(json_object('column', place, 'problem', problem,
    'value', left(CAST(given AS VARCHAR), 100)) AS VARCHAR)) AS BIGINT));
