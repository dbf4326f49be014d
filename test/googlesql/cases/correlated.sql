--- left join with a correlated right side
WITH t AS (SELECT 1 AS k UNION ALL SELECT 2) SELECT o.k, (SELECT COUNT(*) FROM t AS a LEFT JOIN (SELECT q.k FROM t AS q WHERE q.k < o.k) AS b ON a.k = b.k WHERE a.k >= o.k) AS n FROM t AS o ORDER BY k
--- left join whose padded side reads the outer column
WITH t AS (SELECT 1 AS k UNION ALL SELECT 2) SELECT o.k, (SELECT SUM(b.w) FROM t AS a LEFT JOIN (SELECT q.k, o.k AS w FROM t AS q WHERE q.k = 2) AS b ON a.k = b.k) AS n FROM t AS o ORDER BY k
--- right join with a correlated condition
WITH t AS (SELECT 1 AS k, 0 AS w UNION ALL SELECT 2, 1), u AS (SELECT 2 AS k, 3 AS w UNION ALL SELECT 3, 3) SELECT t.k, EXISTS (SELECT 1 FROM u AS a RIGHT JOIN u AS b ON a.w = t.w WHERE b.k > t.w) AS e FROM t ORDER BY k
--- full join below a correlated filter
WITH t AS (SELECT 1 AS k UNION ALL SELECT 2), u AS (SELECT 2 AS k UNION ALL SELECT 3) SELECT t.k, (SELECT COUNT(*) FROM u AS a FULL JOIN t AS b ON a.k = b.k WHERE a.k > t.k) AS n FROM t ORDER BY k
--- full join with a correlated condition
WITH t AS (SELECT 1 AS k UNION ALL SELECT 2) SELECT o.k, ARRAY(SELECT IFNULL(a.k, 0) * 10 + IFNULL(b.k, 0) FROM t AS a FULL JOIN t AS b ON a.k = b.k AND a.k > o.k ORDER BY 1) AS n FROM t AS o ORDER BY k
--- full join with a subquery in its condition
WITH t AS (SELECT 1 AS k UNION ALL SELECT 2), u AS (SELECT 2 AS k UNION ALL SELECT 3) SELECT a.k AS x, b.k AS y FROM t AS a FULL JOIN u AS b ON a.k = b.k AND a.k IN (SELECT k FROM u) ORDER BY 1, 2
--- subquery in a branch that is not taken
WITH t AS (SELECT 0 AS a UNION ALL SELECT 2) SELECT a, CASE WHEN a = 0 THEN 0 ELSE (SELECT MAX(10 / t.a) FROM t AS u) END AS r, CASE a WHEN 0 THEN 0 WHEN 2 THEN (SELECT MAX(10 / t.a) FROM t AS u) END AS s FROM t ORDER BY a
--- subqueries in nested conditions
WITH t AS (SELECT 0 AS a UNION ALL SELECT 2) SELECT a, IF(a = 0, 7, IF(10 / a > 3, (SELECT MAX(10 / t.a) FROM t AS u WHERE 1 / t.a > 0), 1)) AS x, COALESCE(IF(a = 0, 1, NULL), (SELECT 10 / t.a FROM t AS u WHERE u.a = t.a)) AS y FROM t ORDER BY a
--- subquery in a condition of WHERE
WITH t AS (SELECT 0 AS a UNION ALL SELECT 2) SELECT a FROM t WHERE IF(a = 0, TRUE, (SELECT MAX(10 / t.a) FROM t AS u) > 1) ORDER BY a
--- scalar subquery of many rows in a branch that is not taken
WITH t AS (SELECT 0 AS a UNION ALL SELECT 2) SELECT a, IF(a = 5, (SELECT u.a FROM t AS u), 7) AS x FROM t ORDER BY a
--- scalar subquery of many rows in a branch that is taken
WITH t AS (SELECT 0 AS a UNION ALL SELECT 2) SELECT a, IF(a = 0, 7, (SELECT u.a FROM t AS u)) AS x FROM t
--- scalar subqueries where errors are caught
WITH t AS (SELECT 0 AS a UNION ALL SELECT 1) SELECT IFERROR((SELECT a FROM t WHERE a = o.a), -1) AS r, IFERROR((SELECT a FROM t), -1) AS s, ISERROR((SELECT a FROM t)) AS e, NULLIFERROR((SELECT a FROM t WHERE a < o.a)) AS n, IFERROR(1 / (SELECT MIN(a) FROM t), 5) AS d FROM t AS o ORDER BY r
--- errors of the rows of subqueries are caught
WITH t AS (SELECT x FROM UNNEST([2, 0, 3, NULL]) AS x) SELECT x, IFERROR((SELECT COUNT(*) FROM t WHERE 1 / t.x > o.x), -1) AS f, IFERROR((SELECT AVG(1 / o.x) FROM t WHERE t.x > o.x), -1) AS g, ISERROR(EXISTS(SELECT 1 FROM t WHERE 1 / t.x > o.x AND o.x > 2)) AS e, NULLIFERROR(ARRAY(SELECT 1 / t.x FROM t WHERE t.x >= o.x ORDER BY 1)) AS l, ISERROR(x IN (SELECT DIV(6, t.x) FROM t WHERE t.x > o.x)) AS i, IFERROR(DIV(6, x) IN (SELECT t.x FROM t WHERE t.x > 0), FALSE) AS j FROM t AS o ORDER BY x
--- errors of groups, sums and nested subqueries are caught
WITH t AS (SELECT x FROM UNNEST([2, 0, 3]) AS x), b AS (SELECT x FROM UNNEST([9223372036854775807, 1]) AS x) SELECT x, IFERROR((SELECT MAX(s) FROM (SELECT DIV(x, 2) AS k, SUM(1 / x) AS s FROM t WHERE t.x >= o.x GROUP BY k HAVING SUM(1 / x) > 0)), -1) AS g, IFERROR((SELECT SUM(b.x) FROM b), o.x) AS s, IFERROR((SELECT SUM(b.x) FROM b WHERE b.x < o.x), -1) AS fits, IFERROR((WITH u AS (SELECT x FROM t) SELECT SUM((SELECT SUM(1 / t.x) FROM t WHERE t.x >= u.x)) FROM u WHERE u.x > o.x), -1) AS n, IF(x > 0, IFERROR((SELECT STRING_AGG(CAST(DIV(6, x) AS STRING)) FROM t), 'f'), 'e') AS b FROM t AS o ORDER BY x
--- errors of subqueries in ORDER BY, ON and UNNEST are caught
WITH t AS (SELECT x FROM UNNEST([2, 0, 3]) AS x) SELECT o.x, p.x AS p, y FROM t AS o JOIN t AS p ON IFERROR((SELECT SUM(1 / t.x) FROM t WHERE t.x >= o.x), 2) < p.x, UNNEST(IFERROR((SELECT ARRAY_AGG(DIV(6, t.x)) FROM t WHERE t.x = p.x), [7])) AS y ORDER BY IFERROR((SELECT SUM(1 / t.x) FROM t WHERE t.x >= o.x), 7), p.x
--- constants as sort keys
SELECT x, 'edge' AS source, TRUE AS b, 1.5 AS f FROM UNNEST([2, 1]) AS x ORDER BY source, b, f, x
--- constants as sort keys of aggregates
SELECT STRING_AGG(a ORDER BY s, a) AS x FROM (SELECT a, 'x' AS s FROM UNNEST(['b', 'a']) AS a)
--- tuples with a NULL among the rows of a subquery
WITH t AS (SELECT 'a' AS id UNION ALL SELECT NULL) SELECT id, (id, 'x') IN (SELECT AS STRUCT s, 'x' FROM UNNEST(['a', 'b']) AS s) AS a, (id, CAST(NULL AS STRING)) NOT IN (SELECT AS STRUCT s, 'x' FROM UNNEST(['b', 'c']) AS s) AS b, (id, 1) IN (SELECT AS STRUCT s, 1 FROM UNNEST(['z']) AS s WHERE s = id) AS c FROM t ORDER BY id
--- an aggregate over nothing in a full join
SELECT o, (SELECT COUNT(*) FROM (SELECT MAX(x) AS c FROM UNNEST([1]) AS x WHERE x > o) AS a FULL JOIN (SELECT o AS d) AS b ON a.c = b.d) AS n FROM UNNEST([0, 1, 2]) AS o ORDER BY o
--- an aggregate over nothing in a union
SELECT o, (SELECT STRING_AGG(IFNULL(CAST(c AS STRING), 'none') ORDER BY c) FROM (SELECT MAX(x) AS c FROM (SELECT 1 AS x UNION ALL SELECT 0) WHERE x > o UNION ALL SELECT 7)) AS s FROM UNNEST([0, 1, 2]) AS o ORDER BY o
--- an aggregate over nothing beside another table
SELECT o, (SELECT MAX(d) FROM (SELECT 5 AS d), (SELECT MAX(x) AS c FROM (SELECT 1 AS x UNION ALL SELECT 0) WHERE x > o)) AS d FROM UNNEST([0, 1, 2]) AS o ORDER BY o
--- conditionals within a subquery of a conditional
WITH t AS (SELECT 0 AS a UNION ALL SELECT 2) SELECT CASE WHEN EXISTS(SELECT 1 FROM t WHERE IF(a = 0, FALSE, (SELECT MAX(10 / t.a) FROM t AS u) > 1)) THEN 1 ELSE 0 END AS x, IF(2 IN (SELECT IF(a = 0, 1, (SELECT MAX(4 / t.a) FROM t AS u)) FROM t), 'y', 'n') AS y
--- an error caught within a subquery of a conditional
WITH t AS (SELECT 0 AS a UNION ALL SELECT 2) SELECT IF(EXISTS(SELECT 1 FROM t WHERE ISERROR(10 / (SELECT MIN(u.a) FROM t AS u WHERE u.a >= t.a))), 'y', 'n') AS x
--- no errors of rows that LIMIT 0 leaves out
SELECT x, IFERROR((SELECT 1 / x LIMIT 0), 5) AS a, ISERROR((SELECT DIV(6, x) FROM UNNEST([1]) LIMIT 0)) AS b, IFERROR(EXISTS(SELECT 1 FROM UNNEST([1]) WHERE 1 / x > 0 LIMIT 0), NULL) AS c FROM UNNEST([0, 1]) AS x
--- errors below a sort that LIMIT 0 leaves out
SELECT x, IFERROR((SELECT y FROM (SELECT SUM(1 / (x - z)) AS y FROM UNNEST([1]) AS z GROUP BY z ORDER BY y LIMIT 0)), 5) AS a FROM UNNEST([1, 2]) AS x
