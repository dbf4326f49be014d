--- array_length
SELECT ARRAY_LENGTH([1, 2]) AS a, ARRAY_LENGTH(ARRAY<INT64>[]) AS b, ARRAY_LENGTH(CAST(NULL AS ARRAY<INT64>)) AS c
--- array lengths of rows
SELECT id, ARRAY_LENGTH(metadata) AS n FROM function_logs ORDER BY id
--- array_concat
SELECT ARRAY_CONCAT([1], [2, 3], ARRAY<INT64>[]) AS a, [1] || [2] AS b, ARRAY_CONCAT([1], CAST(NULL AS ARRAY<INT64>)) AS c
--- array_reverse
SELECT ARRAY_REVERSE([1, 2, 3]) AS a, ARRAY_REVERSE(ARRAY<STRING>[]) AS b
--- array_to_string
SELECT ARRAY_TO_STRING(['a', 'b', NULL, 'c'], '-') AS a, ARRAY_TO_STRING(['a', NULL], ',', '?') AS b, ARRAY_TO_STRING(ARRAY<STRING>[], ',') AS c, ARRAY_TO_STRING(NULL, ',') AS d
--- array_to_string of rows
SELECT t.id, ARRAY_TO_STRING(m.args, '/') AS a FROM auth_logs t, UNNEST(metadata) m ORDER BY t.id, a
--- subscripts
SELECT a[0] AS a, a[OFFSET(1)] AS b, a[ORDINAL(1)] AS c, a[SAFE_OFFSET(9)] AS d, a[SAFE_ORDINAL(3)] AS e, a[SAFE_OFFSET(-1)] AS f, a[SAFE_OFFSET(NULL)] AS g FROM (SELECT [10, 20, 30] AS a)
--- offset out of range is an error
SELECT [1, 2][OFFSET(2)]
--- plain subscript out of range is an error
SELECT [1, 2][5]
--- negative offset is an error
SELECT [1, 2][OFFSET(-1)]
--- subscript of a row's array is an error where it is empty
SELECT metadata[OFFSET(0)].level FROM function_logs
--- subscript inside a filter
SELECT id FROM function_logs WHERE metadata[SAFE_OFFSET(0)].level = 'error' ORDER BY id
--- deep subscripts
SELECT id, metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].user_agent AS ua FROM edge_logs ORDER BY id
--- array_first and array_last
SELECT ARRAY_FIRST([1, 2]) AS a, ARRAY_LAST([1, 2]) AS b
--- array_slice
SELECT ARRAY_SLICE([1, 2, 3, 4], 1, 2) AS a, ARRAY_SLICE([1, 2, 3], -2, -1) AS b
--- array_includes by in
SELECT id FROM realtime_logs WHERE 'otp' IN UNNEST(metadata[SAFE_OFFSET(0)].context[SAFE_OFFSET(0)].domain)
--- array distinct by a subquery
SELECT ARRAY(SELECT DISTINCT x FROM UNNEST([3, 1, 3, 2]) AS x ORDER BY x) AS a
--- array filter and map by a subquery
SELECT ARRAY(SELECT x * x FROM UNNEST([1, 2, 3, 4]) AS x WHERE MOD(x, 2) = 0 ORDER BY x) AS a
--- sum over an array
SELECT id, (SELECT SUM(d) FROM UNNEST(metadata) m, UNNEST(m.request) r, UNNEST(r.cf) c, UNNEST(c.botManagement) b, UNNEST(b.detectionIds) d) AS s FROM edge_logs ORDER BY id
--- struct with array field
SELECT s.l[OFFSET(1)] AS x, ARRAY_LENGTH(s.l) AS n FROM (SELECT STRUCT([5, 6] AS l) AS s)
--- array of arrays by structs
SELECT ARRAY(SELECT STRUCT([x, x + 1] AS p) FROM UNNEST([1, 2]) AS x ORDER BY x) AS a
--- array subscript with a string is refused
SELECT [1]['a']
--- subscript of a scalar is refused
SELECT id[0] FROM edge_logs
--- array_length of a string is refused
SELECT ARRAY_LENGTH('abc')
--- array_concat of different types
SELECT ARRAY_CONCAT([1], ['a'])
--- pairs by offset
SELECT a, b FROM UNNEST(['x', 'y', 'z']) AS a WITH OFFSET AS i JOIN UNNEST([1, 2]) AS b WITH OFFSET AS j ON i = j ORDER BY a
--- net functions
SELECT NET.HOST('https://user@Example.com:8080/p?q') AS a, NET.REG_DOMAIN('http://www.example.co.uk/') AS b, NET.PUBLIC_SUFFIX('http://www.example.co.uk') AS c, NET.IP_TO_STRING(NET.IP_FROM_STRING('192.0.2.1')) AS d, NET.SAFE_IP_FROM_STRING('x') AS e, NET.IPV4_TO_INT64(b'\x7f\x00\x00\x01') AS f, NET.IPV4_FROM_INT64(1) AS g
--- networks of addresses
SELECT NET.IP_TO_STRING(NET.IP_FROM_STRING('2001:db8::1') & NET.IP_NET_MASK(16, 32)) AS a, NET.IP_TRUNC(NET.IP_FROM_STRING('10.1.2.3'), 8) AS b
--- range_bucket of nan
SELECT RANGE_BUCKET(x, [1.0, 2.0]) AS a, RANGE_BUCKET(x, [1, 2]) AS b FROM UNNEST([CAST('nan' AS FLOAT64), CAST('inf' AS FLOAT64), 1.5, NULL]) AS x
--- range_bucket among nan
SELECT RANGE_BUCKET(1.0, [1.0, CAST('nan' AS FLOAT64)])
