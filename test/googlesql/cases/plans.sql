--- cross join unnest
SELECT t.id, m.request FROM edge_logs t CROSS JOIN UNNEST(t.metadata) AS m ORDER BY t.id LIMIT 3
--- chain
SELECT t.id, r.path, r.url FROM edge_logs t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r WHERE r.method = 'GET' ORDER BY t.id, r.path
--- chain offsets
SELECT t.id, o1, o2, r.path FROM edge_logs t CROSS JOIN UNNEST(t.metadata) AS m WITH OFFSET o1 CROSS JOIN UNNEST(m.request) AS r WITH OFFSET o2 ORDER BY t.id, o1, o2
--- left join unnest
SELECT t.id, r.path FROM edge_logs t LEFT JOIN UNNEST(t.metadata) AS m LEFT JOIN UNNEST(m.request) AS r ORDER BY t.id, r.path
--- left join unnest offset
SELECT x, y, o FROM UNNEST([STRUCT([1,2] AS a, 'p' AS b), STRUCT(CAST([] AS ARRAY<INT64>) AS a, 'q' AS b), STRUCT(CAST(NULL AS ARRAY<INT64>) AS a, 'r' AS b)]) AS x LEFT JOIN UNNEST(x.a) AS y WITH OFFSET o ORDER BY x.b, o
--- left join unnest on
SELECT x.b, y FROM UNNEST([STRUCT([1,2] AS a, 'p' AS b), STRUCT([5] AS a, 'q')]) AS x LEFT JOIN UNNEST(x.a) AS y ON y < 2 ORDER BY x.b, y
--- left join unnest on offset
SELECT x.b, y, o FROM UNNEST([STRUCT([1,2,3] AS a, 'p' AS b), STRUCT([5] AS a, 'q')]) AS x LEFT JOIN UNNEST(x.a) AS y WITH OFFSET o ON o > 0 AND y > 1 ORDER BY x.b, y
--- left join unnest on subquery
SELECT x.b, y FROM UNNEST([STRUCT([1,2,3] AS a, 'p' AS b), STRUCT([5] AS a, 'q')]) AS x LEFT JOIN UNNEST(x.a) AS y ON y IN (SELECT z FROM UNNEST([2,3]) AS z UNION ALL SELECT 7) ORDER BY x.b, y
--- count only
SELECT COUNT(*) FROM edge_logs t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r
--- exists
SELECT id FROM edge_logs t WHERE EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) r WHERE r.method = 'GET') ORDER BY id
--- not exists
SELECT id FROM edge_logs t WHERE NOT EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) r WHERE r.method = 'GET') ORDER BY id
--- exists empty condition
SELECT id FROM edge_logs t WHERE EXISTS (SELECT 1 FROM UNNEST(t.metadata)) ORDER BY id
--- exists nested empty
SELECT id, EXISTS (SELECT 1 FROM t.metadata m, m.request) AS e FROM edge_logs t ORDER BY id
--- exists with aggregate
SELECT id, EXISTS (SELECT COUNT(*) FROM UNNEST(t.metadata) m HAVING COUNT(*) > 1) AS e FROM edge_logs t ORDER BY id
--- exists limit
SELECT id, EXISTS (SELECT 1 FROM UNNEST(t.metadata) m LIMIT 0) AS e, EXISTS(SELECT 1 FROM UNNEST([1,2,3]) x WITH OFFSET o WHERE o = 2 AND x = 3) AS f FROM edge_logs t ORDER BY id
--- scalar max
SELECT id, (SELECT MAX(m.execution_time_ms) FROM UNNEST(t.metadata) m) AS x FROM function_edge_logs t ORDER BY id
--- scalar aggregates
SELECT id, (SELECT COUNT(*) FROM UNNEST(t.metadata) m) AS a, (SELECT SUM(m.execution_time_ms) FROM UNNEST(t.metadata) m WHERE m.execution_time_ms > 5) AS b, (SELECT AVG(m.execution_time_ms) FROM UNNEST(t.metadata) m) AS c, (SELECT MIN(r.status_code) FROM UNNEST(t.metadata) m, UNNEST(m.response) r) AS d, (SELECT LOGICAL_OR(r.status_code >= 400) FROM UNNEST(t.metadata) m, UNNEST(m.response) r) AS e FROM function_edge_logs t ORDER BY id
--- two aggregates in one
SELECT id, (SELECT STRUCT(COUNT(*) AS n, MAX(m.execution_time_ms) AS hi) FROM UNNEST(t.metadata) m) AS x FROM function_edge_logs t ORDER BY id
--- aggregate arithmetic
SELECT id, (SELECT MAX(m.execution_time_ms) - MIN(m.execution_time_ms) + COUNT(*) FROM UNNEST(t.metadata) m) AS x FROM function_edge_logs t ORDER BY id
--- first by offset
SELECT id, (SELECT m.execution_time_ms FROM UNNEST(t.metadata) m WITH OFFSET o WHERE m.function_id IS NOT NULL ORDER BY o LIMIT 1) AS x FROM function_edge_logs t ORDER BY id
--- last by offset
SELECT (SELECT x FROM UNNEST([10,20,30]) x WITH OFFSET o WHERE x < 30 ORDER BY o DESC LIMIT 1) AS a, (SELECT x FROM UNNEST([10,20,30]) x WITH OFFSET o WHERE o > 0 ORDER BY o LIMIT 1 OFFSET 1) AS b
--- array subquery
SELECT ARRAY(SELECT x * 2 FROM UNNEST([3,1,NULL,2]) x WHERE x IS NULL OR x > 1) AS a, ARRAY(SELECT x FROM UNNEST([3,1,2]) x ORDER BY x DESC) AS b, ARRAY(SELECT x FROM UNNEST(CAST(NULL AS ARRAY<INT64>)) x) AS c, ARRAY(SELECT AS STRUCT x, o FROM UNNEST(['a','b']) x WITH OFFSET o ORDER BY o DESC) AS d
--- array subquery order
SELECT ARRAY(SELECT x.a FROM UNNEST([STRUCT(1 AS a, 2.5 AS b), STRUCT(2, NULL), STRUCT(3 AS a, CAST('nan' AS FLOAT64) AS b), STRUCT(4 AS a, CAST('-inf' AS FLOAT64) AS b)]) x ORDER BY x.b) AS a, ARRAY(SELECT x.a FROM UNNEST([STRUCT(1 AS a, 2.5 AS b), STRUCT(2, NULL), STRUCT(3 AS a, CAST('nan' AS FLOAT64) AS b), STRUCT(4 AS a, CAST('-inf' AS FLOAT64) AS b)]) x ORDER BY x.b DESC) AS b, ARRAY(SELECT x.a FROM UNNEST([STRUCT(1 AS a, 2.5 AS b), STRUCT(2, NULL)]) x ORDER BY x.b NULLS LAST) AS c, ARRAY(SELECT x.a FROM UNNEST([STRUCT(1 AS a, 2.5 AS b), STRUCT(2, NULL)]) x ORDER BY x.b DESC NULLS FIRST) AS d
--- array distinct
SELECT ARRAY_LENGTH(ARRAY(SELECT DISTINCT x FROM UNNEST([1,NULL,1,NULL,2]) x)) AS a
--- array from table
SELECT ARRAY(SELECT id FROM edge_logs ORDER BY id DESC LIMIT 3) AS a, ARRAY(SELECT id FROM edge_logs WHERE FALSE) AS b
--- array correlated
SELECT x, ARRAY(SELECT y FROM (SELECT 1 AS y UNION ALL SELECT 2 UNION ALL SELECT 3) WHERE y >= x ORDER BY y DESC) AS a FROM UNNEST([1,2,5]) AS x ORDER BY x
--- array correlated limit
SELECT x, ARRAY(SELECT y FROM (SELECT 1 AS y UNION ALL SELECT 2 UNION ALL SELECT 3) WHERE y >= x ORDER BY y DESC LIMIT 2) AS a FROM UNNEST([1,2,5]) AS x ORDER BY x
--- correlated count plus
SELECT x, (SELECT COUNT(*) + 1 FROM (SELECT 1 AS y UNION ALL SELECT 2) WHERE y > x) AS a FROM UNNEST([1,2,5]) AS x ORDER BY x
--- scalar none and one
SELECT (SELECT x FROM UNNEST(CAST([] AS ARRAY<INT64>)) x) AS a, (SELECT x FROM UNNEST([7]) x) AS b, (SELECT 5) AS c
--- in unnest
SELECT 1 IN UNNEST([1,2]) AS a, 3 IN UNNEST([1,NULL]) AS b, NULL IN UNNEST([1]) AS c, 3 IN UNNEST(CAST(NULL AS ARRAY<INT64>)) AS d, 1 NOT IN UNNEST([2,3]) AS e
--- in subquery
SELECT 1 IN (SELECT x FROM UNNEST([1,2]) x) AS a, 3 IN (SELECT x FROM UNNEST([1,NULL]) x) AS b, NULL IN (SELECT x FROM UNNEST([1]) x) AS c, 3 IN (SELECT x FROM UNNEST(CAST([] AS ARRAY<INT64>)) x) AS d, NULL IN (SELECT x FROM UNNEST(CAST([] AS ARRAY<INT64>)) x) AS e
--- in table subquery
SELECT id FROM edge_logs WHERE id IN (SELECT id FROM edge_logs WHERE event_message IS NOT NULL) ORDER BY id
--- not in with null
SELECT x FROM UNNEST([1,2,3]) x WHERE x NOT IN (SELECT y FROM (SELECT 1 AS y UNION ALL SELECT NULL)) ORDER BY x
--- group by
SELECT r.method, COUNT(*) AS n, COUNT(DISTINCT r.path) AS p FROM edge_logs t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r GROUP BY r.method ORDER BY n DESC, r.method
--- group by ordinal constant
SELECT 'x' AS a, COUNT(*) AS n FROM edge_logs GROUP BY 1
--- having
SELECT x, COUNT(*) AS n FROM UNNEST([1,1,2]) x GROUP BY x HAVING COUNT(*) > 1
--- empty aggregate
SELECT COUNT(*) AS a, SUM(x) AS b, MAX(x) AS c, ARRAY_AGG(x) AS d, LOGICAL_OR(x > 1) AS e, STRING_AGG(CAST(x AS STRING)) AS f FROM UNNEST(CAST([] AS ARRAY<INT64>)) x
--- distinct
SELECT DISTINCT x FROM UNNEST([1,NULL,1,NULL,2]) x ORDER BY x
--- distinct struct order
SELECT DISTINCT x, y FROM (SELECT 1 AS x, 2 AS y UNION ALL SELECT 1, 2 UNION ALL SELECT 3, 4) ORDER BY y DESC
--- array agg options
SELECT ARRAY_AGG(x ORDER BY x DESC LIMIT 2) AS a, ARRAY_AGG(DISTINCT x ORDER BY x) AS b, ARRAY_AGG(x IGNORE NULLS ORDER BY x) AS c, STRING_AGG(CAST(x AS STRING), '-' ORDER BY x DESC) AS d, STRING_AGG(CAST(x AS STRING), ',' ORDER BY x LIMIT 2) AS e FROM UNNEST([3,1,2,3]) x
--- having max
SELECT g, ANY_VALUE(x HAVING MAX y) AS a, SUM(x HAVING MIN y) AS b FROM (SELECT 1 AS g, 10 AS x, 1 AS y UNION ALL SELECT 1, 20, 2 UNION ALL SELECT 1, 30, 1 UNION ALL SELECT 2, 5, NULL) GROUP BY g ORDER BY g
--- float group nan
SELECT x, COUNT(*) AS n FROM UNNEST([0.0, -0.0, CAST('nan' AS FLOAT64), CAST('nan' AS FLOAT64), NULL, 1.5]) x GROUP BY x ORDER BY x
--- float order
SELECT x FROM UNNEST([1.5, NULL, CAST('nan' AS FLOAT64), CAST('inf' AS FLOAT64), CAST('-inf' AS FLOAT64), -2.5]) x ORDER BY x
--- float order desc
SELECT x FROM UNNEST([1.5, NULL, CAST('nan' AS FLOAT64), CAST('inf' AS FLOAT64), CAST('-inf' AS FLOAT64), -2.5]) x ORDER BY x DESC
--- min max nan
SELECT MIN(x) AS a, MAX(x) AS b, SUM(x) AS c FROM UNNEST([1.5, CAST('nan' AS FLOAT64), 3.0]) x
--- window
SELECT x, ROW_NUMBER() OVER (ORDER BY x DESC) AS a, SUM(x) OVER (ORDER BY x) AS b, LAG(x) OVER (ORDER BY x) AS c, SUM(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS d, COUNT(*) OVER () AS e, RANK() OVER (ORDER BY x) AS f, LAST_VALUE(x) OVER (ORDER BY x RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS g FROM UNNEST([1,2,2,4]) x ORDER BY x, a
--- window nulls
SELECT x, FIRST_VALUE(x) OVER (ORDER BY x) AS a, FIRST_VALUE(x IGNORE NULLS) OVER (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS b, ROW_NUMBER() OVER (ORDER BY x NULLS LAST) AS c FROM UNNEST([NULL,2,1]) x ORDER BY x
--- qualify
SELECT id, r.method FROM edge_logs t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY r.method ORDER BY timestamp DESC, id) = 1 ORDER BY id
--- window over aggregate
SELECT x, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY x) AS running FROM UNNEST([1,1,2,3,3,3]) x GROUP BY x ORDER BY x
--- window float range
SELECT x, COUNT(*) OVER (ORDER BY x RANGE BETWEEN 0.5 PRECEDING AND 0.5 FOLLOWING) AS n FROM UNNEST([1.0, 1.4, 2.0]) x ORDER BY x
--- union all
SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, NULL UNION ALL SELECT NULL, 'z' ORDER BY a
--- union distinct
SELECT x FROM UNNEST([1,1,2]) x UNION DISTINCT SELECT 3 UNION DISTINCT SELECT 1 ORDER BY x
--- intersect except
SELECT x FROM UNNEST([1,1,2,3]) x INTERSECT DISTINCT SELECT y FROM UNNEST([2,1]) y ORDER BY x
--- except
SELECT x FROM UNNEST([1,1,2,3,NULL]) x EXCEPT DISTINCT SELECT y FROM UNNEST([2]) y ORDER BY x
--- union types
SELECT 1 AS a UNION ALL SELECT 2.5 ORDER BY a
--- union pruned
SELECT COUNT(*) AS n, MAX(b) AS m FROM (SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y')
--- with once
WITH a AS (SELECT id, timestamp, event_message FROM edge_logs) SELECT id FROM a WHERE event_message IS NOT NULL ORDER BY id
--- with twice
WITH a AS (SELECT id, timestamp FROM edge_logs) SELECT x.id FROM a x JOIN a y ON x.id = y.id ORDER BY 1
--- with chain
WITH a AS (SELECT 1 AS x UNION ALL SELECT 2), b AS (SELECT x + 1 AS y FROM a), c AS (SELECT SUM(y) AS s FROM b) SELECT y, s FROM b CROSS JOIN c ORDER BY y
--- with nested shadow
WITH a AS (SELECT 1 AS x) SELECT (WITH a AS (SELECT 2 AS x) SELECT x FROM a) AS p, x FROM a
--- with recursive
WITH RECURSIVE r AS (SELECT 1 AS n, 'a' AS s UNION ALL SELECT n + 1, CONCAT(s, 'b') FROM r WHERE n < 4) SELECT n, s FROM r ORDER BY n
--- with recursive distinct
WITH RECURSIVE r AS (SELECT 1 AS n UNION DISTINCT SELECT MOD(n + 1, 3) FROM r) SELECT n FROM r ORDER BY n
--- with recursive join
WITH RECURSIVE e AS (SELECT 1 AS a, 2 AS b UNION ALL SELECT 2, 3 UNION ALL SELECT 3, 4), r AS (SELECT 1 AS n UNION ALL SELECT e.b FROM r JOIN e ON e.a = r.n) SELECT n FROM r ORDER BY n
--- with order limit
WITH a AS (SELECT x FROM UNNEST([3,1,2]) x ORDER BY x DESC LIMIT 2) SELECT x FROM a ORDER BY x
--- with duplicate column
WITH a AS (SELECT x, x AS y FROM UNNEST([1]) x) SELECT x, y FROM a
--- join using
SELECT x, a.y, b.z FROM (SELECT 1 AS x, 'p' AS y UNION ALL SELECT 2, 'q') a JOIN (SELECT 1 AS x, 'r' AS z) b USING (x)
--- full join using
SELECT x, a.y, b.z FROM (SELECT 1 AS x, 'p' AS y UNION ALL SELECT 2, 'q') a FULL JOIN (SELECT 2 AS x, 'r' AS z UNION ALL SELECT 3, 's') b USING (x) ORDER BY x
--- left join computed
SELECT a.x, b.one, b.z FROM (SELECT 1 AS x UNION ALL SELECT 2) a LEFT JOIN (SELECT x, 1 AS one, CONCAT('v', CAST(x AS STRING)) AS z FROM UNNEST([2,3]) x WHERE x < 3) b ON a.x = b.x ORDER BY a.x
--- right join where
SELECT a.x, b.x AS y FROM (SELECT x FROM UNNEST([1,2,3]) x WHERE x > 1) a RIGHT JOIN (SELECT x FROM UNNEST([2,5]) x WHERE x > 0) b ON a.x = b.x ORDER BY y
--- join on not equal
SELECT a, b FROM UNNEST([1,2,3]) a FULL JOIN UNNEST([2,9]) b ON a > b ORDER BY a, b
--- nested join
SELECT a, b, c FROM UNNEST([1,2]) a LEFT JOIN (UNNEST([1,2]) b JOIN UNNEST([2,3]) c ON b = c) ON a = b ORDER BY a
--- join null keys
SELECT COUNT(*) AS n FROM UNNEST([1,NULL]) a JOIN UNNEST([1,NULL]) b ON a = b
--- join nan keys
SELECT COUNT(*) AS n FROM UNNEST([1.0,CAST('nan' AS FLOAT64)]) a JOIN UNNEST([1.0,CAST('nan' AS FLOAT64)]) b ON a = b
--- comma join
SELECT a, b FROM UNNEST([1,2]) a, UNNEST([3,4]) b WHERE a + b > 4 ORDER BY a, b
--- left join subquery condition
SELECT a, b FROM UNNEST([1,2]) a LEFT JOIN UNNEST([1,2]) b ON a = b AND b IN (SELECT id2 FROM (SELECT 1 AS id2 UNION ALL SELECT 9)) ORDER BY a
--- case laziness
SELECT x, IF(x = 0, NULL, 10 / x) AS a, CASE WHEN x = 0 THEN -1 ELSE DIV(10, x) END AS b, COALESCE(x, ERROR('no')) AS c FROM UNNEST([0, 2]) x ORDER BY x
--- error raised
SELECT 1 / x FROM UNNEST([0]) x
--- constant error lazy
SELECT IF(FALSE, ERROR('boo'), 1) AS a, CASE WHEN TRUE THEN 1 ELSE DIV(1, 0) END AS b
--- struct field
SELECT s.a, s.b.c, STRUCT(s.a, s.b) AS q FROM (SELECT STRUCT(1 AS a, STRUCT('z' AS c) AS b) AS s)
--- anonymous struct
SELECT STRUCT(1, 2 AS a, 3 AS a) AS s
--- array of struct agg
SELECT ARRAY_AGG(STRUCT(x AS v, o AS w) ORDER BY o) AS a FROM UNNEST(['p','q']) x WITH OFFSET o
--- whole row struct
SELECT t FROM (SELECT 1 AS a, 'b' AS b) t
--- subscript out of range
SELECT [1,2,3][OFFSET(3)]
--- limit offset
SELECT x FROM UNNEST([5,4,3,2,1]) x ORDER BY x LIMIT 2 OFFSET 1
--- order by expression not selected
SELECT x FROM UNNEST([3,1,2]) x ORDER BY -x
--- order by aliased expression
SELECT x * -1 AS y FROM UNNEST([3,1,2]) x ORDER BY y
--- order then compute
SELECT y + 1 AS z FROM (SELECT x * 2 AS y FROM UNNEST([3,1,2]) x ORDER BY x DESC LIMIT 2) ORDER BY z
--- filter over limit
SELECT x FROM (SELECT x FROM UNNEST([3,1,2]) x ORDER BY x LIMIT 2) WHERE x > 1
--- aggregate over limit
SELECT SUM(x) AS s FROM (SELECT x FROM UNNEST([3,1,2]) x ORDER BY x DESC LIMIT 2)
--- union over limit
(SELECT x FROM UNNEST([3,1,2]) x ORDER BY x LIMIT 1) UNION ALL (SELECT x FROM UNNEST([7,8]) x ORDER BY x DESC LIMIT 1) ORDER BY 1
--- correlated in case
SELECT x, CASE WHEN EXISTS (SELECT 1 FROM UNNEST([1,2]) y WHERE y = x) THEN 'in' ELSE 'out' END AS a FROM UNNEST([1,5]) x ORDER BY x
--- correlated doubly nested
SELECT x, (SELECT MAX((SELECT COUNT(*) FROM UNNEST([1,2,3]) z WHERE z > y AND z > x)) FROM UNNEST([1,2]) y) AS a FROM UNNEST([0,1,2]) x ORDER BY x
--- correlated doubly nested tables
SELECT x, (SELECT MAX((SELECT COUNT(*) FROM (SELECT 1 AS z UNION ALL SELECT 2 UNION ALL SELECT 3) WHERE z > y AND z > x)) FROM (SELECT 1 AS y UNION ALL SELECT 2)) AS a FROM UNNEST([0,1,2]) x ORDER BY x
--- correlated group by
SELECT x, (SELECT MAX(n) FROM (SELECT y, COUNT(*) AS n FROM UNNEST([1,1,2,2,2]) y WHERE y >= x GROUP BY y)) AS a FROM UNNEST([1,2,3]) x ORDER BY x
--- correlated window
SELECT x, ARRAY(SELECT ROW_NUMBER() OVER (ORDER BY y DESC) FROM UNNEST([5,6,7]) y WHERE y > x) AS a FROM UNNEST([4,6]) x ORDER BY x
--- correlated lambda capture
SELECT x, (SELECT SUM(y) FROM (SELECT 1 AS y UNION ALL SELECT 2) WHERE EXISTS (SELECT 1 FROM UNNEST([1,2,3]) z WHERE z = y + x)) AS a FROM UNNEST([0,1,2]) x ORDER BY x
--- correlated join
SELECT x, (SELECT COUNT(*) FROM UNNEST([1,2,3]) a JOIN UNNEST([2,3,4]) b ON a = b AND a > x) AS n FROM UNNEST([1,2,3]) x ORDER BY x
--- correlated exists table
SELECT x FROM UNNEST(['GET','PUT']) x WHERE EXISTS (SELECT 1 FROM edge_logs t, t.metadata m, m.request r WHERE r.method = x) ORDER BY x
--- correlated left join
SELECT x, (SELECT COUNT(b) FROM UNNEST([1,2]) a LEFT JOIN (SELECT b FROM UNNEST([2,3]) b) ON a = b AND b > x) AS n FROM UNNEST([1,2]) x ORDER BY x
--- correlated output is outer column
SELECT x, ARRAY(SELECT x FROM UNNEST([1,2]) y) AS a, (SELECT x) AS b FROM UNNEST([7]) x
--- correlated union
SELECT x, (SELECT SUM(v) FROM (SELECT x AS v UNION ALL SELECT y FROM UNNEST([10,20]) y WHERE y > x)) AS a FROM UNNEST([5,15]) x ORDER BY x
--- correlated left unnest
SELECT x.b, (SELECT COUNT(*) FROM UNNEST([1]) k LEFT JOIN UNNEST(x.a) y) AS n, ARRAY(SELECT y FROM UNNEST([1]) k LEFT JOIN UNNEST(x.a) y) AS l FROM UNNEST([STRUCT([1,2] AS a, 'p' AS b), STRUCT(CAST([] AS ARRAY<INT64>), 'q')]) x ORDER BY x.b
--- array agg in subquery
SELECT id, (SELECT ARRAY_AGG(r.path ORDER BY r.path) FROM UNNEST(t.metadata) m, UNNEST(m.request) r) AS p, (SELECT STRING_AGG(r.method) FROM UNNEST(t.metadata) m, UNNEST(m.request) r) AS s FROM edge_logs t ORDER BY id
--- count distinct sub
SELECT (SELECT COUNT(DISTINCT x) FROM UNNEST([1,1,NULL,2]) x) AS a, (SELECT COUNT(x) FROM UNNEST([1,1,NULL,2]) x) AS b, (SELECT COUNTIF(x > 1) FROM UNNEST([1,1,NULL,2]) x) AS c, (SELECT ANY_VALUE(x) FROM UNNEST([4]) x) AS d, (SELECT SUM(x) FROM UNNEST(CAST([] AS ARRAY<INT64>)) x) AS e, (SELECT ARRAY_AGG(x) FROM UNNEST(CAST([] AS ARRAY<INT64>)) x) AS f, (SELECT MIN(x) FROM UNNEST([1.5, CAST('nan' AS FLOAT64)]) x) AS g, (SELECT AVG(x) FROM UNNEST([1,2]) x) AS h, (SELECT SUM(x) FROM UNNEST([NUMERIC '1.5', NUMERIC '2']) x) AS i
--- sum overflow sub
SELECT (SELECT SUM(x) FROM UNNEST([9223372036854775807, 1]) x) AS a
--- sum overflow
SELECT SUM(x) AS a FROM UNNEST([9223372036854775807, 1]) x
--- in with nulls struct
SELECT 1 IN (1, NULL) AS a, 2 IN (1, NULL) AS b, 2 NOT IN (1, NULL) AS c
--- float in nan
SELECT CAST('nan' AS FLOAT64) IN (SELECT x FROM UNNEST([CAST('nan' AS FLOAT64), 1.0]) x) AS a, CAST('nan' AS FLOAT64) IN UNNEST([CAST('nan' AS FLOAT64)]) AS b
--- derived unnest alias
SELECT path, COUNT(*) AS c FROM edge_logs CROSS JOIN UNNEST(metadata) AS metadata CROSS JOIN UNNEST(metadata.request) AS request GROUP BY path ORDER BY c DESC, path LIMIT 3
--- left join table subquery condition
SELECT a.x, b.y FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 3) a LEFT JOIN (SELECT 1 AS y UNION ALL SELECT 2) b ON a.x = b.y AND b.y IN (SELECT id2 FROM (SELECT 1 AS id2 UNION ALL SELECT 9)) ORDER BY a.x
--- right join table subquery condition
SELECT a.x, b.y FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 3) a RIGHT JOIN (SELECT 1 AS y UNION ALL SELECT 2) b ON a.x = b.y AND b.y IN (SELECT id2 FROM (SELECT 1 AS id2 UNION ALL SELECT 9)) ORDER BY b.y
--- join right is filtered join
SELECT a.x, s.b, s.c FROM (SELECT 1 AS x UNION ALL SELECT 2) a LEFT JOIN (SELECT b.b, c.c FROM (SELECT 1 AS b UNION ALL SELECT 5) b CROSS JOIN (SELECT 7 AS c) c WHERE b.b < 5) s ON a.x = s.b ORDER BY a.x
--- join chain right
SELECT a.x, b.x AS y, c.x AS z FROM (SELECT 1 AS x UNION ALL SELECT 2) a LEFT JOIN (SELECT 2 AS x) b ON a.x = b.x LEFT JOIN (SELECT 2 AS x) c ON b.x = c.x ORDER BY a.x
--- correlated in on
SELECT x, ARRAY(SELECT a + b FROM (SELECT 1 AS a UNION ALL SELECT 2) p JOIN (SELECT 10 AS b UNION ALL SELECT 20) q ON a * 10 = b AND a >= x ORDER BY 1) AS l FROM UNNEST([1,2,3]) x ORDER BY x
--- correlated array of an aggregate over nothing
SELECT x, ARRAY(SELECT MAX(y) FROM (SELECT 1 AS y UNION ALL SELECT 2) WHERE y > x) AS a FROM UNNEST([1, 9]) AS x ORDER BY x
--- offset of an unmatched left join in a subquery
SELECT x.b, ARRAY(SELECT IFNULL(o, -1) FROM UNNEST([1]) AS k LEFT JOIN UNNEST(x.a) AS y WITH OFFSET o) AS l FROM UNNEST([STRUCT([1, 2] AS a, 'p' AS b), STRUCT([], 'q')]) AS x ORDER BY x.b
--- correlated distinct, limit and window
SELECT x, ARRAY(SELECT DISTINCT MOD(y, 2) FROM UNNEST([1, 2, 3]) AS y WHERE y >= x) AS a, ARRAY(SELECT y FROM (SELECT y, RANK() OVER (ORDER BY y DESC) AS r FROM UNNEST([1, 2, 3]) AS y WHERE y >= x) WHERE r <= 2 ORDER BY y) AS b FROM UNNEST([3]) AS x
--- correlated set operations
SELECT x, ARRAY(SELECT z FROM (SELECT y AS z FROM UNNEST([1, 2, 3]) AS y WHERE y > x EXCEPT DISTINCT SELECT 3) ORDER BY z) AS a FROM UNNEST([0, 2]) AS x ORDER BY x
--- correlated having
SELECT x, (SELECT SUM(n) FROM (SELECT y, COUNT(*) AS n FROM UNNEST([1, 1, 2]) AS y WHERE y >= x GROUP BY y HAVING n > 1)) AS a FROM UNNEST([1, 2]) AS x ORDER BY x
--- duplicate column through a cte read twice
WITH a AS (SELECT x, x AS y FROM UNNEST([1, 2]) AS x), b AS (SELECT p.x, q.y FROM a AS p JOIN a AS q ON p.y = q.x) SELECT s.x, t.y FROM b AS s JOIN b AS t ON s.x = t.x ORDER BY 1
--- full join correlated 1
SELECT x, (SELECT COUNT(*) FROM (SELECT 1 AS a UNION ALL SELECT 2) p FULL JOIN (SELECT 2 AS b UNION ALL SELECT 3) q ON p.a = q.b WHERE IFNULL(a, b) > x) AS n FROM UNNEST([0,1,2,9]) x ORDER BY x
--- full join subquery in on
SELECT a, b FROM (SELECT 1 AS a UNION ALL SELECT 2) p FULL JOIN (SELECT 2 AS b UNION ALL SELECT 3) q ON p.a = q.b AND q.b IN (SELECT 2) ORDER BY a, b
--- full join subquery in on correlated
SELECT a, b FROM (SELECT 1 AS a UNION ALL SELECT 2) p FULL JOIN (SELECT 2 AS b UNION ALL SELECT 3) q ON p.a = q.b AND EXISTS (SELECT 1 FROM (SELECT 2 AS z) WHERE z = b + a - 2) ORDER BY a, b
--- right join correlated
SELECT x, (SELECT COUNT(a) FROM (SELECT y AS a FROM UNNEST([1,2]) y WHERE y > x) p RIGHT JOIN (SELECT 2 AS b UNION ALL SELECT 3) q ON p.a = q.b) AS n FROM UNNEST([0,1,2,9]) x ORDER BY x
--- right join correlated both
SELECT x, (SELECT COUNT(a) FROM (SELECT y AS a FROM UNNEST([1,2]) y WHERE y > x) p RIGHT JOIN (SELECT z AS b FROM UNNEST([2,3]) z WHERE z > x + 1) q ON p.a = q.b) AS n FROM UNNEST([0,1,2,9]) x ORDER BY x
--- exists aggregate correlated
SELECT x, EXISTS (SELECT MAX(a) FROM (SELECT 1 AS a) WHERE a > x) AS e, (SELECT STRUCT(MAX(a) AS m, COUNT(*) AS n) FROM (SELECT 1 AS a UNION ALL SELECT 5) WHERE a > x) AS s, ARRAY(SELECT AS STRUCT MAX(a) AS m FROM (SELECT 1 AS a) WHERE a > x) AS t FROM UNNEST([0,9]) x ORDER BY x
--- recursive in correlated
SELECT x, (SELECT SUM(n) FROM (WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 4) SELECT n FROM r WHERE TRUE) WHERE n > x) AS s FROM UNNEST([0,2]) x ORDER BY x
--- offset expr
SELECT x, o FROM UNNEST(['a','b']) x WITH OFFSET o WHERE o = (SELECT MAX(p) FROM UNNEST([0,1]) WITH OFFSET p) ORDER BY 1
--- order by float alias with limit
SELECT x / 2 AS h FROM UNNEST([3,1,NULL,2]) x ORDER BY h DESC LIMIT 2
--- aggregate of window
SELECT MAX(r) AS m FROM (SELECT ROW_NUMBER() OVER (ORDER BY x) AS r FROM UNNEST([5,6,7]) x)
--- distinct window
SELECT DISTINCT COUNT(*) OVER () AS n, x > 1 AS p FROM UNNEST([1,2,3]) x ORDER BY p
--- nested with in from
SELECT a.x, b.y FROM (WITH c AS (SELECT 1 AS x) SELECT x FROM c) a JOIN (WITH c AS (SELECT 1 AS y) SELECT y FROM c) b ON a.x = b.y
--- with in union
(WITH c AS (SELECT 1 AS x) SELECT x FROM c) UNION ALL (WITH c AS (SELECT 2 AS x) SELECT x FROM c) ORDER BY x
--- with ordered limit in union in subquery
SELECT ARRAY(SELECT x FROM (WITH c AS (SELECT y AS x FROM UNNEST([3,1,2]) y) SELECT x FROM c ORDER BY x DESC LIMIT 2) ORDER BY x) AS a
--- array agg struct nested
SELECT ARRAY_AGG(STRUCT(x, ARRAY(SELECT y FROM UNNEST([1,2,3]) y WHERE y > x) AS l) ORDER BY x) AS a FROM UNNEST([1,2]) x
--- group by struct field of unnest with computed
SELECT CONCAT(m.function_id, '!') AS f, COUNT(*) AS n FROM function_edge_logs, UNNEST(metadata) m GROUP BY f ORDER BY f
--- safe in subquery
SELECT (SELECT SAFE.SUBSTR('abc', 1, -1) FROM UNNEST([1])) AS a, ARRAY(SELECT SAFE_CAST(x AS INT64) FROM UNNEST(['1','z']) x) AS b
--- count star exists aggregator
SELECT COUNT(*) AS n FROM edge_logs t WHERE (SELECT COUNT(*) FROM UNNEST(t.metadata)) > 1
--- in struct
SELECT STRUCT(1 AS a, 'x' AS b) IN (SELECT AS STRUCT 1 AS a, 'x' AS b FROM UNNEST([1])) AS t
--- limit 0
SELECT x FROM UNNEST([1,2]) x LIMIT 0
--- offset only big
SELECT x FROM UNNEST([1,2]) x ORDER BY x LIMIT 10 OFFSET 1
--- group by all nulls
SELECT x, COUNT(*) n FROM UNNEST([NULL, NULL, 'a']) x GROUP BY x ORDER BY x
--- string agg distinct
SELECT STRING_AGG(DISTINCT x, ',' ORDER BY x DESC) AS s FROM UNNEST(['b','a','b']) x
--- self join unnest alias
SELECT a.id, b.id AS bid FROM edge_logs a, edge_logs b, UNNEST(a.metadata) m WHERE a.id < b.id AND a.timestamp = b.timestamp ORDER BY 1, 2 LIMIT 5
--- scalar with order limit1 nested struct
SELECT id, (SELECT AS STRUCT r.path, r.method FROM UNNEST(t.metadata) m, UNNEST(m.request) r ORDER BY r.path LIMIT 1) AS s FROM edge_logs t ORDER BY id LIMIT 5
--- float order of a long expression
SELECT x FROM UNNEST([1.5, NULL, CAST('nan' AS FLOAT64), CAST('inf' AS FLOAT64), CAST('-inf' AS FLOAT64), -2.5]) x ORDER BY (SELECT MAX(y + 0.0) FROM (SELECT x AS y UNION ALL SELECT x UNION ALL SELECT x UNION ALL SELECT x UNION ALL SELECT x)) DESC
--- float order of a long expression asc
SELECT x FROM UNNEST([1.5, NULL, CAST('nan' AS FLOAT64), CAST('inf' AS FLOAT64), CAST('-inf' AS FLOAT64), -2.5]) x ORDER BY (SELECT MAX(y + 0.0) FROM (SELECT x AS y UNION ALL SELECT x UNION ALL SELECT x UNION ALL SELECT x UNION ALL SELECT x)) NULLS LAST
