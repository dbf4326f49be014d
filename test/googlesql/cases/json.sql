--- json_value
SELECT JSON_VALUE(j, '$.a') AS a, JSON_VALUE(j, '$.n') AS n, JSON_VALUE(j, '$.o') AS o, JSON_VALUE(j, '$.l') AS l, JSON_VALUE(j, '$.l[1]') AS e, JSON_VALUE(j, '$.z') AS z, JSON_VALUE(j, '$.t') AS t, JSON_VALUE(j, '$.o.k') AS k, JSON_VALUE(j, '$.f') AS f FROM (SELECT '{"a":"x\\"y\\u00e4","n":1.50,"o":{"k":null},"l":[1,"two"],"t":true,"f":1e3}' AS j)
--- json_query
SELECT JSON_QUERY(j, '$.a') AS a, JSON_QUERY(j, '$.o') AS o, JSON_QUERY(j, '$.l') AS l, JSON_QUERY(j, '$.z') AS z, JSON_QUERY(j, '$') AS r, JSON_QUERY(j, '$.l[0]') AS e FROM (SELECT '{"a": "x", "o": {"k": null, "b": 1.50}, "l": [1, "two"]}' AS j)
--- json_extract and json_extract_scalar
SELECT JSON_EXTRACT(j, '$.a') AS a, JSON_EXTRACT_SCALAR(j, '$.a') AS b, JSON_EXTRACT(j, '$.o.k') AS k, JSON_EXTRACT_SCALAR(j, "$['w.k']") AS w, JSON_EXTRACT_SCALAR(j, '$.o') AS o FROM (SELECT '{"a":"x","o":{"k":null},"w.k":"dotted"}' AS j)
--- json paths with quotes
SELECT JSON_VALUE(j, '$."w.k"') AS a, JSON_VALUE(j, "$.'x'") AS b FROM (SELECT '{"w.k":"dotted"}' AS j) WHERE FALSE
--- json path with a quoted key
SELECT JSON_VALUE('{"w.k":"dotted","ä":1}', '$."w.k"') AS a, JSON_VALUE('{"w.k":"dotted","ä":1}', '$.ä') AS b
--- json of malformed text is null
SELECT JSON_VALUE('{"a":', '$.a') AS a, JSON_VALUE('not json', '$') AS b, JSON_QUERY('', '$') AS c, JSON_VALUE(NULL, '$.a') AS d, JSON_VALUE('"scalar"', '$') AS e, JSON_VALUE('17', '$') AS f
--- json functions without a path
SELECT JSON_VALUE('"x"') AS a, JSON_VALUE('{"a":1}') AS b
--- json arrays
SELECT JSON_QUERY_ARRAY('{"l":[1,"two",{"k":3}]}', '$.l') AS a, JSON_VALUE_ARRAY('{"l":[1,"two",true]}', '$.l') AS b, JSON_EXTRACT_ARRAY('[1,[2,3]]') AS c, JSON_EXTRACT_STRING_ARRAY('["a","b"]') AS d, JSON_QUERY_ARRAY('{"l":{}}', '$.l') AS e, JSON_VALUE_ARRAY('[{"a":1}]') AS f
--- invalid json path
SELECT JSON_VALUE('{}', 'a.b')
--- values of event messages
SELECT id, JSON_VALUE(event_message, '$.action') AS action, JSON_VALUE(event_message, '$.auth_event.traits.provider') AS provider, JSON_VALUE(event_message, '$.list[2].y[0]') AS y, CAST(JSON_VALUE(event_message, '$.duration') AS INT64) / 1000 AS ms FROM auth_logs ORDER BY id
--- numbers of event messages keep their text
SELECT id, JSON_VALUE(event_message, '$.big') AS big, JSON_VALUE(event_message, '$.ratio') AS ratio, JSON_VALUE(event_message, '$.ok') AS ok FROM auth_logs ORDER BY id
--- objects of event messages
SELECT id, JSON_QUERY(event_message, '$.auth_event.traits') AS traits, JSON_QUERY(event_message, '$.list') AS list FROM auth_logs ORDER BY id LIMIT 12
--- logins by method and provider
SELECT JSON_VALUE(event_message, '$.login_method') AS method, IFNULL(NULLIF(JSON_VALUE(event_message, '$.provider'), ''), 'none') AS provider, COUNT(*) AS n FROM auth_logs WHERE JSON_VALUE(event_message, '$.action') = 'login' GROUP BY method, provider
--- to_json_string of scalars
SELECT TO_JSON_STRING(1) AS a, TO_JSON_STRING('x"ä\n') AS b, TO_JSON_STRING(1.5) AS c, TO_JSON_STRING(NULL) AS d, TO_JSON_STRING(TRUE) AS e, TO_JSON_STRING(9007199254740993) AS f, TO_JSON_STRING(DATE '2026-07-01') AS g, TO_JSON_STRING(TIMESTAMP '2026-07-01 10:00:00.5+00') AS h, TO_JSON_STRING(b'abc') AS i, TO_JSON_STRING(NUMERIC '1.50') AS j
--- to_json_string of structs and arrays
SELECT TO_JSON_STRING(STRUCT(1 AS a, 'x' AS b, [1, 2] AS c, STRUCT(NULL AS n) AS d)) AS a, TO_JSON_STRING([STRUCT(1 AS a)]) AS b, TO_JSON_STRING(ARRAY<INT64>[]) AS c, TO_JSON_STRING(STRUCT(1, 2)) AS d, TO_JSON_STRING([1.0, 2.5]) AS e
--- to_json_string of a row's metadata
SELECT id, TO_JSON_STRING(metadata) AS m FROM pgbouncer_logs ORDER BY id
--- to_json_string of a whole row
SELECT TO_JSON_STRING(t) AS j FROM (SELECT id, timestamp, project FROM pgbouncer_logs) AS t ORDER BY j LIMIT 3
--- to_json_string pretty
SELECT TO_JSON_STRING(STRUCT(1 AS a, [1, 2] AS b), TRUE) AS p
--- to_json_string of big integers and floats of rows
SELECT id, TO_JSON_STRING(STRUCT(p.query_id AS q)) AS a FROM postgres_logs, UNNEST(metadata) m, UNNEST(m.parsed) p WHERE p.query_id IS NOT NULL
--- floats as json
SELECT TO_JSON_STRING(x) AS j FROM UNNEST([1e21, 1e-7, 0.1, 123456789.125, 1e15, 1e16, CAST('inf' AS FLOAT64), -0.0]) AS x
--- parse_json and access
SELECT PARSE_JSON('{"a":{"b":[1,2]},"c":"x"}').a.b AS a, PARSE_JSON('{"a":[10,20]}').a[1] AS b, STRING(PARSE_JSON('{"c":"x"}').c) AS c, INT64(PARSE_JSON('{"n":7}').n) AS d, BOOL(PARSE_JSON('true')) AS e, FLOAT64(PARSE_JSON('1.5')) AS f, JSON_TYPE(PARSE_JSON('[1]')) AS g, JSON_VALUE(PARSE_JSON('{"a":5}'), '$.a') AS h
--- to_json
SELECT TO_JSON(STRUCT(1 AS a, 'x' AS b)) AS a, TO_JSON_STRING(TO_JSON([1, 2])) AS b, JSON_QUERY(TO_JSON(STRUCT([1, 2] AS l)), '$.l') AS c
--- parse_json of malformed text is an error
SELECT PARSE_JSON('{"a"')
--- lax conversions
SELECT LAX_INT64(JSON '"12"') AS a, LAX_BOOL(JSON '"true"') AS b, LAX_STRING(JSON '12') AS c, LAX_FLOAT64(JSON '"1.5"') AS d, LAX_INT64(JSON '"x"') AS e
--- json null is not sql null
SELECT JSON_QUERY('{"a":null}', '$.a') AS a, JSON_VALUE('{"a":null}', '$.a') IS NULL AS b, JSON_QUERY(JSON '{"a":null}', '$.a') IS NULL AS c
--- json cannot be compared
SELECT JSON '1' = JSON '1'
--- duplicate keys take the first
SELECT JSON_VALUE('{"a":1,"a":2}', '$.a') AS a
--- nested errors in function logs
SELECT id, JSON_VALUE(event_message, '$.level') AS level, JSON_VALUE(event_message, '$.n') AS n, JSON_QUERY(event_message, '$.tags') AS tags, JSON_VALUE_ARRAY(event_message, '$.tags') AS t FROM function_logs WHERE JSON_VALUE(event_message, '$.level') IS NOT NULL ORDER BY id
--- parse_json of an integer that is too long
select parse_json('123456789012345678901234567890')
--- parse_json of an integer that is a little too large
select parse_json('[1, 18446744073709551616]')
--- parse_json of a fraction that is too long
select parse_json('{"a":"1.234567890123456789012", "b":0.10000000000000000000001}')
--- parse_json of another fraction that is too long
select parse_json('1.234567890123456789')
--- parse_json of a whole fraction that is too long
select parse_json('9007199254740993.0')
--- parse_json of numbers that fit
select parse_json('[18446744073709551615, -9223372036854775808, 0.30000000000000004, 3.14, 123456.789e3, -0.5, 1.50, 100.000, "12345678901234567890123"]')
--- safe parse_json of wide numbers by row
select id, safe.parse_json(event_message) is null as none, json_value(safe.parse_json(event_message), '$.path') as path from auth_logs order by id limit 8
--- parse_json of a comma behind the last item
SELECT SAFE.PARSE_JSON(t) FROM UNNEST(['[1,]', '{"a": 1 , }', '[",]"]', '{"a,}": [1]}']) AS t
--- json literal of a number beyond the doubles
SELECT JSON '[1, {"a": -1e400}]'
--- json literal of half a character
SELECT JSON '"x\\\\\\ud83d"'
--- json literal with a key of half a character
SELECT JSON '{"\\ude00": 1}'
--- json literals of whole characters, and of a backslash before letters
SELECT TO_JSON_STRING(JSON '["\\ud83d\\ude00", "\\\\ud83d", 1.7e308]') AS a
--- to_json_string of json with line breaks
SELECT TO_JSON_STRING(STRUCT(JSON '{"a":[1]}' AS j), TRUE)
--- to_json_string with line breaks of a field called json
SELECT TO_JSON_STRING(STRUCT(1 AS JSON), TRUE) AS a
--- lax_int64 reads no hexadecimal digits
SELECT LAX_INT64(JSON '"0x1F"') AS a, LAX_INT64(JSON '"31"') AS b
--- values of text that is cut off
SELECT JSON_VALUE(s, '$.a') AS a, JSON_VALUE(s, '$.b.c') AS b, JSON_QUERY(s, '$.b') AS q, JSON_VALUE(s, '$.z') AS z, JSON_QUERY_ARRAY(s, '$.l') AS l, JSON_VALUE_ARRAY(s, '$.l') AS v, JSON_EXTRACT_SCALAR(s, '$.l[1]') AS e, JSON_EXTRACT(s, '$.a') AS x, JSON_EXTRACT_STRING_ARRAY(s, '$.l') AS y FROM UNNEST(['{"a":"x","b":{"c":1.50}, "l":[1,"two"],"z":"cut off he', '{"a":"x","b":{"c":true, "l":[1', '{"l":[1,"two"', '{"a":"cut', '{"b":{"c":tru', '  { "a" : 12', '{"a":1.', '{"a":null,"l":[]']) AS s
--- values of text with something behind
SELECT s, JSON_VALUE(s, '$.a') AS a, JSON_VALUE(s, '$.b') AS b, JSON_QUERY(s, '$') AS q, JSON_VALUE(s, '$') AS v FROM UNNEST(['{"a":"x"} and more', '{"a":"x"}}', '{"a":"x"]', '{"a":"x" "b":1}', '{"a":"x",b:1,"b":2}', '{"a":01,"b":2}', '{"b":1,"a":tru}', '12 trailing', '2026-07-01', 'true story', '"x" y', "'x' y", 'plain', '[error] {"a":1}', '']) AS s
--- values of text with liberties
SELECT s, JSON_VALUE(s, '$.a') AS a, JSON_QUERY(s, '$.b') AS b FROM UNNEST(["{'a':'x','b':[,]}", '{"a":,"b":[1,,2,]}', '{"a":1,"b":{"c":,},}', r'{"a":"\q\v\x41\101\0","b":["\u12"]}', r'{"a":"\u0041\ud83d","b":{"\u000b":"\u001f"}} x', '{"a":"two\nlines","b":["\t"]}', '{"a":-Infinity,"c":1}', '{"a":nan,"c":1}', '{"b":{"x":1e5,"y":-0,"z":1.10} ,']) AS s
--- equal keys of text that is cut off
SELECT JSON_VALUE(s, '$.a') AS a, JSON_VALUE(s, '$.a.c') AS c FROM UNNEST(['{"a":{"b":1},"a":{"c":2},"', '{"a":1,"a":2,"']) AS s
--- numbers beside dates keep their text
SELECT JSON_VALUE(s, '$.n') AS n, JSON_QUERY(s, '$.o') AS o FROM UNNEST(['{"t":"2026-07-01","n":7,"o":{"h":"5e1","n":0}}', '{"t":"2026-07-01","n":-0,"o":{"h":"5e1","n":1.50}}', '{"n":1.5,"o":[1.5]}', '{"n":0.0000015,"o":[0.0000015]}', '{"n":15e-1,"o":[15E-1]}']) AS s
--- keys with slashes and tildes of text that is cut off
SELECT JSON_VALUE('{"a/b":{"~c":["x","y"', '$."a/b"."~c"[1]') AS v
--- deeply nested text that is cut off
SELECT JSON_QUERY(CONCAT(REPEAT('[', 1001), '1'), '$[0]') AS q
--- parse_json that rounds wide numbers
SELECT PARSE_JSON('{"a":12345678901234567890123, "b":"12345678901234567890123"}', wide_number_mode=>'round') AS a, PARSE_JSON('[-12345678901234567890123.5, 18446744073709551615, -9223372036854775809, 0.12345678901234567890123, 1e2]', wide_number_mode=>'round') AS b, PARSE_JSON('[1]', wide_number_mode=>'exact') AS c, PARSE_JSON('[1]', wide_number_mode=>NULL) AS d, SAFE.PARSE_JSON('[0.12345678901234567890123]', wide_number_mode=>'exact') AS e
--- parse_json that rounds a number beyond the doubles
SELECT PARSE_JSON('["1e500", 1e500]', wide_number_mode=>'round')
--- to_json with wide numbers as strings
SELECT TO_JSON([9007199254740993, -9007199254740993, 9007199254740992, 1], stringify_wide_numbers=>TRUE) AS a, TO_JSON(9007199254740993, stringify_wide_numbers=>FALSE) AS b, TO_JSON([NUMERIC '1.1', NUMERIC '123456789012345678.123456789', NUMERIC '9007199254740993'], stringify_wide_numbers=>TRUE) AS c, TO_JSON([NUMERIC '1.1', NUMERIC '123456789012345678.123456789', NUMERIC '9007199254740993']) AS d, TO_JSON(STRUCT(JSON '[9007199254740993]' AS j, 'x' AS s, [STRUCT(1.5 AS f, 9007199254740993 AS i)] AS a), stringify_wide_numbers=>TRUE) AS e, TO_JSON(1, stringify_wide_numbers=>NULL) AS f
--- values beside and around nan and infinity
SELECT s, JSON_VALUE(s, '$.a') AS a, JSON_QUERY(s, '$.a') AS q, JSON_VALUE(s, '$.b') AS b, JSON_QUERY(s, '$') AS w, JSON_QUERY_ARRAY(s, '$.a') AS i FROM UNNEST(['{"a": NaN, "b": 1}', '{"b": 1, "a": NaN}', '{"a": [1, NaN], "b": 1}', '{"b": 1, "a": [-Infinity]}', '{"a": "NaN", "b": "Infinity"}', 'NaN']) AS s
--- minus zero in json text keeps its text
SELECT JSON_QUERY(s, '$') AS w, JSON_QUERY(s, '$.a') AS a FROM UNNEST(['{"a": -0}', '{"a": 0}', '{"a": [0, -0, 10]}']) AS s
--- json text with letters of private use
SELECT JSON_QUERY(s, '$') AS w, JSON_QUERY_ARRAY(s, '$.a') AS a FROM UNNEST(['{"a": ["\uf8f1123", 1.0]}', '{"a": [1.0, {"\uf8f1": 1.50}]}']) AS s
--- json_array_append and json_array_insert of a literal null
SELECT JSON_ARRAY_APPEND(CAST(NULL AS JSON), '$', 1) AS a, JSON_ARRAY_INSERT(CAST(NULL AS JSON), '$[0]', 1) AS b
--- to_json of minus zero
SELECT TO_JSON(-0.0) AS a, TO_JSON([x]) AS b, TO_JSON_STRING(x) AS c FROM UNNEST([-0.0]) AS x
--- control characters beside numbers as they are written
SELECT JSON_QUERY(s, '$') AS w, JSON_QUERY(s, '$.a') AS q, JSON_QUERY_ARRAY(s, '$.a') AS a FROM UNNEST([r'{"a": ["\u001F", 1.50]}', r'{"a": ["\u001F\\u001F", 1, -0]}', r'{"a": ["\u000B\u2028"]}']) AS s
