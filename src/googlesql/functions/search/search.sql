-- Whether any of some truths holds: NULL where none does and any is unknown.
CREATE MACRO gsql_any_true(truths) AS
  CASE list_max(list_transform(truths, lambda truth: CASE truth WHEN true THEN 2 WHEN false THEN 0 ELSE 1 END))
    WHEN 2 THEN true WHEN 1 THEN NULL ELSE false END;

-- The query of SEARCH.
CREATE MACRO gsql_search_query(query) AS CASE WHEN query IS NOT NULL THEN query ELSE gsql_error('Argument 2 to SEARCH must be non-NULL') END;
