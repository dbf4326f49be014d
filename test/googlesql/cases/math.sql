--- rounding modes of numeric
SELECT x, ROUND(x, 1, 'ROUND_HALF_EVEN') AS a, ROUND(x, 0, 'ROUND_HALF_EVEN') AS b, ROUND(x, -1, 'ROUND_HALF_EVEN') AS c, ROUND(x, 12, 'ROUND_HALF_EVEN') AS d, ROUND(x, 1, 'ROUND_HALF_AWAY_FROM_ZERO') AS e, ROUND(x, 1, NULL) AS f FROM UNNEST([NUMERIC '2.45', 2.55, -2.45, 2.449999999, 2.5, 3.5, -0.5, 25, 35, -25, 9999999999999999999999999999.85, 0, NULL]) AS x
--- integer arithmetic
SELECT 7 + 2 AS a, 7 - 9 AS b, 7 * -3 AS c, 7 / 2 AS d, DIV(7, 2) AS e, MOD(7, 3) AS f, MOD(-7, 3) AS g, DIV(-7, 2) AS h, -(-7) AS i, ABS(-5) AS j, SIGN(-2) AS k
--- division is floating
SELECT 1 / 3 AS a, 6 / 3 AS b, 1 / 8.0 AS c, NUMERIC '1' / 3 AS d
--- division by zero is an error
SELECT 1 / 0
--- division by zero of a column is an error
SELECT x / y FROM (SELECT 4 AS x, 0 AS y)
--- float division by zero is an error
SELECT 1.5 / 0.0
--- integer division by zero is an error
SELECT DIV(5, 0)
--- modulo by zero is an error
SELECT MOD(5, 0)
--- safe arithmetic
SELECT SAFE_DIVIDE(1, 0) AS a, SAFE_DIVIDE(1, 4) AS b, SAFE_ADD(9223372036854775807, 1) AS c, SAFE_MULTIPLY(9223372036854775807, 2) AS d, SAFE_SUBTRACT(-9223372036854775808, 1) AS e, SAFE_NEGATE(-9223372036854775808) AS f, IEEE_DIVIDE(1, 0) AS g, IEEE_DIVIDE(0, 0) AS h, SAFE_DIVIDE(0, 0) AS i
--- integer overflow is an error
SELECT 9223372036854775807 + 1
--- integer multiplication overflow is an error
SELECT 9223372036854775807 * 2
--- abs of the least integer is an error
SELECT ABS(-9223372036854775808)
--- rounding
SELECT ROUND(2.5) AS a, ROUND(-2.5) AS b, ROUND(1.005, 2) AS c, ROUND(1234.5, -2) AS d, TRUNC(-2.7) AS e, TRUNC(2.789, 1) AS f, CEIL(1.1) AS g, FLOOR(-1.1) AS h, CEILING(-0.5) AS i, ROUND(0.5) AS j, ROUND(1.5) AS k, ROUND(NUMERIC '2.345', 2) AS l
--- rounding of integers gives floats
SELECT ROUND(5) AS a, ROUND(15, -1) AS b, FLOOR(3) AS c, TRUNC(7) AS d
--- powers and logarithms
SELECT POW(2, 10) AS a, POWER(2, -1) AS b, SQRT(2) AS c, EXP(1) AS d, LN(10) AS e, LOG(8, 2) AS f, LOG10(1000) AS g, CBRT(27) AS h
--- square root of a negative is an error
SELECT SQRT(-1)
--- logarithm of zero is an error
SELECT LN(0)
--- trigonometry
SELECT SIN(0) AS a, COS(0) AS b, TAN(0) AS c, ASIN(1) AS d, ATAN(1) AS e, ATAN2(1, 1) AS f, SINH(0) AS g, ACOS(1) AS h
--- greatest and least
SELECT GREATEST(1, 3, 2) AS a, LEAST(1, NULL, 2) AS b, GREATEST(1.5, 1) AS c, GREATEST(CAST('nan' AS FLOAT64), 1) AS d, LEAST(DATE '2026-01-01', DATE '2025-01-01') AS e
--- bit operators
SELECT 12 & 10 AS a, 12 | 3 AS b, 12 ^ 10 AS c, ~0 AS d, 1 << 4 AS e, 256 >> 4 AS f, BIT_COUNT(255) AS g, -1 >> 60 AS h, 1 << 64 AS i
--- operator precedence
SELECT 1 + 2 * 3 - 4 / 2 AS a, (1 + 2) * 3 AS b, NOT TRUE OR TRUE AS c, 1 < 2 AND 2 < 3 AS d, -2 * -3 AS e, 1 | 2 & 3 AS f, 2 + 3 << 1 AS g, NOT 1 = 2 AS h, TRUE OR FALSE AND FALSE AS i, '1' || '2' = '12' AS j
--- range_bucket
SELECT RANGE_BUCKET(20, [0, 10, 20, 30]) AS a, RANGE_BUCKET(-1, [0, 10]) AS b, RANGE_BUCKET(35, [0, 10]) AS c, RANGE_BUCKET(NULL, [1]) AS d
--- is_inf and is_nan
SELECT IS_INF(CAST('inf' AS FLOAT64)) AS a, IS_NAN(CAST('nan' AS FLOAT64)) AS b, IS_NAN(1.0) AS c
--- NaN comparisons
SELECT n = n AS a, n != n AS b, n < 1 AS c, n > 1 AS d, n IN (n) AS e, n IS DISTINCT FROM n AS f, n BETWEEN 0 AND 1 AS g FROM (SELECT CAST('nan' AS FLOAT64) AS n)
--- numeric arithmetic
SELECT NUMERIC '1.1' + 1 AS a, NUMERIC '1.1' * NUMERIC '2.2' AS b, NUMERIC '10' / NUMERIC '3' AS c, -NUMERIC '5' AS d, NUMERIC '1' + 0.5 AS e
--- bignumeric arithmetic
SELECT BIGNUMERIC '1' / 3 AS f
--- exec time statistics
SELECT m.function_id, COUNT(*) AS n, ROUND(AVG(m.execution_time_ms), 2) AS avg, MIN(m.execution_time_ms) AS lo, MAX(m.execution_time_ms) AS hi, ROUND(STDDEV(m.execution_time_ms), 4) AS sd FROM function_edge_logs, UNNEST(metadata) AS m GROUP BY m.function_id
--- floats of storage
SELECT id, m.executionTime AS x, ROUND(m.executionTime, 2) AS r, CAST(m.executionTime AS STRING) AS s, FLOOR(m.executionTime) AS f FROM storage_logs, UNNEST(metadata) AS m ORDER BY id, x, s
--- big integers of postgres
SELECT p.query_id AS q, p.query_id = 9007199254740993 AS same, CAST(p.query_id AS STRING) AS s, SAFE_ADD(p.query_id, 1) AS plus FROM postgres_logs, UNNEST(metadata) m, UNNEST(m.parsed) p WHERE p.query_id IS NOT NULL
--- generate_array
SELECT GENERATE_ARRAY(1, 5) AS a, GENERATE_ARRAY(0, 10, 5) AS b, GENERATE_ARRAY(5, 1, -2) AS c, GENERATE_ARRAY(1, 0) AS d, GENERATE_ARRAY(0, 1, 0.5) AS e
--- generate_array with step zero is an error
SELECT GENERATE_ARRAY(1, 5, 0)
--- div and mod of numerics
SELECT DIV(x, y), MOD(x, y) FROM UNNEST([STRUCT(NUMERIC '7.5' AS x, NUMERIC '2' AS y), (NUMERIC '-7.5', NUMERIC '2'), (NUMERIC '7.5', NUMERIC '-2'), (NULL, NUMERIC '0'), (NUMERIC '5', NULL), (NUMERIC '0.000000005', NUMERIC '0.000000002')])
--- div of numerics by zero
SELECT DIV(NUMERIC '1', 0)
--- mod of numerics by zero
SELECT MOD(NUMERIC '1.5', NUMERIC '0')
--- div of numerics out of range
SELECT DIV(NUMERIC '99999999999999999999999999999', NUMERIC '0.000000001')
--- reciprocal trigonometry beside zero
SELECT SAFE.COT(x) AS a, SAFE.CSC(x) AS b, SAFE.COTH(x) AS c, SAFE.CSCH(x) AS d FROM UNNEST([5e-324, -5.562684646268003e-309]) AS x
