--- group by an alias that shadows the column
SELECT TIMESTAMP_TRUNC(timestamp, HOUR) AS timestamp, COUNT(*) AS count FROM postgres_logs GROUP BY timestamp ORDER BY timestamp
--- group by an alias that shadows the column of an aliased table
SELECT timestamp_trunc(t.timestamp, minute) AS timestamp, count(*) AS count FROM edge_logs AS t GROUP BY timestamp ORDER BY timestamp DESC
--- group by the qualified column is not the alias
SELECT TIMESTAMP_TRUNC(t.timestamp, HOUR) AS timestamp, COUNT(*) AS n FROM realtime_logs AS t GROUP BY t.timestamp
--- group by a select alias of an unnested field
SELECT r.method AS verb, COUNT(*) AS n FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY verb
--- group by ordinals
SELECT r.method, r.host, COUNT(*) FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY 1, 2
--- group by an expression repeated in the select list
SELECT LENGTH(project) + 1 AS l, COUNT(*) AS n FROM edge_logs GROUP BY LENGTH(project) + 1
--- a function of a column inside a grouped one is not seen through
SELECT CONCAT(UPPER(project), '!') AS p, COUNT(*) AS n FROM edge_logs GROUP BY UPPER(project)
--- group by an expression used inside another
SELECT CONCAT(UPPER(t.project), '!') AS p, COUNT(*) AS n FROM edge_logs AS t GROUP BY UPPER(t.project)
--- group by a column and use its function
SELECT UPPER(project) AS p, COUNT(*) AS n FROM edge_logs GROUP BY project
--- group by nothing aggregates all
SELECT COUNT(*) AS n, COUNT(project) AS p, COUNT(DISTINCT project) AS d, MIN(timestamp) AS lo, MAX(timestamp) AS hi FROM edge_logs
--- aggregate over no rows
SELECT COUNT(*) AS n, SUM(m.execution_time_ms) AS s, AVG(m.execution_time_ms) AS a, MIN(id) AS lo, MAX(id) AS hi, ARRAY_AGG(id) AS ids, STRING_AGG(id) AS t, COUNTIF(id = 'x') AS c, LOGICAL_OR(TRUE) AS o, ANY_VALUE(id) AS v FROM function_edge_logs, UNNEST(metadata) m WHERE FALSE
--- group over no rows
SELECT project, COUNT(*) AS n FROM edge_logs WHERE FALSE GROUP BY project
--- null is a group
SELECT project, COUNT(*) AS n, COUNT(identifier) AS i FROM edge_logs GROUP BY project ORDER BY project
--- sums of integers
SELECT SUM(m.execution_time_ms) AS s, SUM(DISTINCT m.execution_time_ms) AS d FROM function_edge_logs, UNNEST(metadata) m
--- sum of floats
SELECT SUM(x) AS s FROM UNNEST([0.5, 0.25, NULL, 1e10]) AS x
--- sum of numerics
SELECT SUM(CAST(x AS NUMERIC)) AS s, AVG(CAST(x AS NUMERIC)) AS a FROM UNNEST(['0.1', '0.2', '12345678901234567890.5']) AS x
--- sum overflow is an error
SELECT SUM(x) FROM UNNEST([9223372036854775807, 1]) AS x
--- sum of big integers without overflow in the end
SELECT SUM(x) AS s FROM UNNEST([9223372036854775807, 1, -1]) AS x
--- averages
SELECT AVG(m.execution_time_ms) AS a, AVG(DISTINCT m.execution_time_ms) AS d, AVG(IF(m.execution_time_ms > 100, NULL, 1.5)) AS c FROM function_edge_logs, UNNEST(metadata) m
--- average of integers that do not divide
SELECT AVG(x) AS a FROM UNNEST([1, 2, 2]) AS x
--- min and max of all types
SELECT MIN(d) AS a, MAX(d) AS b, MIN(s) AS c, MAX(s) AS e, MIN(f) AS f, MAX(f) AS g, MIN(b) AS h, MAX(b) AS i FROM UNNEST([STRUCT(DATE '2026-01-01' AS d, 'ä' AS s, 1.5 AS f, TRUE AS b), (DATE '2025-12-31', 'b', -1, FALSE), (NULL, NULL, NULL, NULL)])
--- min and max with NaN
SELECT MIN(x) AS lo, MAX(x) AS hi FROM UNNEST([1.5, CAST('nan' AS FLOAT64), 3]) AS x
--- countif and conditional counts
SELECT COUNTIF(r.status_code >= 400) AS bad, COUNT(CASE WHEN r.status_code >= 500 THEN 1 END) AS worse, SUM(IF(r.status_code IS NULL, 1, 0)) AS none FROM edge_logs, UNNEST(metadata) m, UNNEST(m.response) r
--- having
SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY project HAVING COUNT(*) > 3
--- having over an alias
SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY project HAVING n BETWEEN 2 AND 9
--- having without group by
SELECT COUNT(*) AS n FROM edge_logs HAVING COUNT(*) > 1000
--- order by an aggregate
SELECT project FROM edge_logs GROUP BY project ORDER BY COUNT(*) DESC, project
--- order by an alias of an aggregate
SELECT project, COUNT(*) AS count FROM edge_logs GROUP BY project ORDER BY count DESC, project LIMIT 2
--- rollup
SELECT project, r.method, COUNT(*) AS n FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY ROLLUP (project, r.method)
--=
SELECT project, r.method, COUNT(*) AS n FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY project, r.method UNION ALL SELECT project, NULL, COUNT(*) FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY project UNION ALL SELECT NULL, NULL, COUNT(*) FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r
--- rollup of one expression
SELECT TIMESTAMP_TRUNC(timestamp, DAY) AS day, COUNT(*) AS n FROM realtime_logs GROUP BY ROLLUP (day)
--=
SELECT TIMESTAMP_TRUNC(timestamp, DAY) AS day, COUNT(*) AS n FROM realtime_logs GROUP BY day UNION ALL SELECT NULL, COUNT(*) FROM realtime_logs
--- rollup with having
SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY ROLLUP (project) HAVING n > 5
--=
SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY project HAVING n > 5 UNION ALL SELECT NULL, COUNT(*) FROM edge_logs
--- rollup over no rows has no total
SELECT project, COUNT(*) AS n FROM edge_logs WHERE FALSE GROUP BY ROLLUP (project)
--=
SELECT project, COUNT(*) AS n FROM edge_logs WHERE FALSE GROUP BY project
--- grouping sets over no rows for a row around them
SELECT x, ARRAY(SELECT AS STRUCT n, COUNT(*) AS c FROM UNNEST([1, 2, 2]) AS n WHERE n > x GROUP BY ROLLUP(n) ORDER BY n) AS l FROM UNNEST([1, 2]) AS x
--=
SELECT 1 AS x, [STRUCT(CAST(NULL AS INT64) AS n, 2 AS c), (2, 2)] AS l UNION ALL SELECT 2, []
--- one empty grouping set has a row over no rows
SELECT COUNT(*) AS n, MAX(x) AS m FROM UNNEST(ARRAY<INT64>[]) AS x GROUP BY GROUPING SETS (())
--=
SELECT 0 AS n, CAST(NULL AS INT64) AS m
--- group by all
SELECT project, LENGTH(id) AS l, COUNT(*) AS n FROM edge_logs GROUP BY ALL
--=
SELECT project, LENGTH(id) AS l, COUNT(*) AS n FROM edge_logs GROUP BY project, l
--- quantiles at constant offsets
SELECT APPROX_QUANTILES(x, 100)[OFFSET(50)] AS p50, APPROX_QUANTILES(x, 4)[OFFSET(0)] AS lo, APPROX_QUANTILES(x, 4)[ORDINAL(5)] AS hi, APPROX_QUANTILES(x, 100)[SAFE_OFFSET(200)] AS none FROM UNNEST(GENERATE_ARRAY(0, 100)) AS x
--=
SELECT 50 AS p50, 0 AS lo, 100 AS hi, CAST(NULL AS INT64) AS none
--- quantiles as a list
SELECT APPROX_QUANTILES(x, 2) AS q FROM UNNEST([5, 1, 3]) AS x
--=
SELECT [1, 3, 5] AS q
--- quantiles of nothing
SELECT APPROX_QUANTILES(x, 2)[OFFSET(1)] AS q FROM UNNEST(ARRAY<INT64>[]) AS x
--=
SELECT CAST(NULL AS INT64) AS q
--- approximate counts and tops of few values
SELECT APPROX_COUNT_DISTINCT(project) AS n FROM edge_logs
--=
SELECT COUNT(DISTINCT project) AS n FROM edge_logs
--- group by a struct field
SELECT s.a, COUNT(*) AS n FROM UNNEST([STRUCT(STRUCT(1 AS a) AS s), STRUCT(STRUCT(1)), STRUCT(STRUCT(2))]) GROUP BY s.a
--- group by floats
SELECT x, COUNT(*) AS n FROM UNNEST([1.5, 1.5, CAST('nan' AS FLOAT64), CAST('nan' AS FLOAT64), 0.0, -0.0, NULL, NULL]) AS x GROUP BY x
--- array_agg in order
SELECT project, ARRAY_AGG(id ORDER BY id DESC) AS ids FROM pgbouncer_logs GROUP BY project
--- array_agg with a limit
SELECT ARRAY_AGG(id ORDER BY timestamp DESC, id LIMIT 3) AS ids FROM pgbouncer_logs
--- array_agg ignores nulls
SELECT ARRAY_AGG(project IGNORE NULLS ORDER BY id) AS p FROM pgbouncer_logs
--- array_agg of distinct values
SELECT ARRAY_AGG(DISTINCT project IGNORE NULLS ORDER BY project) AS p FROM edge_logs
--- array_agg of distinct values in descending order
SELECT ARRAY_AGG(DISTINCT project IGNORE NULLS ORDER BY project DESC LIMIT 2) AS p FROM edge_logs
--- array_agg of structs
SELECT project, ARRAY_AGG(STRUCT(id, LENGTH(event_message) AS l) ORDER BY id LIMIT 2) AS newest FROM edge_logs GROUP BY project
--- array_agg of structs then subscript
SELECT project, ARRAY_AGG(STRUCT(id, timestamp) ORDER BY timestamp DESC, id DESC LIMIT 1)[OFFSET(0)].id AS newest FROM edge_logs GROUP BY project
--- array_agg over several keys with nulls
SELECT ARRAY_AGG(id ORDER BY project DESC NULLS LAST, id LIMIT 6) AS ids FROM edge_logs
--- array_concat_agg
SELECT ARRAY_CONCAT_AGG(m.args ORDER BY t.id, m.time, m.user_id) AS a FROM auth_logs t, UNNEST(metadata) m WHERE t.id < 'a-0008' AND ARRAY_LENGTH(t.metadata) = 1
--- string_agg
SELECT STRING_AGG(id, ', ' ORDER BY id) AS a, STRING_AGG(project ORDER BY id DESC) AS b, STRING_AGG(DISTINCT project, '|' ORDER BY project LIMIT 2) AS c FROM pgbouncer_logs
--- any_value having max
SELECT project, ANY_VALUE(id HAVING MAX id) AS last, ANY_VALUE(id HAVING MIN id) AS first FROM edge_logs GROUP BY project
--- max having min
SELECT MAX(id HAVING MIN project) AS a, SUM(LENGTH(id) HAVING MAX project) AS b FROM edge_logs
--- logical aggregates
SELECT LOGICAL_AND(x > 1) AS a, LOGICAL_OR(x > 2) AS o, LOGICAL_AND(CAST(NULL AS BOOL)) AS n FROM UNNEST([2, 3, NULL]) AS x
--- bit aggregates
SELECT BIT_AND(x) AS a, BIT_OR(x) AS o, BIT_XOR(x) AS y, BIT_XOR(DISTINCT x) AS d FROM UNNEST([12, 10, 10, NULL]) AS x
--- statistics
SELECT STDDEV(x) AS a, STDDEV_POP(x) AS b, VARIANCE(x) AS c, VAR_POP(x) AS d, STDDEV_SAMP(x) AS e, VAR_SAMP(x) AS f FROM UNNEST([1, 2, 4, 8]) AS x
--- statistics of one row
SELECT STDDEV(x) AS a, STDDEV_POP(x) AS b, VAR_SAMP(x) AS c FROM UNNEST([5]) AS x
--- correlation
SELECT CORR(x, y) AS c, COVAR_POP(x, y) AS p, COVAR_SAMP(x, y) AS s FROM UNNEST([STRUCT(1.0 AS x, 2.0 AS y), (2.0, 4.5), (3.0, 5.0), (NULL, 1.0)])
--- nested aggregates through a derived table
SELECT MAX(n) AS m, AVG(n) AS a FROM (SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY project)
--- aggregate of an expression over aggregates
SELECT project, ROUND(100 * COUNTIF(r.status_code >= 400) / COUNT(*), 2) AS pct, SAFE_DIVIDE(COUNT(r.status_code), 0) AS z FROM edge_logs, UNNEST(metadata) m, UNNEST(m.response) r GROUP BY project
--- count distinct over several groups
SELECT m.function_id, COUNT(DISTINCT m.deployment_id) AS d, COUNT(DISTINCT IF(r.status_code >= 400, m.execution_id, NULL)) AS e FROM function_edge_logs, UNNEST(metadata) m LEFT JOIN UNNEST(m.response) r GROUP BY m.function_id
--- group by and the same alias in where
SELECT LOWER(r.method) AS method, COUNT(*) AS n FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r WHERE method = 'GET' GROUP BY method
--- group by an alias equal to a field name
SELECT r.path AS path, COUNT(*) AS n, MIN(path) AS p FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY path
--- group by constant alias
SELECT 'all' AS k, COUNT(*) AS n FROM edge_logs GROUP BY k
--- group by bool expression
SELECT r.status_code >= 400 AS is_error, COUNT(*) AS n FROM edge_logs, UNNEST(metadata) m, UNNEST(m.response) r GROUP BY 1
--- group by case
SELECT CASE WHEN status_code < 400 THEN 'ok' WHEN status_code < 500 THEN 'client' WHEN status_code >= 500 THEN 'server' END AS class, COUNT(*) AS n FROM edge_logs, UNNEST(metadata) m, UNNEST(m.response) r GROUP BY class
--- two aggregates with different distinct arguments
SELECT COUNT(DISTINCT id) AS a, COUNT(DISTINCT project) AS b, COUNT(DISTINCT UPPER(project)) AS c FROM edge_logs
--- count distinct of a struct field
SELECT COUNT(DISTINCT s.x) AS n FROM UNNEST([STRUCT(STRUCT(1 AS x) AS s), STRUCT(STRUCT(1))])
--- group by all columns of a join
SELECT e.project, p.project AS q, COUNT(*) AS n FROM postgrest_logs e LEFT JOIN pgbouncer_logs p ON e.project = p.project GROUP BY e.project, p.project
--- array_agg with a null element in the result is refused at the top
SELECT ARRAY_LENGTH(ARRAY_AGG(project)) AS n, ARRAY_AGG(IFNULL(project, '-') ORDER BY id LIMIT 3) AS p FROM edge_logs
--- column neither grouped nor aggregated
SELECT id, COUNT(*) FROM edge_logs GROUP BY project
--- column without group by beside an aggregate
SELECT id, COUNT(*) FROM edge_logs
--- aggregate in where
SELECT id FROM edge_logs WHERE COUNT(*) > 1
--- aggregate of an aggregate
SELECT SUM(COUNT(*)) FROM edge_logs
--- star with group by
SELECT * FROM edge_logs GROUP BY id
--- group by an aggregate alias
SELECT COUNT(*) AS n FROM edge_logs GROUP BY n
--- group by an array
SELECT metadata FROM edge_logs GROUP BY metadata
--- group by ordinal out of range
SELECT project FROM edge_logs GROUP BY 3
--- having refers to an ungrouped column
SELECT project FROM edge_logs GROUP BY project HAVING id = 'x'
--- unknown aggregate field
SELECT SUM(m.latency) FROM function_edge_logs, UNNEST(metadata) m
--- sum of a string
SELECT SUM(id) FROM edge_logs
--- safe sum of integers that overflows
SELECT g, SAFE.SUM(x) AS a, SAFE.SUM(DISTINCT x) AS b FROM (SELECT 1 AS g, 9223372036854775807 AS x UNION ALL SELECT 1, 1 UNION ALL SELECT 2, 3) GROUP BY g
--- safe sum of floats that overflows
SELECT SAFE.SUM(x) AS a, SAFE.SUM(-x / 2) AS b FROM UNNEST([1.7e308, 1.7e308]) AS x
--- safe sum of numerics that overflows
SELECT SAFE.SUM(x) AS a, SAFE.SUM(x - 1) AS b FROM UNNEST([NUMERIC '99999999999999999999999999999', NUMERIC '1']) AS x
--- safe sum of intervals that overflows
SELECT SAFE.SUM(x) AS a, SAFE.AVG(x) AS b FROM UNNEST([INTERVAL 10000 YEAR, INTERVAL 1 YEAR]) AS x
--- safe sum over a window that overflows
SELECT x, SAFE.SUM(x) OVER (ORDER BY x) AS s FROM UNNEST([1, 9223372036854775807]) AS x ORDER BY x
--- safe sum does not forgive its argument
SELECT SAFE.SUM(1 / x) AS a FROM UNNEST([0, 1]) AS x
--- sum of numerics beyond 128 bits
SELECT SUM(x) AS a FROM UNNEST([NUMERIC '99999999999999999999999999999', NUMERIC '99999999999999999999999999999']) AS x
