--- SET leaves the alias of the table as it was
FROM (SELECT 2 AS x, 3 AS y) AS t |> SET x = x * x, y = 8 |> SELECT t.x AS original_x, x, y
--=
SELECT 2 AS original_x, 4 AS x, 8 AS y
--- SET leaves the columns of the alias
FROM (SELECT 2 AS x, 3 AS y) AS t |> SET x = 9 |> SELECT t.*, TO_JSON_STRING(t) AS j
--=
SELECT 2 AS x, 3 AS y, '{"x":2,"y":3}' AS j
--- a filter by the alias after SET
FROM (SELECT 2 AS x, 3 AS y) AS t |> SET x = x * x |> WHERE t.x = 2
--=
SELECT 4 AS x, 3 AS y
--- a column may have the name of the alias
FROM (SELECT 1 AS t, 2 AS u) AS t |> SET t = 5 |> EXTEND t + u AS s
--=
SELECT 5 AS t, 2 AS u, 7 AS s
--- DROP leaves the column under the alias
FROM (SELECT 1 AS x, 2 AS y) AS t |> DROP x |> SELECT t.x AS original_x, y
--=
SELECT 1 AS original_x, 2 AS y
--- RENAME leaves the old name under the alias
SELECT 1 AS x, 2 AS y, 3 AS z |> AS t |> RENAME y AS renamed_y |> SELECT *, t.y AS t_y
--=
SELECT 1 AS x, 2 AS renamed_y, 3 AS z, 2 AS t_y
--- EXTEND adds no column to the alias
FROM (SELECT 1 AS x) AS t |> EXTEND 2 AS y |> SELECT t.*, y
--=
SELECT 1 AS x, 2 AS y
--- the names of both sides after EXTEND over a join with an array
FROM edge_logs AS l |> CROSS JOIN UNNEST(metadata) AS m |> CROSS JOIN UNNEST(m.request) AS r |> EXTEND CONCAT(r.method, '!') AS shout |> WHERE m.request IS NOT NULL |> SELECT l.id, r.method, shout
--=
SELECT l.id, r.method, CONCAT(r.method, '!') AS shout FROM edge_logs AS l CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r
--- the names of both sides after ORDER BY and LIMIT
FROM pgbouncer_logs AS l |> CROSS JOIN UNNEST(l.metadata) AS m |> ORDER BY l.id, m.host |> LIMIT 3 |> AGGREGATE MAX(m.host) AS h GROUP BY l.id AS i DESC
--=
SELECT l.id AS i, MAX(m.host) AS h FROM (SELECT l.id, m.host FROM pgbouncer_logs AS l, l.metadata AS m ORDER BY l.id, m.host LIMIT 3) AS l, UNNEST([STRUCT(l.host)]) AS m GROUP BY l.id ORDER BY i DESC
--- an array of a table before EXTEND
FROM pgbouncer_logs AS l |> EXTEND 1 AS one |> SET id = 'x' |> CROSS JOIN l.metadata AS m |> SELECT l.id, id AS x, m.host, one
--=
SELECT l.id, 'x' AS x, m.host, 1 AS one FROM pgbouncer_logs AS l CROSS JOIN l.metadata AS m
--- DISTINCT keeps the names of the columns that are left
FROM (SELECT 1 AS a, 2 AS b UNION ALL SELECT 1, 3) AS t |> EXTEND 5 AS c |> DROP b |> DISTINCT |> SELECT t.a, c
--=
SELECT 1 AS a, 5 AS c
--- a filter with a window function
FROM (SELECT 1 AS a UNION ALL SELECT 2) AS t |> EXTEND 5 AS b |> WHERE RANK() OVER (ORDER BY t.a DESC) = 1 |> SELECT t.a, b
--=
SELECT 2 AS a, 5 AS b
--- the row of an array of structs stays one column
FROM UNNEST([STRUCT(1 AS a, 2 AS b)]) AS m, UNNEST([3]) AS n WITH OFFSET |> SET n = 'x' |> EXTEND a + b AS c |> WHERE m.a = 1
--=
SELECT STRUCT(1 AS a, 2 AS b) AS m, 'x' AS n, 0 AS offset, 3 AS c
--- the fields of a row that is dropped are gone
FROM UNNEST([STRUCT(1 AS a, 2 AS b)]) AS m, UNNEST([3]) AS n |> DROP m |> EXTEND n AS c
--=
SELECT 3 AS n, 3 AS c
--- an array of rows
SELECT ARRAY(FROM UNNEST([STRUCT(1 AS a)]) AS m |> WHERE m.a = 1) AS x
--=
SELECT [STRUCT(1 AS a)] AS x
--- a join after SET
FROM (SELECT 1 AS k, 2 AS v) AS t |> SET v = 3 |> LEFT JOIN (SELECT 1 AS k, 4 AS w) AS u ON t.k = u.k |> SELECT t.v AS before, v, u.w
--=
SELECT 2 AS before, 3 AS v, 4 AS w
--- PIVOT by the alias after DROP
FROM (SELECT 'a' AS p, 'q' AS q, 1 AS n, 5 AS z) AS t |> DROP z |> PIVOT(SUM(t.n) FOR t.q IN ('q', 'r'))
--=
SELECT 'a' AS p, 1 AS q, CAST(NULL AS INT64) AS r
--- the names are gone after SELECT
FROM (SELECT 1 AS a) AS t |> SET a = 2 |> SELECT a |> AS t |> SELECT t.a
--=
SELECT 2 AS a
--- SELECT AS STRUCT
SELECT ARRAY(FROM (SELECT 1 AS a, 2 AS b) AS t |> SET b = 5 |> SELECT AS STRUCT t.*, b AS c) AS x
--=
SELECT [STRUCT(1 AS a, 2 AS b, 5 AS c)] AS x
--- AGGREGATE with grouping sets
FROM UNNEST([STRUCT(1 AS x, 'a' AS y), (1, 'b'), (2, 'a')]) |> AGGREGATE COUNT(*) AS n, GROUPING(x) AS g GROUP BY GROUPING SETS((x), ROLLUP(X, y)) |> ORDER BY x, y, n
--=
SELECT x, y, n, g FROM UNNEST([STRUCT(CAST(NULL AS INT64) AS x, CAST(NULL AS STRING) AS y, 3 AS n, 1 AS g), (1, NULL, 2, 0), (1, NULL, 2, 0), (1, 'a', 1, 0), (1, 'b', 1, 0), (2, NULL, 1, 0), (2, NULL, 1, 0), (2, 'a', 1, 0)]) ORDER BY x, y, n
--- ORDER BY a table's name alone
FROM (SELECT 2 AS w UNION ALL SELECT 1) AS a |> CROSS JOIN (SELECT 3 AS i) AS c |> RENAME w AS x |> ORDER BY c.i, a.w
--=
SELECT x, i FROM UNNEST([STRUCT(1 AS x, 3 AS i), (2, 3)]) ORDER BY x
--- a subquery of AGGREGATE reads a key
FROM (SELECT 1 AS k, 'a' AS v UNION ALL SELECT 2, 'b' UNION ALL SELECT 3, 'a') AS t |> AGGREGATE SUM(k) + (SELECT LENGTH(t.v)) AS n GROUP BY v
--=
SELECT v, SUM(k) + 1 AS n FROM (SELECT 1 AS k, 'a' AS v UNION ALL SELECT 2, 'b' UNION ALL SELECT 3, 'a') AS t GROUP BY v
