--- literals keep their digits until their type is known
SELECT CAST(1e28 AS NUMERIC) AS a, CAST(-1e-9 AS NUMERIC) AS b, CAST(5e-10 AS NUMERIC) AS c, NUMERIC '1' + 0.1 AS d, IF(TRUE, 99999999999999999999.5, NUMERIC '1') AS e, [NUMERIC '1', 12345678901234567890.123456789] AS f, 12345678901234567890.123456789 IN (NUMERIC '12345678901234567890.123456789') AS g
--- set operations keep the digits of literals
SELECT NUMERIC '1' AS x UNION ALL SELECT 12345678901234567890.123456789 ORDER BY x
--- a cast beyond NUMERIC rounds the double
SELECT CAST(1e29 AS NUMERIC) AS a
--- statistics of NUMERIC
SELECT ROUND(VAR_POP(x), 9) AS a, ROUND(STDDEV_SAMP(x), 9) AS b, ROUND(VAR_SAMP(x), 9) AS c, ROUND(STDDEV_POP(x), 9) AS d FROM UNNEST([NUMERIC '1000000000000000000000000.1', NUMERIC '1000000000000000000000000.2', NULL]) AS x
--- statistics of one value that is not finite
SELECT VAR_SAMP(x) AS a, STDDEV_SAMP(x) AS b, VAR_POP(x) AS c, COVAR_SAMP(x, 1.0) AS d FROM UNNEST([CAST('inf' AS FLOAT64)]) AS x
--- statistics that overflow
SELECT VAR_POP(x) AS a, VAR_SAMP(x) AS b, STDDEV_POP(x) > 1e304 AS c FROM UNNEST([1.0, 2.2e304, -2.2e304]) AS x
--- average of NUMERIC whose sum is none
SELECT AVG(x) AS a FROM UNNEST([NUMERIC '99999999999999999999999999999.999999999', 1, 5]) AS x
--- average of NUMERIC with a sign
SELECT AVG(x) AS a, AVG(DISTINCT x) AS b FROM UNNEST([NUMERIC '-1.000000001', 2, 2]) AS x
--- distinct intervals
SELECT SUM(DISTINCT x) AS s, AVG(DISTINCT x) AS a, COUNT(DISTINCT x) AS n FROM UNNEST([INTERVAL 1 MONTH, INTERVAL 30 DAY, INTERVAL 720 HOUR, INTERVAL 1 DAY, INTERVAL '1 1' DAY TO HOUR]) AS x
--- intervals of ISO 8601
SELECT CAST('P1Y2M3DT4H5M6.5S' AS INTERVAL) AS a, CAST('P-1Y2M' AS INTERVAL) AS b, CAST('PT-5.25S' AS INTERVAL) AS c, CAST('P2W' AS INTERVAL) AS d, CAST('PT' AS INTERVAL) AS e
--- numeric with precision and scale
SELECT CAST(12345.678 AS NUMERIC(7, 1)) AS a, CAST('12.345' AS NUMERIC(4, 2)) AS b, CAST(0.05 AS NUMERIC(1, 1)) AS c, CAST(-2.5 AS NUMERIC(5, 0)) AS d, CAST(NULL AS NUMERIC(5)) AS e
--- numeric beyond its precision
SELECT CAST(123456 AS NUMERIC(5)) AS a
--- numeric beyond its precision and scale
SELECT CAST(99.95 AS NUMERIC(3, 1)) AS a
--- string with a length
SELECT CAST('abc' AS STRING(3)) AS a, CAST(b'abc' AS BYTES(3)) AS b, CAST(x AS STRING(2)) AS c FROM UNNEST([12]) AS x
--- string beyond its length
SELECT CAST('abcd' AS STRING(3)) AS a
--- json keeps the first of equal keys
SELECT TO_JSON_STRING(JSON '{"a":1,"b":{"c":1,"c":[{"d":1,"d":2}]},"a":2}') AS a
--- lax text of json numbers
SELECT LAX_STRING(JSON '1.0') AS a, LAX_STRING(JSON '1e100') AS b, LAX_STRING(JSON '1e2') AS c, LAX_STRING(JSON '123456789012345678') AS d, LAX_STRING(JSON '0.1') AS e
--- hosts of odd urls
SELECT NET.HOST('a b://c') AS a, NET.HOST('1://c') AS b, NET.HOST('a/b://c') AS c, NET.HOST('http ://c') AS d, NET.HOST('a@b://c') AS e
--- safe calls with a bad pattern
SELECT SAFE.REGEXP_CONTAINS('a', '(') AS a, SAFE.REGEXP_CONTAINS(x, y) AS b, SAFE.REGEXP_EXTRACT('abc', 'b(.)') AS c FROM (SELECT 'a' AS x, '(' AS y)
--- safe calls of what catches errors
SELECT SAFE.NULLIFERROR(x / 0) AS a, SAFE.IFERROR(x / 0, 3) AS b FROM UNNEST([1]) AS x
--- zones from a column
SELECT STRING(TIMESTAMP '2020-01-01 00:00:00+00', tz) AS a, TIMESTAMP('2020-01-01 00:00:00', tz) AS b FROM UNNEST(['UTC+1234', 'UTC-0130', '+0530', 'UTC+5', '-05:30']) AS tz ORDER BY a
--- zone beyond fourteen hours
SELECT STRING(TIMESTAMP '2020-01-01 00:00:00+00', tz) AS a FROM UNNEST(['UTC+1534']) AS tz
--- truncation before the first year
SELECT DATE_TRUNC(d, WEEK) AS a FROM UNNEST([DATE '0001-01-01']) AS d
--- timestamp truncation before the first year
SELECT TIMESTAMP_TRUNC(t, WEEK) AS a FROM UNNEST([TIMESTAMP '0001-01-01 10:00:00+00']) AS t
--- leap seconds
SELECT CAST('2020-12-31 23:59:60.5' AS DATETIME) AS a, CAST('2020-12-31 23:59:60.25+00' AS TIMESTAMP) AS b, CAST('23:59:60.5' AS TIME) AS c
--- averages whose sum is too large
SELECT AVG(x) AS a, AVG(DISTINCT x) AS b FROM UNNEST([1.7e308, 1.7e308]) AS x
--- averages in a window whose sum is too large
SELECT x, AVG(x) OVER (ORDER BY x) AS a FROM UNNEST([1.5e308, -1.5e308, 1.5e308]) AS x
--- leap seconds of literals
SELECT TIMESTAMP '2026-06-30 23:59:60.5Z' AS a, DATETIME '2026-06-30 23:59:60.5' AS b, TIME '23:59:60.5' AS c
--- covariance of numerics
SELECT COVAR_POP(x, y), COVAR_SAMP(x, y), CORR(x, y) FROM UNNEST([STRUCT(NUMERIC '1000000000000000000000000.1' AS x, NUMERIC '1' AS y), (NUMERIC '1000000000000000000000000.2', NUMERIC '3'), (NULL, 1)])
--- correlation of equal numerics
SELECT COVAR_POP(x, y), COVAR_SAMP(x, y), CORR(x, y) FROM UNNEST([STRUCT(NUMERIC '1' AS x, NUMERIC '1' AS y), (NUMERIC '2', NUMERIC '1')])
