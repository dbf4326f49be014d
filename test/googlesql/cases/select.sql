--- literals keep their types
SELECT 1 AS i, -2 AS n, 0xFF AS h, 1.5 AS d, 1e3 AS e, .5 AS f, 7. AS g, TRUE AS t, NULL AS nothing, 'a' AS s, b'\x01\xff' AS b
--- adjacent string literals are refused
SELECT 'it\'s' AS a, "double \"q\"" AS b, r'\d+\n' AS c, '''tri'ple
line''' AS d, """x"y""" AS e, '\u00e4\x41\101\t|' AS f, R"raw\"" AS g, '' AS h, 'a' 'b' AS i
--- string literal forms
SELECT 'it\'s' AS a, "double \"q\"" AS b, r'\d+\n' AS c, '''tri'ple
line''' AS d, """x"y""" AS e, '\u00e4\x41\101\t|' AS f, R"raw\"" AS g, '' AS h, '\U0001F680' AS i, '\a\b\f\v\?\`' AS j
--- bytes literals
SELECT b'abc' AS a, B"\xe4" AS b, rb'\x00' AS c, bR'''q'q''' AS d, b'' AS e, LENGTH(b'\xc3\xa4') AS f
--- typed literals
SELECT DATE '2026-07-01' AS a, DATETIME '2026-07-01 10:11:12.25' AS b, TIME '23:59:59.999999' AS c, TIMESTAMP '2026-07-01 10:00:00+02:00' AS d, NUMERIC '12.340' AS e, JSON '{"b": 1, "a": [true, null]}' AS f
--- bignumeric literals
SELECT BIGNUMERIC '-0.00000000001' AS f
--- timestamp literal without zone is UTC
SELECT TIMESTAMP '2026-07-01 10:00:00' AS a, TIMESTAMP '2026-07-01T10:00:00Z' AS b, TIMESTAMP '2026-07-01' AS c, TIMESTAMP '2026-07-01 10:00:00.123456 America/New_York' AS d, TIMESTAMP '2026-07-01 10:00:00.5-03' AS e
--- large integers
SELECT 9223372036854775807 AS a, -9223372036854775808 AS b, 9007199254740993 AS c, 0x7fffffffffffffff AS d
--- float literals at the edges
SELECT 1.7976931348623157e308 AS a, 5e-324 AS b, 1e-7 AS c, 123456789.125 AS d, 1E+10 AS e
--- anonymous columns are numbered among themselves
SELECT 1, 2 AS two, 3, UPPER('x'), id FROM pgbouncer_logs WHERE id = 'b-0000'
--- column names come from paths
SELECT t.id, t.event_message, m.host FROM pgbouncer_logs AS t, t.metadata AS m WHERE m.host = 'h1'
--- star of a small table
SELECT * FROM pgbouncer_logs WHERE file IS NULL
--- star except
SELECT * EXCEPT (metadata, event_message) FROM pgbouncer_logs ORDER BY timestamp, id
--- star replace
SELECT * REPLACE (UPPER(id) AS id, 1 AS file) FROM (SELECT id, file, project FROM pgbouncer_logs) ORDER BY id
--- star except and replace
SELECT * EXCEPT (file) REPLACE (CONCAT(id, '!') AS id) FROM (SELECT id, file, project FROM pgbouncer_logs) ORDER BY 1
--- range variable star
SELECT t.*, 1 AS one FROM (SELECT id, project FROM pgbouncer_logs) AS t ORDER BY id
--- struct star
SELECT s.* FROM (SELECT STRUCT(1 AS a, 'x' AS b) AS s)
--- struct star except
SELECT s.* EXCEPT (b), s.a + 1 AS c FROM (SELECT STRUCT(1 AS a, 'x' AS b) AS s)
--- dot star over unnested struct
SELECT id, p.* EXCEPT (query, detail, hint, context, location, internal_query, leader_pid) FROM postgres_logs, UNNEST(metadata) AS m, UNNEST(m.parsed) AS p WHERE p.error_severity = 'PANIC' ORDER BY id, p.process_id, p.session_id
--- distinct
SELECT DISTINCT project FROM edge_logs
--- distinct over two columns with nulls
SELECT DISTINCT m.level, m.event_type FROM function_logs, UNNEST(metadata) AS m
--- distinct with order by and limit
SELECT DISTINCT r.method FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r ORDER BY method DESC LIMIT 3
--- distinct floats treats signed zeros alike
SELECT DISTINCT x FROM UNNEST([0.0, -0.0, 1.5, 1.5]) AS x WHERE x > 1
--- select without from
SELECT 1 + 1 AS two
--- where without from is refused
SELECT 1 WHERE TRUE
--- limit and offset
SELECT id FROM edge_logs ORDER BY id LIMIT 5 OFFSET 3
--- limit zero
SELECT id FROM edge_logs ORDER BY id LIMIT 0
--- order by descending with nulls
SELECT id, project FROM edge_logs ORDER BY project DESC, id
--- order by nulls last
SELECT id, project FROM edge_logs ORDER BY project ASC NULLS LAST, id LIMIT 40
--- order by nulls first descending
SELECT id, identifier FROM edge_logs ORDER BY identifier DESC NULLS FIRST, id DESC
--- order by ordinal
SELECT project, id FROM edge_logs ORDER BY 1, 2 DESC
--- order by an alias that shadows a column
SELECT LENGTH(event_message) AS id, t.id AS key FROM function_logs AS t ORDER BY id, key
--- order by an expression over an alias
SELECT id AS k FROM function_logs ORDER BY CONCAT(k, 'x') DESC LIMIT 3
--- order by a column that is not selected
SELECT event_message FROM function_logs ORDER BY id LIMIT 4
--- order by a column behind its alias
SELECT timestamp_trunc(timestamp, hour) AS timestamp, id FROM realtime_logs ORDER BY timestamp DESC, id
--- order by unicode strings goes by code points
SELECT s FROM UNNEST(['b', 'a', 'ä', 'B', '東', '🚀', '￿', 'é', '']) AS s ORDER BY s
--- order by floats with NaN and infinities
SELECT x FROM UNNEST([1.5, CAST('nan' AS FLOAT64), CAST('-inf' AS FLOAT64), NULL, CAST('inf' AS FLOAT64), -2]) AS x ORDER BY x
--- order by floats descending
SELECT x FROM UNNEST([1.5, CAST('nan' AS FLOAT64), CAST('-inf' AS FLOAT64), NULL, CAST('inf' AS FLOAT64), -2]) AS x ORDER BY x DESC
--- order by bool and bytes
SELECT b, y FROM UNNEST([STRUCT(TRUE AS b, b'\xff' AS y), (FALSE, b'a'), (NULL, b''), (TRUE, b'a\x00')]) ORDER BY b, y
--- trailing comma in the select list
SELECT id, project, FROM pgbouncer_logs ORDER BY id LIMIT 2
--- trailing semicolon and comments
SELECT 1 AS a -- one
/* two */ # three
;
--- keywords in any case
sElEcT iD fRoM pgbouncer_logs WhErE iD lIkE 'b-000%' oRdEr By Id
--- names are case-insensitive
SELECT T.ID, t.Event_Message FROM pgbouncer_logs AS t WHERE T.iD = 'b-0003'
--- names of tables are case-sensitive
SELECT 1 FROM PGBOUNCER_LOGS
--- names of ctes are case-insensitive
WITH Mine AS (SELECT 1 AS x) SELECT X FROM mINE
--- quoted identifiers
SELECT `t`.`id` AS `a b`, 1 AS `select`, `t`.id AS `ä` FROM `pgbouncer_logs` AS `t` ORDER BY `a b` LIMIT 1
--- select as struct in a subquery
SELECT (SELECT AS STRUCT 1 AS a, 'x' AS b).b AS b
--- select as struct from a table
SELECT (SELECT AS STRUCT id, project FROM pgbouncer_logs WHERE id = 'b-0004') AS s
--- select as value
SELECT v FROM (SELECT AS VALUE id FROM pgbouncer_logs WHERE id < 'b-0003') AS v ORDER BY v
--- value table of structs
SELECT a, b FROM (SELECT AS STRUCT 1 AS a, 2 AS b UNION ALL SELECT AS STRUCT 3, 4) ORDER BY a
--- whole row as a struct
SELECT t FROM (SELECT id, project FROM pgbouncer_logs) AS t ORDER BY t.id LIMIT 3
--- whole unnested row as a struct
SELECT id, h FROM edge_logs, UNNEST(metadata) m, UNNEST(m.response) r, UNNEST(r.headers) h WHERE h.cf_cache_status = 'HIT'
--- unnamed struct
SELECT (1, 'a', NULL) AS s, STRUCT(1, 'b') AS t, STRUCT(id) AS u FROM pgbouncer_logs WHERE id = 'b-0001'
--- typed struct constructor
SELECT STRUCT<a INT64, b FLOAT64, c DATE>(1, 2, '2026-01-01') AS s, STRUCT<STRING>('x') AS t
--- field of a struct constructor
SELECT STRUCT(1 AS a, STRUCT('deep' AS b) AS s).s.b AS d
--- array constructors
SELECT [1, 2, 3] AS a, ARRAY[1.5, 2] AS b, ARRAY<STRING>['x', NULL] AS c, ARRAY<INT64>[] AS d, [] AS e, [STRUCT(1 AS p, 'q' AS q)] AS f
--- array of mixed numbers has their common type
SELECT [1, 2.5] AS a, [NUMERIC '1', 2] AS b, [NULL, 'x'] AS c
--- nested arrays are refused
SELECT [[1], [2]] AS a
--- duplicate column names are refused in a derived table reference
SELECT a FROM (SELECT 1 AS a, 2 AS a)
--- unknown column with a suggestion
SELECT event_mesage FROM edge_logs
--- unknown column without a suggestion
SELECT nothing_like_it FROM edge_logs
--- unknown field
SELECT m.nope FROM edge_logs, UNNEST(metadata) AS m
--- unknown table with a suggestion
SELECT 1 FROM edge_log
--- unknown function
SELECT NO_SUCH_FUNCTION(1)
--- unknown function with a suggestion
SELECT REGEX_CONTAINS('a', 'b')
--- wrong argument type
SELECT LOWER(1)
--- wrong argument count
SELECT STARTS_WITH('a')
--- wrong operand types
SELECT id + 1 FROM edge_logs
--- operands of equality are no literal nulls
SELECT NULL = NULL
--- comparison of different types
SELECT id FROM edge_logs WHERE timestamp > 5
--- where must be boolean
SELECT id FROM edge_logs WHERE id
--- ambiguous column
SELECT id FROM edge_logs, postgres_logs
--- order by ordinal out of range
SELECT id FROM edge_logs ORDER BY 2
--- negative limit is refused
SELECT id FROM edge_logs LIMIT -1
--- missing parenthesis
SELECT (1 + 2 FROM edge_logs
--- misspelt keyword
SELEC 1
--- second statement
SELECT 1; SELECT 2
--- unclosed string
SELECT 'abc
--- unclosed comment
SELECT 1 /* abc
--- empty statement
 -- nothing
--- illegal escape
SELECT 'a\qb'
--- parameters
--@ {"since": ["TIMESTAMP", 1782900000000000], "n": ["INT64", 3], "names": ["ARRAY<STRING>", ["b-0001", "b-0005"]]}
SELECT id, @n + 1 AS n FROM pgbouncer_logs WHERE timestamp < @since AND id IN UNNEST(@Names) ORDER BY id LIMIT @n
--- undeclared parameter
SELECT @nope
--- window functions over aliases of aggregates
SELECT a, SUM(b) AS s FROM (SELECT 1 AS a, 2 AS b UNION ALL SELECT 2, 3 UNION ALL SELECT 2, 4) GROUP BY a QUALIFY s = MAX(s) OVER () ORDER BY RANK() OVER (ORDER BY s), MAX(s) OVER (), a
--- aggregate of an alias of an aggregate in a window
SELECT a, SUM(b) AS s FROM (SELECT 1 AS a, 2 AS b) GROUP BY a QUALIFY MAX(SUM(s)) OVER () > 1
