--- comma join of a table with its array path
SELECT t.id, m.execution_time_ms FROM function_edge_logs t, t.metadata m ORDER BY t.id, m.execution_id
--- cross join unnest
SELECT id, m.event_type FROM function_logs CROSS JOIN UNNEST(metadata) AS m
--- cross join unnest through three levels
SELECT id, h.cf_cache_status FROM edge_logs CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.response) AS r CROSS JOIN UNNEST(r.headers) AS h
--- left join unnest without a condition
SELECT id, m.event_type FROM function_logs LEFT JOIN UNNEST(metadata) AS m
--- left join unnest on true
SELECT id, m.event_type FROM function_logs LEFT JOIN UNNEST(metadata) AS m ON TRUE
--- left join unnest with a condition
SELECT id, m.event_type, m.level FROM function_logs LEFT JOIN UNNEST(metadata) AS m ON m.level = 'error'
--- left joins nested over missing levels
SELECT t.id, r.status_code, h.content_type FROM edge_logs AS t LEFT JOIN UNNEST(t.metadata) AS m LEFT JOIN UNNEST(m.response) AS r LEFT JOIN UNNEST(r.headers) AS h
--- left join of an outer row's array under a condition on the outer row
SELECT t.id, m.level FROM function_logs AS t LEFT JOIN UNNEST(t.metadata) AS m ON m.level = 'info' AND t.id < 'f-0010'
--- inner join unnest with a condition
SELECT id, m.level FROM function_logs INNER JOIN UNNEST(metadata) AS m ON m.level IN ('error', 'warning')
--- unnest alias that shadows the column
SELECT id, metadata.level FROM function_logs CROSS JOIN UNNEST(metadata) AS metadata
--- fields named without their range variable
SELECT id, path, method, status_code FROM edge_logs CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS request CROSS JOIN UNNEST(m.response) AS response
--- unnest without an alias shows the fields
SELECT id, level FROM function_logs, UNNEST(metadata)
--- implicit path without unnest
SELECT t.id, level FROM function_logs AS t, t.metadata
--- implicit path join with on
SELECT t.id, m.level FROM function_logs AS t JOIN t.metadata AS m ON m.level = 'info'
--- implicit path left join
SELECT t.id, m.level FROM function_logs AS t LEFT JOIN t.metadata AS m
--- path of a table name without alias
SELECT function_logs.id, m.level FROM function_logs, function_logs.metadata AS m
--- unnest of a literal
SELECT x FROM UNNEST([3, 1, 2]) AS x
--- unnest with offset
SELECT x, o FROM UNNEST(['a', 'b', 'c']) AS x WITH OFFSET AS o ORDER BY o DESC
--- unnest with offset under its default name
SELECT x, offset FROM UNNEST(['a', 'b', 'c']) AS x WITH OFFSET
--- correlated unnest with offset
SELECT id, o, m.level FROM function_logs, UNNEST(metadata) AS m WITH OFFSET AS o WHERE o > 0
--- left join unnest with offset
SELECT id, o, m.level FROM function_logs LEFT JOIN UNNEST(metadata) AS m WITH OFFSET AS o
--- implicit path with offset
SELECT t.id, o FROM function_logs t, t.metadata m WITH OFFSET o WHERE o = 1
--- array of scalars
SELECT id, d FROM realtime_logs, UNNEST(metadata) m, UNNEST(m.context) c, UNNEST(c.domain) AS d
--- array of scalars with offset and where
SELECT id, a, p FROM auth_logs, UNNEST(metadata) m, UNNEST(m.args) AS a WITH OFFSET p WHERE p < 2
--- left join over array of scalars
SELECT t.id, d FROM realtime_logs t LEFT JOIN UNNEST(t.metadata) m LEFT JOIN UNNEST(m.context) c LEFT JOIN UNNEST(c.domain) AS d
--- two independent arrays multiply
SELECT x, y FROM UNNEST([1, 2]) AS x, UNNEST(['a', 'b']) AS y
--- unnest of an expression over the row
SELECT id, part FROM pgbouncer_logs, UNNEST(SPLIT(id, '-')) AS part
--- unnest of a null array
SELECT x FROM UNNEST(CAST(NULL AS ARRAY<INT64>)) AS x
--- unnest of an empty array left joined
SELECT a, x FROM (SELECT 1 AS a) LEFT JOIN UNNEST(ARRAY<INT64>[]) AS x
--- unnest of structs
SELECT a, b FROM UNNEST([STRUCT(1 AS a, 'x' AS b), STRUCT(2, 'y')])
--- unnest of structs as a row
SELECT s, s.a FROM UNNEST([STRUCT(1 AS a, 'x' AS b), STRUCT(2, NULL)]) AS s
--- star over an unnest of structs
SELECT * FROM UNNEST([STRUCT(1 AS a, 'x' AS b), STRUCT(2, 'y')]) AS s
--- star over a table and its unnest
SELECT * EXCEPT (metadata, event_message) FROM function_logs, UNNEST(metadata) AS m WHERE m.level = 'error'
--- star over a table and its unnest without the double
SELECT t.* EXCEPT (metadata, event_message), m.* EXCEPT (timestamp) FROM function_logs AS t, UNNEST(metadata) AS m WHERE m.level = 'error'
--- star over scalars
SELECT * FROM UNNEST([1, 2]) AS x, UNNEST(['a']) AS y WITH OFFSET AS o
--- subscripts instead of joins
SELECT id, metadata[SAFE_OFFSET(0)].level AS l, metadata[SAFE_ORDINAL(2)].level AS second FROM function_logs
--- subscript without wrapper
SELECT id, metadata[0].level AS l FROM function_logs WHERE ARRAY_LENGTH(metadata) > 0
--- inner join of two views
SELECT e.id, p.id AS pid FROM edge_logs AS e JOIN postgrest_logs AS p ON e.project = p.project AND SUBSTR(e.id, 3) = SUBSTR(p.id, 3)
--- left join of two views
SELECT e.id, p.event_message FROM edge_logs AS e LEFT JOIN postgrest_logs AS p ON SUBSTR(e.id, 3) = SUBSTR(p.id, 3)
--- right join
SELECT e.id, p.id AS pid FROM (SELECT * FROM edge_logs WHERE project = 'beta') AS e RIGHT OUTER JOIN postgrest_logs AS p ON SUBSTR(e.id, 3) = SUBSTR(p.id, 3)
--- full join
SELECT e.id, p.id AS pid FROM (SELECT id, project FROM edge_logs WHERE project = 'beta') AS e FULL JOIN (SELECT id, project FROM postgrest_logs WHERE project = 'beta') AS p ON SUBSTR(e.id, 3) = SUBSTR(p.id, 3)
--- join on false keeps the left rows
SELECT a, b FROM UNNEST([1, 2]) AS a LEFT JOIN UNNEST([3]) AS b ON FALSE
--- join with an inequality
SELECT a, b FROM UNNEST([1, 2, 3]) AS a JOIN UNNEST([2, 3]) AS b ON a < b
--- join keys that are null do not match
SELECT a.k, b.k AS bk FROM (SELECT NULL AS k UNION ALL SELECT 1) AS a JOIN (SELECT NULL AS k UNION ALL SELECT 1) AS b ON a.k = b.k
--- join using
SELECT project, a.id, b.id AS bid FROM postgrest_logs AS a JOIN pgbouncer_logs AS b USING (project) WHERE a.id < 'g-0004' AND b.id < 'b-0004'
--- left join using takes the left key
SELECT k, a, b FROM (SELECT 1 AS k, 'x' AS a UNION ALL SELECT 2, 'y') LEFT JOIN (SELECT 1 AS k, 'z' AS b) USING (k)
--- right join using takes the right key
SELECT k, a, b FROM (SELECT 1 AS k, 'x' AS a) RIGHT JOIN (SELECT 1 AS k, 'z' AS b UNION ALL SELECT 3, 'w') USING (k)
--- full join using takes the key that is there
SELECT k, a, b FROM (SELECT 1 AS k, 'x' AS a UNION ALL SELECT 2, 'y') FULL JOIN (SELECT 1 AS k, 'z' AS b UNION ALL SELECT 3, 'w') USING (k)
--- star over a join using shows the key once
SELECT * FROM (SELECT 'l' AS a, 1 AS k) JOIN (SELECT 1 AS k, 'r' AS b) USING (k)
--- range variable star over a join using
SELECT x.*, y.* FROM (SELECT 'l' AS a, 1 AS k) AS x FULL JOIN (SELECT 2 AS k, 'r' AS b) AS y USING (k)
--- using with two keys
SELECT j, k, a, b FROM (SELECT 1 AS j, 2 AS k, 'x' AS a) JOIN (SELECT 2 AS k, 1 AS j, 'y' AS b) USING (k, j)
--- using with keys of different types
SELECT k FROM (SELECT 1 AS k) JOIN (SELECT 1.0 AS k) USING (k)
--- parenthesised join
SELECT a, b, c FROM UNNEST([1, 2]) AS a LEFT JOIN (UNNEST([2, 3]) AS b JOIN UNNEST([2, 3]) AS c ON b = c) ON a = b
--- consecutive on clauses
SELECT a, b, c FROM UNNEST([1, 2]) AS a JOIN UNNEST([1, 2]) AS b JOIN UNNEST([1, 2]) AS c ON b = c ON a = b
--- comma binds after join
SELECT a, b, c FROM UNNEST([1]) AS a, UNNEST([2, 3]) AS b JOIN UNNEST([3, 4]) AS c ON b = c
--- derived table without alias
SELECT id FROM (SELECT id FROM pgbouncer_logs WHERE file IS NOT NULL)
--- derived tables nested
SELECT n FROM (SELECT COUNT(*) AS n FROM (SELECT DISTINCT project FROM (SELECT project FROM edge_logs WHERE project IS NOT NULL)))
--- derived table with order and limit
SELECT id FROM (SELECT id FROM edge_logs ORDER BY id DESC LIMIT 3) ORDER BY id
--- derived table whose columns shadow the outer ones
SELECT timestamp, n FROM (SELECT TIMESTAMP_TRUNC(timestamp, DAY) AS timestamp, COUNT(*) AS n FROM realtime_logs GROUP BY timestamp) AS d ORDER BY timestamp
--- derived table of an unnest
SELECT d.id, d.m.level AS l FROM (SELECT id, m FROM function_logs, UNNEST(metadata) AS m) AS d
--- self join with different aliases
SELECT a.id, b.id AS next FROM pgbouncer_logs AS a JOIN pgbouncer_logs AS b ON a.timestamp = b.timestamp AND a.id < b.id
--- lateral reference to a derived table's array
SELECT d.n, x FROM (SELECT ARRAY_LENGTH(metadata) AS n, metadata FROM function_logs) AS d, UNNEST(d.metadata) AS m, UNNEST([m.level]) AS x
--- join condition over unnested fields of both sides
SELECT e.id AS eid, f.id AS fid FROM (SELECT id, m FROM realtime_logs, UNNEST(metadata) m) e JOIN (SELECT id, m FROM function_logs, UNNEST(metadata) m) f ON e.m.region = f.m.region AND e.m.level = f.m.level
--- count of a three-way fan-out
SELECT COUNT(*) AS n FROM edge_logs AS t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r CROSS JOIN UNNEST(r.headers) AS h CROSS JOIN UNNEST(r.cf) AS c
--- bot detection ids
SELECT t.id, d FROM edge_logs AS t, UNNEST(metadata) m, UNNEST(m.request) r, UNNEST(r.cf) c, UNNEST(c.botManagement) b, UNNEST(b.detectionIds) d
--- deep payload of a token
SELECT t.id, p.role, p.expires_at FROM edge_logs AS t, UNNEST(metadata) m, UNNEST(m.request) r, UNNEST(r.sb) s, UNNEST(s.jwt) j, UNNEST(j.authorization) a, UNNEST(a.payload) p
--- full join with a condition that is no equality
SELECT a, b FROM UNNEST([1, 2, 3]) AS a FULL JOIN UNNEST([2, 5]) AS b ON a > b
--- cross join of a derived table and a view
SELECT x.n, p.id FROM (SELECT COUNT(*) AS n FROM function_logs) AS x CROSS JOIN pgbouncer_logs AS p WHERE p.id < 'b-0003'
--- unnest of a struct's array field in a parenthesised expression
SELECT x FROM (SELECT STRUCT([1, 2] AS a) AS s) AS t, UNNEST(t.s.a) AS x
--- array column named without range variable in from
SELECT id, m.level FROM function_logs AS t, UNNEST(t.metadata) AS m WHERE t.id = 'f-0002'
--- cannot access a field of an array
SELECT metadata.level FROM function_logs
--- unnest of a scalar is refused
SELECT x FROM pgbouncer_logs, UNNEST(id) AS x
--- duplicate range variable
SELECT 1 FROM edge_logs AS t, postgres_logs AS t
--- using a column that one side lacks
SELECT 1 FROM pgbouncer_logs JOIN postgrest_logs USING (file)
--- join without a condition
SELECT 1 FROM pgbouncer_logs JOIN postgrest_logs
--- correlated reference to a later table
SELECT 1 FROM UNNEST(t.metadata) AS m, function_logs AS t
--- right join with a correlated unnest is refused
SELECT 1 FROM function_logs AS t RIGHT JOIN UNNEST(t.metadata) AS m ON TRUE
--- lateral derived tables are refused
SELECT 1 FROM function_logs AS t, (SELECT t.id)
--- offsets joined by their name
SELECT a, b, offset FROM UNNEST(['a', 'b']) AS a WITH OFFSET LEFT JOIN UNNEST(['c']) AS b WITH OFFSET USING (offset) ORDER BY a
--- star over offsets joined by their name
SELECT * FROM UNNEST(['a', 'b']) AS a WITH OFFSET JOIN UNNEST(['c', 'd']) AS b WITH OFFSET USING (offset) ORDER BY a
--- offsets of one name without USING
SELECT a, b FROM UNNEST(['a', 'b']) AS a WITH OFFSET, UNNEST(['c', 'd']) AS b WITH OFFSET
