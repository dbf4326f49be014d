--- cast of floats to integers rounds half away from zero
SELECT CAST(2.5 AS INT64) AS a, CAST(-2.5 AS INT64) AS b, CAST(3.5 AS INT64) AS c, CAST(1.4999 AS INT64) AS d, CAST(0.5 AS INT64) AS e, CAST(NUMERIC '2.5' AS INT64) AS f
--- cast of floats to text
SELECT CAST(x AS STRING) AS s FROM UNNEST([1.0, 0.1, -0.0, 1e21, 1e-7, 123456789012345680.0, 1e15, 1e16, 3.14159265358979, 0.30000000000000004, CAST('inf' AS FLOAT64), CAST('-inf' AS FLOAT64), CAST('nan' AS FLOAT64)]) AS x
--- cast of text to integers
SELECT CAST('12' AS INT64) AS a, CAST('-7' AS INT64) AS b, CAST('0x1F' AS INT64) AS c, CAST(' 5 ' AS INT64) AS d, SAFE_CAST('1.5' AS INT64) AS e, SAFE_CAST('abc' AS INT64) AS f, SAFE_CAST('' AS INT64) AS g, CAST('+3' AS INT64) AS h, SAFE_CAST('9223372036854775808' AS INT64) AS i
--- cast of text to floats
SELECT CAST('1.5' AS FLOAT64) AS a, CAST('1e3' AS FLOAT64) AS b, CAST('inf' AS FLOAT64) AS c, CAST('-Infinity' AS FLOAT64) AS d, SAFE_CAST('x' AS FLOAT64) AS e, CAST(' 2 ' AS FLOAT64) AS f, CAST('.5' AS FLOAT64) AS g
--- cast of booleans
SELECT CAST(TRUE AS STRING) AS a, CAST('TRUE' AS BOOL) AS b, CAST('f' || 'alse' AS BOOL) AS c, CAST(TRUE AS INT64) AS d, CAST(0 AS BOOL) AS e, CAST(5 AS BOOL) AS f, SAFE_CAST('yes' AS BOOL) AS g
--- cast of numerics
SELECT CAST('1.5' AS NUMERIC) AS a, CAST(1.123456789012 AS NUMERIC) AS b, CAST(NUMERIC '1.50' AS STRING) AS c, CAST(NUMERIC '1.5' AS FLOAT64) AS d, SAFE_CAST('x' AS NUMERIC) AS e
--- cast to bignumeric
SELECT CAST(1 AS BIGNUMERIC) AS e
--- cast of bytes
SELECT CAST('ä' AS BYTES) AS a, CAST(b'x' AS STRING) AS b, SAFE_CAST(b'\xff' AS STRING) AS c
--- cast of null
SELECT CAST(NULL AS INT64) AS a, CAST(NULL AS ARRAY<STRING>) AS b, CAST(NULL AS TIMESTAMP) AS c
--- cast of arrays and structs
SELECT CAST([1, 2] AS ARRAY<FLOAT64>) AS a, CAST(STRUCT(1 AS x, 'a' AS y) AS STRUCT<p FLOAT64, q STRING>) AS b, CAST((1, 2) AS STRUCT<a INT64, b INT64>).b AS c
--- a bad integer is an error
SELECT CAST('abc' AS INT64)
--- a bad float is an error
SELECT CAST('1.2.3' AS FLOAT64)
--- a bad bool is an error
SELECT CAST('yes' AS BOOL)
--- a bad cast of a column is an error
SELECT CAST(event_message AS INT64) FROM pgbouncer_logs
--- a float out of range is an error
SELECT CAST(1e30 AS INT64)
--- NaN to integer is an error
SELECT CAST(CAST('nan' AS FLOAT64) AS INT64)
--- types that cannot be cast
SELECT CAST(TRUE AS DATE)
--- unknown type
SELECT CAST(1 AS INTEGR)
--- safe_cast of codes
SELECT id, SAFE_CAST(m.status AS INT64) AS status, SAFE_CAST(m.status AS INT64) >= 400 AS bad FROM auth_logs, UNNEST(metadata) AS m ORDER BY id, m.time, m.user_id, status
--- alias types
SELECT CAST(1 AS INTEGER) AS a, CAST('1' AS BIGINT) AS b, CAST(1 AS DECIMAL) AS c, CAST('true' AS BOOLEAN) AS d, CAST(5 AS SMALLINT) AS e
--- literals coerce to the type they meet
SELECT timestamp = '2026-07-01 08:00:00' AS a, DATE(timestamp) = '2026-07-01' AS b, 1 = 1.0 AS c, NUMERIC '1' = 1 AS d FROM pgbouncer_logs ORDER BY timestamp, id LIMIT 2
--- coalesce takes the common type
SELECT COALESCE(NULL, 1, 2.5) AS a, COALESCE(NULL, NULL) AS b, IFNULL(NULL, 'x') AS c, COALESCE(DATE '2026-07-01', '2026-01-01') AS d
--- format clause
SELECT CAST(TIMESTAMP '2026-07-01 10:11:12+00' AS STRING FORMAT 'YYYY-MM-DD HH24:MI') AS a
--- bool from comparison chain
SELECT CAST(1 = 1 AS STRING) AS a, CAST(NOT TRUE AS INT64) AS b
--- hexadecimal casts
SELECT CAST('0xff' AS INT64) AS a, CAST(255 AS STRING) AS b, FORMAT('%x', 255) AS c
--- parse numbers
SELECT PARSE_NUMERIC('1,234.5') AS a
--- parse bignumerics
SELECT PARSE_BIGNUMERIC('-12.5e-1') AS b
--- format of a timestamp
select cast(timestamp '2026-07-01 10:20:30.5' as string format 'YYYY-MM-DD HH24:MI:SS') a, cast(timestamp '2026-07-01 22:20:30' as string format 'Mon DD, YYYY HH12:MI AM') b, cast(timestamp '0026-07-01 10:20:30' as string format 'YYYY yyyy YY')
--- format of a date
select cast(date '2026-07-01' as string format 'YYYY/MM/DD'), cast(date '2026-07-01' as string format 'DAY, DD MONTH YYYY'), cast(date '2026-07-01' as string format 'Day Dy DD Month Mon YY YYYY DDD')
--- format of datetimes and times
select cast(datetime '2026-07-01 22:20:30.123456' as string format 'YYYY-MM-DD"T"HH24:MI:SS.FF3'), cast(time '22:20:30.5' as string format 'HH:MI:SS PM'), cast(datetime '2026-07-01 00:20:30.123456' as string format 'SS.FF6 "100% at" HH pm'), cast(time '00:20:30' as string format 'HH12 Am HH24')
--- format in a zone
select cast(timestamp '2026-07-01 10:20:30' as string format 'YYYY-MM-DD HH24:MI TZH:TZM' at time zone 'Asia/Kolkata'), cast(timestamp '2026-07-01 10:20:30' as string format 'yyyy-mm-dd hh24:mi:ss')
--- format in all letters
select cast(timestamp '2026-07-01 10:20:30' as string format 'MON mon Month MONTH month Dy DY dy Mon'), cast(timestamp '2026-07-01 10:20:30' as string format 'YYYY.MM,DD;HH24-MI/SS ')
--- format of columns
select id, cast(timestamp as string format 'DD Mon YYYY HH24:MI:SS.FF3') as a, safe_cast(date(timestamp) as string format 'DY') as b, count(*) over (partition by cast(timestamp as string format 'HH24')) as n from pgbouncer_logs order by id
--- format of nothing
select cast(cast(null as timestamp) as string format 'YYYY')
--- format without elements
select cast(date '2026-07-01' as string format ''), cast(date '2026-07-01' as string format '-')
--- format of a text
select cast('2026-07-01' as date format 'YYYY-MM-DD')
--- format of texts as dates
select safe_cast(x as date format 'MM/DD/YYYY') from unnest(['05/06/2020', ' 5/6/2020 ', '05 /06/2020', '05/06/99', '05/06/20201', '13/06/2020', '02/30/2020', '02/28/0000', '05/06/2020x', '05-06-2020', '', null]) as x
--- format of texts as dates without separators
select safe_cast(x as date format 'YYYYMMDD') as a, safe_cast(x as date format 'YYYY MM DD') as b, safe_cast(x as date format 'yyyy-mm-dd') as c, safe_cast(x as date format 'YYYY"%m"MM') as d from unnest(['20200506', '2020 05 06', '2020  05 06', '202005 06', '2020-5-6', '2020-005-6', '2020%m05', '2020%M05']) as x
--- format of texts as datetimes
select safe_cast(x as datetime format 'YYYY-MM-DD"T"HH24:MI:SS') as a, safe_cast(x as datetime format 'YYYY-MM-DD HH24:MI:SS.FF3') as b, safe_cast(x as datetime format 'YYYY-MM-DD HH24:MI') as c from unnest(['2020-05-06T10:11:12', '2020-05-06t10:11:12', '2020-05-06 10:11:12.345', '2020-05-06 10:11:12.34', '2020-05-06 10:11:12.3456', '2020-05-06 24:11', '2020-05-06 1:1', '2020-05-06T10:11:60']) as x
--- format of texts as times
select safe_cast(x as time format 'HH24:MI') as a, safe_cast(x as time format 'HH24:MI:SS.FF6') as b, safe_cast(x as time format '') as c from unnest(['10:11', '9:1', '10:11:12.123456', '25:00', '10', '']) as x
--- format of texts as timestamps
select safe_cast(x as timestamp format 'YYYY-MM-DD HH24:MI:SSTZH:TZM') as a, safe_cast(x as timestamp format 'YYYY-MM-DD HH24:MI:SS') as b, safe_cast(x as timestamp format 'YYYY-MM-DD HH24:MI:SS' at time zone 'America/New_York') as c, cast('2134-05-06' as timestamp format 'yyyy-mm-dd') as d from unnest(['2020-05-06 10:11:12+02:00', '2020-05-06 10:11:12-14:00', '2020-05-06 10:11:12+15:00', '2020-05-06 10:11:12']) as x
--- format of texts that are bytes
select cast(b'abc' as string format 'hex'), cast(b'abc' as string format 'BASE16'), cast(b'xyz' as string format 'base64'), cast(b'a\xc3\x9f' as string format 'utf-8'), cast('aß' as bytes format 'Utf8'), cast('616263' as bytes format 'HEX'), cast('eHl6' as bytes format 'BASE64'), safe_cast(b'\xff' as string format 'utf8'), safe_cast('x' as bytes format 'base16')
--- json of intervals
SELECT TO_JSON_STRING(i), TO_JSON(STRUCT(i AS a)) FROM UNNEST([INTERVAL '1-2 3 4:5:6.5' YEAR TO SECOND, INTERVAL 0 DAY, INTERVAL '-1-2 3 -4:5:6.000500' YEAR TO SECOND, INTERVAL '-0:0:0.5' HOUR TO SECOND, INTERVAL 100 HOUR, NULL]) AS i
--- format of many values
SELECT FORMAT('%s %s %s %s %s %s %s %s %s %d %T %s', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 10, [1.5], x) FROM UNNEST(['l', NULL]) AS x
--- numeric literal of too many digits
SELECT NUMERIC '1.0000000005'
--- numeric literal with zeros behind its digits
SELECT NUMERIC '1.5000000000000' AS a, NUMERIC ' -2e-9 ' AS b, CAST('1.0000000005' AS NUMERIC) AS c
--- numeric literal with an exponent that is too small
SELECT NUMERIC '1e-10'
--- casts to arrays and structs with limits
SELECT CAST(s.s AS STRUCT<a STRING(2), b NUMERIC(3, 1), c ARRAY<STRUCT<BIGNUMERIC(3, 1), BYTES(2)>>>) AS x, CAST(s.l AS ARRAY<STRING(1)>) AS l, CAST(s.l AS ARRAY<STRING(1)>) IS NULL AS n FROM (SELECT STRUCT(s.a, s.b, s.c) AS s, s.l FROM UNNEST([STRUCT('ab' AS a, 1.25 AS b, [STRUCT(BIGNUMERIC '1.55' AS d, b'ab' AS e), NULL] AS c, ['x'] AS l), STRUCT(NULL, NULL, NULL, NULL)]) AS s) AS s
--- cast to an array whose element is too long
SELECT SAFE_CAST(['ab', 'abc'] AS ARRAY<STRING(2)>) AS x
--- formats that are joined
SELECT FORMAT(CONCAT('%d', '-') || '%s', 1, 'a') AS a, FORMAT(CONCAT('a', CAST(NULL AS STRING)), 1) AS b, FORMAT(CAST('%d' AS STRING), 1) AS c, CAST(DATE '2020-01-02' AS STRING FORMAT 'YY' || 'YY') AS d, CAST(b'abc' AS STRING FORMAT CONCAT('BASE', '64')) AS e, FORMAT_DATE('%Y' || '-%m', DATE '2020-01-02') AS f
--- formats of bytes in a column
SELECT b, f, CAST(b AS STRING FORMAT f) AS s, SAFE_CAST(CAST(b AS STRING FORMAT f) AS BYTES FORMAT f) AS r FROM UNNEST([b'abc', b'', NULL]) AS b, UNNEST(['base2', 'BASE64', 'hex', 'ascii', NULL]) AS f ORDER BY b, f
--- unknown format of bytes in a column
SELECT CAST(b AS STRING FORMAT f) AS x FROM UNNEST([b'abc']) AS b, UNNEST(['base3']) AS f
--- safe cast with formats of bytes in a column
SELECT SAFE_CAST(b AS STRING FORMAT f) AS x FROM UNNEST([b'abc', b'\xe4']) AS b, UNNEST(['base3', 'ascii', 'hex']) AS f ORDER BY b, f
