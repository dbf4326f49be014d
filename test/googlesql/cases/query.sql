--- union all
SELECT id, 'edge' AS source FROM edge_logs WHERE id < 'e-0003' UNION ALL SELECT id, 'pg' FROM postgres_logs WHERE id < 'p-0003'
--- union distinct
SELECT project FROM edge_logs UNION DISTINCT SELECT project FROM postgres_logs
--- union of three with types that widen
SELECT 1 AS x UNION ALL SELECT 2.5 UNION ALL SELECT NULL
--- intersect distinct
SELECT project FROM edge_logs INTERSECT DISTINCT SELECT project FROM pgbouncer_logs
--- except distinct
SELECT SUBSTR(id, 3) AS k FROM edge_logs EXCEPT DISTINCT SELECT SUBSTR(id, 3) FROM postgres_logs
--- except keeps nulls apart
SELECT x FROM UNNEST([1, NULL, 2, 2]) AS x EXCEPT DISTINCT SELECT 1
--- set operations nest in parentheses
(SELECT 1 AS x UNION ALL SELECT 2) INTERSECT DISTINCT (SELECT 2 UNION ALL SELECT 3)
--- set operation with order and limit
SELECT id, timestamp FROM edge_logs UNION ALL SELECT id, timestamp FROM realtime_logs ORDER BY timestamp DESC, id LIMIT 5
--- set operation order by ordinal
SELECT 'b' AS x UNION ALL SELECT 'a' ORDER BY 1
--- parenthesised query with its own limit
(SELECT id FROM edge_logs ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM postgres_logs ORDER BY id DESC LIMIT 1)
--- union of arrays of structs
SELECT metadata FROM pgbouncer_logs WHERE id = 'b-0001' UNION ALL SELECT metadata FROM postgrest_logs WHERE id = 'g-0001'
--- common table expression
WITH errors AS (SELECT id, r.status_code FROM edge_logs, UNNEST(metadata) m, UNNEST(m.response) r WHERE r.status_code >= 400) SELECT status_code, COUNT(*) AS n FROM errors GROUP BY status_code
--- two ctes, one reads the other
WITH a AS (SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY project), b AS (SELECT MAX(n) AS m FROM a) SELECT a.project, a.n FROM a, b WHERE a.n = b.m
--- cte used twice
WITH t AS (SELECT x FROM UNNEST([1, 2, 3]) AS x) SELECT l.x, r.x AS y FROM t AS l JOIN t AS r ON l.x + 1 = r.x
--- cte shadows a view
WITH pgbouncer_logs AS (SELECT 'mine' AS id) SELECT id FROM pgbouncer_logs
--- nested with
SELECT n FROM (WITH t AS (SELECT COUNT(*) AS n FROM edge_logs) SELECT n FROM t)
--- inner cte shadows the outer one
WITH t AS (SELECT 1 AS x) SELECT (WITH t AS (SELECT 2 AS x) SELECT x FROM t) AS inner_x, x FROM t
--- cte in a scalar subquery
SELECT (WITH t AS (SELECT MAX(id) AS m FROM edge_logs) SELECT m FROM t) AS m
--- cte with a union of logs
WITH unified AS (SELECT timestamp, id, 'edge' AS kind FROM edge_logs UNION ALL SELECT timestamp, id, 'auth' FROM auth_logs UNION ALL SELECT timestamp, id, 'pg' FROM postgres_logs) SELECT kind, COUNT(*) AS n, MIN(timestamp) AS first FROM unified GROUP BY kind ORDER BY n DESC, kind
--- recursive numbers
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i FROM n ORDER BY i
--- recursive factorials
WITH RECURSIVE f AS (SELECT 1 AS n, 1 AS p UNION ALL SELECT n + 1, p * (n + 1) FROM f WHERE n < 12) SELECT n, p FROM f ORDER BY n
--- recursive union distinct
WITH RECURSIVE n AS (SELECT 0 AS i UNION DISTINCT SELECT MOD(i + 3, 7) FROM n) SELECT i FROM n ORDER BY i
--- recursive with a join
WITH RECURSIVE edges AS (SELECT * FROM UNNEST([STRUCT('a' AS s, 'b' AS t), ('b', 'c'), ('c', 'd'), ('x', 'y')])), reach AS (SELECT 'a' AS node, 0 AS depth UNION ALL SELECT e.t, r.depth + 1 FROM reach AS r JOIN edges AS e ON e.s = r.node) SELECT node, depth FROM reach ORDER BY depth
--- recursive keyword without recursion
WITH RECURSIVE t AS (SELECT 1 AS x) SELECT x FROM t
--- scalar subquery
SELECT id, (SELECT COUNT(*) FROM UNNEST(metadata)) AS n FROM function_logs ORDER BY id
--- scalar subquery without rows is null
SELECT (SELECT id FROM edge_logs WHERE FALSE) AS x
--- scalar subquery with two rows is an error
SELECT (SELECT id FROM pgbouncer_logs) AS x
--- correlated scalar subquery over another view
SELECT p.id, (SELECT MAX(e.id) FROM edge_logs AS e WHERE e.project = p.project) AS last FROM pgbouncer_logs AS p
--- correlated subquery over an array with a filter
SELECT id, (SELECT MAX(m.execution_time_ms) FROM UNNEST(t.metadata) AS m WHERE m.function_id = 'fn-hello') AS x FROM function_edge_logs AS t ORDER BY id
--- correlated scalar subquery with order and limit
SELECT id, (SELECT m.level FROM UNNEST(metadata) AS m ORDER BY m.level DESC LIMIT 1) AS l FROM function_logs ORDER BY id
--- correlated subquery with string_agg
SELECT id, (SELECT STRING_AGG(m.level, '+' ORDER BY m.level) FROM UNNEST(metadata) AS m) AS l FROM function_logs ORDER BY id
--- nested correlated subqueries
SELECT id, (SELECT SUM((SELECT COUNT(*) FROM UNNEST(m.response))) FROM UNNEST(metadata) AS m) AS n FROM edge_logs ORDER BY id
--- array subquery
SELECT id, ARRAY(SELECT m.level FROM UNNEST(metadata) AS m WHERE m.level IS NOT NULL ORDER BY m.level) AS levels FROM function_logs ORDER BY id
--- array subquery keeps the order of offsets
SELECT ARRAY(SELECT x * 2 FROM UNNEST([3, 1, 2]) AS x WITH OFFSET o ORDER BY o DESC) AS a
--- array subquery of structs
SELECT id, ARRAY(SELECT AS STRUCT m.level, m.event_type FROM UNNEST(metadata) AS m ORDER BY m.level, m.event_type) AS s FROM function_logs ORDER BY id
--- array subquery without rows
SELECT ARRAY(SELECT id FROM edge_logs WHERE FALSE) AS a
--- exists
SELECT id FROM function_edge_logs AS t WHERE EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.response) AS r WHERE r.status_code >= 400)
--- not exists over a view
SELECT p.id FROM pgbouncer_logs AS p WHERE NOT EXISTS (SELECT 1 FROM edge_logs AS e WHERE e.project = p.project)
--- exists in the select list
SELECT id, EXISTS (SELECT 1 FROM UNNEST(metadata)) AS has FROM function_logs ORDER BY id
--- in subquery
SELECT id FROM pgbouncer_logs WHERE project IN (SELECT project FROM edge_logs WHERE id < 'e-0010')
--- not in subquery with nulls
SELECT id FROM pgbouncer_logs WHERE project NOT IN (SELECT project FROM edge_logs WHERE id < 'e-0010')
--- not in subquery without nulls
SELECT id FROM pgbouncer_logs WHERE project NOT IN (SELECT project FROM edge_logs WHERE project = 'alpha')
--- in correlated subquery
SELECT id FROM function_logs AS t WHERE 'error' IN (SELECT m.level FROM UNNEST(t.metadata) AS m)
--- subquery in order by
SELECT id FROM function_logs AS t ORDER BY (SELECT COUNT(*) FROM UNNEST(t.metadata)) DESC, id LIMIT 5
--- subquery in having
SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY project HAVING COUNT(*) > (SELECT AVG(c) FROM (SELECT COUNT(*) AS c FROM edge_logs GROUP BY project))
--- unnested values have no columns
SELECT a.x, b.y FROM UNNEST([1, 2]) AS x JOIN UNNEST([2, 3]) AS y ON x = y - (SELECT 1)
--- subquery in a join condition
SELECT x, y FROM UNNEST([1, 2]) AS x JOIN UNNEST([2, 3]) AS y ON x = y - (SELECT 1)
--- subquery inside case
SELECT id, CASE WHEN (SELECT COUNT(*) FROM UNNEST(metadata)) > 1 THEN 'many' ELSE 'few' END AS c FROM function_logs ORDER BY id
--- subquery inside an aggregate argument
SELECT SUM((SELECT COUNT(*) FROM UNNEST(t.metadata))) AS n FROM function_logs AS t
--- aggregate over a correlated exists
SELECT COUNTIF(EXISTS (SELECT 1 FROM UNNEST(metadata) AS m WHERE m.level = 'error')) AS n FROM function_logs
--- count from a subquery with distinct
SELECT COUNT(*) AS n FROM (SELECT DISTINCT project, identifier FROM edge_logs)
--- correlated subquery with a group by inside
SELECT id, ARRAY(SELECT STRUCT(m.level AS level, COUNT(*) AS n) FROM UNNEST(metadata) AS m GROUP BY m.level ORDER BY m.level) AS counts FROM function_logs ORDER BY id LIMIT 6
--- correlated subquery reading two outer rows
SELECT a.id, b.id AS bid, (SELECT COUNT(*) FROM UNNEST([a.project, b.project]) AS p WHERE p = 'alpha') AS n FROM pgbouncer_logs AS a JOIN postgrest_logs AS b ON SUBSTR(a.id, 3) = SUBSTR(b.id, 3) ORDER BY a.id
--- array of an ordered subquery with limit and offset
SELECT ARRAY(SELECT id FROM edge_logs WHERE id IS NOT NULL ORDER BY id DESC LIMIT 3 OFFSET 1) AS a
--- any row of a union in a subquery
SELECT x FROM (SELECT 1 AS x UNION ALL SELECT 2) WHERE x IN UNNEST([2, 3])
--- cte columns keep their order with star
WITH t AS (SELECT 'b' AS y, 1 AS x) SELECT * FROM t
--- cte with unnest of its array
WITH t AS (SELECT id, metadata FROM function_logs) SELECT t.id, m.level FROM t, t.metadata AS m WHERE m.level = 'error'
--- value table cte
WITH t AS (SELECT AS STRUCT 1 AS a, 'x' AS b) SELECT a, b, t FROM t
--- union with different column counts
SELECT 1, 2 UNION ALL SELECT 1
--- union with types that do not meet
SELECT 1 UNION ALL SELECT 'x'
--- union without a quantifier
SELECT 1 UNION SELECT 2
--- mixed set operations need parentheses
SELECT 1 UNION ALL SELECT 2 EXCEPT DISTINCT SELECT 3
--- cte not yet defined
WITH a AS (SELECT * FROM b), b AS (SELECT 1 AS x) SELECT * FROM a
--- cte defined twice
WITH a AS (SELECT 1 AS x), a AS (SELECT 2 AS x) SELECT * FROM a
--- self reference without recursive
WITH a AS (SELECT * FROM a) SELECT * FROM a
--- scalar subquery with two columns
SELECT (SELECT 1, 2)
--- in subquery with two columns
SELECT 1 IN (SELECT 1, 2)
--- order by in a set operation names an unknown column
SELECT 1 AS x UNION ALL SELECT 2 ORDER BY y
--- a recursive query with a WITH of its own
WITH RECURSIVE a AS (WITH b AS (SELECT 1 AS k UNION ALL SELECT 2) SELECT k AS n FROM b UNION ALL SELECT a.n + b.k FROM a JOIN b ON a.n < 4) SELECT n FROM a ORDER BY n
--- recursive queries within one another
WITH RECURSIVE a AS (WITH RECURSIVE b AS (SELECT 0 AS n UNION ALL (SELECT n + 1 FROM b WHERE n < 5)) SELECT * FROM b UNION ALL SELECT 10 + n FROM a WHERE n < 30) SELECT n FROM a ORDER BY n
--- the WITH of a recursive query hides its name
WITH RECURSIVE a AS (WITH a AS (SELECT 1 AS n) SELECT n FROM a UNION ALL SELECT n + 1 FROM a WHERE n < 3) SELECT n FROM a ORDER BY n
