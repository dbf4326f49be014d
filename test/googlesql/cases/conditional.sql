--- case forms
SELECT x, CASE WHEN x < 2 THEN 'low' WHEN x < 4 THEN 'mid' ELSE 'high' END AS a, CASE x WHEN 1 THEN 'one' WHEN 2 THEN 'two' END AS b, CASE WHEN x > 2 THEN x END AS c FROM UNNEST([1, 2, 3, 4, NULL]) AS x
--- case with mixed numbers
SELECT CASE WHEN x = 1 THEN 1 ELSE 2.5 END AS y FROM UNNEST([1, 2]) AS x
--- case evaluates lazily
SELECT CASE WHEN x = 0 THEN NULL ELSE 10 / x END AS y, IF(x = 0, 0, DIV(10, x)) AS z FROM UNNEST([0, 5]) AS x
--- case with null operand
SELECT CASE NULL WHEN NULL THEN 1 ELSE 2 END AS a, CASE WHEN NULL THEN 1 ELSE 2 END AS b
--- if, ifnull, nullif, coalesce
SELECT IF(TRUE, 1, 2) AS a, IF(NULL, 1, 2) AS b, IFNULL(NULL, 3) AS c, NULLIF(1, 1) AS d, NULLIF(1, 2) AS e, COALESCE(NULL, NULL, 'x') AS f, NULLIF('a', NULL) AS g, IF(FALSE, 1, NULL) AS h
--- in lists with nulls
SELECT 1 IN (1, NULL) AS a, 2 IN (1, NULL) AS b, NULL IN (1) AS c, 2 NOT IN (1, 3) AS d, 2 NOT IN (1, NULL) AS e, 'a' IN ('a', 'b') AS f
--- in unnest
SELECT 1 IN UNNEST([1, 2]) AS a, 3 IN UNNEST([1, NULL]) AS b, 1 IN UNNEST(ARRAY<INT64>[]) AS c, 'x' IN UNNEST(SPLIT('x,y')) AS d, NULL IN UNNEST([1]) AS e, 5 NOT IN UNNEST([1, 2]) AS f, 1 IN UNNEST(CAST(NULL AS ARRAY<INT64>)) AS g
--- between
SELECT 2 BETWEEN 1 AND 3 AS a, 2 NOT BETWEEN 3 AND 1 AS b, NULL BETWEEN 1 AND 2 AS c, 5 BETWEEN NULL AND 3 AS d, 'b' BETWEEN 'a' AND 'c' AS e
--- null logic
SELECT NULL AND FALSE AS a, NULL OR TRUE AS b, NOT CAST(NULL AS BOOL) AS c, NULL AND TRUE AS d, NULLIF(1, 1) = 1 AS e, CAST(NULL AS INT64) != 1 AS f
--- is operators
SELECT NULL IS NULL AS a, 1 IS NOT NULL AS b, TRUE IS TRUE AS c, NULL IS FALSE AS d, FALSE IS NOT TRUE AS e, NULL IS UNKNOWN AS f, TRUE IS NOT UNKNOWN AS g
--- is distinct from
SELECT NULL IS DISTINCT FROM NULL AS a, 1 IS DISTINCT FROM NULL AS b, 1 IS NOT DISTINCT FROM 1 AS c, 'a' IS DISTINCT FROM 'b' AS d
--- equality of structs
SELECT STRUCT(1, 'a') = STRUCT(1, 'a') AS a, (1, 2) = (1, 3) AS b, (1, NULL) = (1, NULL) AS c, (1, 2) != (1, 3) AS d, (1, 2) IN ((1, 2), (3, 4)) AS e
--- nulls in conditions drop rows
SELECT id FROM edge_logs WHERE project != 'alpha'
--- not over null
SELECT id FROM edge_logs WHERE NOT (project = 'alpha')
--- or with nulls
SELECT id FROM edge_logs WHERE project = 'beta' OR identifier IS NULL
--- nullifzero and zeroifnull
SELECT NULLIFZERO(0) AS a, ZEROIFNULL(NULL) AS b
--- case over severities
SELECT p.error_severity, CASE WHEN p.error_severity IN ('ERROR', 'FATAL', 'PANIC') THEN 'error' WHEN p.error_severity = 'WARNING' THEN 'warning' WHEN p.error_severity IS NULL THEN 'none' ELSE 'success' END AS level, COUNT(*) AS n FROM postgres_logs AS t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.parsed) AS p GROUP BY 1, 2
--- nested ifs
SELECT id, IF(ARRAY_LENGTH(metadata) = 0, 'empty', IF(ARRAY_LENGTH(metadata) > 1, 'many', 'one')) AS k FROM function_logs ORDER BY id
--- case branches that do not meet
SELECT CASE WHEN TRUE THEN 1 ELSE 'x' END
--- if with a condition that is no boolean
SELECT IF(1, 2, 3)
--- in with types that do not meet
SELECT 1 IN ('a')
--- equality of types that do not meet
SELECT id = 1 FROM edge_logs
--- with expression
SELECT WITH(a AS 2, b AS a + 1, a * b) AS r
--- with expression over rows
SELECT id, WITH(n AS LENGTH(event_message), twice AS n * 2, s AS STRUCT(n AS a, [twice, n] AS b), s.b[OFFSET(0)] + s.a + n) AS r FROM pgbouncer_logs WHERE WITH(n AS LENGTH(id), n > 0 OR n IS NULL) ORDER BY id
--- with expression with a name twice
SELECT WITH(x AS x + 1, x AS x * 10, x) AS r FROM UNNEST([1, 2, NULL]) AS x
--- with expression whose name hides a column
SELECT WITH(x AS x + 1, x * x) AS r, WITH(a AS [x, x + 1], n AS ARRAY_LENGTH(a), n) AS n FROM UNNEST([1, 2, NULL]) AS x
--- with expression in a conditional and in itself
SELECT IF(x > 1, WITH(y AS 1 / (x - 1), z AS WITH(y AS y + 1, y * 2), y + z), NULL) AS r, COUNT(*) OVER (PARTITION BY WITH(m AS MOD(x, 2), m)) AS n FROM UNNEST([1, 2, 3]) AS x
--- with expression around aggregates
SELECT WITH(s AS SUM(x), n AS COUNT(*), s / n) AS r FROM UNNEST([1, 2, 6]) AS x
--- with expression of an aggregate in its result
SELECT WITH(a AS 1, SUM(x)) AS r FROM UNNEST([1, 2]) AS x
--- with expression of a window function in its result
SELECT WITH(a AS x, ROW_NUMBER() OVER (ORDER BY x)) AS r FROM UNNEST([1, 2]) AS x
--- with expression without a name
SELECT WITH(1)
