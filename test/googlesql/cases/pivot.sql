--- an array of the rows of each value
SELECT * FROM (SELECT 'a' AS p, 'q' AS q, 1 AS n UNION ALL SELECT 'a', 'r', 2 UNION ALL SELECT 'a', 'q', 3) PIVOT (ARRAY_AGG(n ORDER BY n DESC) FOR q IN ('q', 'r', 's'))
--- an array counts the NULLs of its own rows
SELECT ARRAY_LENGTH(q) AS q, ARRAY_LENGTH(r) AS r, ARRAY_LENGTH(s) AS s FROM (SELECT 'q' AS q, 1 AS n UNION ALL SELECT 'r', 2 UNION ALL SELECT 'q', NULL) PIVOT (ARRAY_AGG(n) FOR q IN ('q', 'r', 's'))
--- an array without NULLs
SELECT * FROM (SELECT 'a' AS p, 'q' AS q, 1 AS n UNION ALL SELECT 'a', 'r', 2 UNION ALL SELECT 'a', 'q', NULL) PIVOT (ARRAY_AGG(n IGNORE NULLS) FOR q IN ('q', 'r'))
--- several arguments, order and limit
SELECT * FROM (SELECT 'a' AS p, 'q' AS q, 'z' AS n UNION ALL SELECT 'a', 'r', 'y' UNION ALL SELECT 'a', 'q', 'x') PIVOT (STRING_AGG(n, '-' ORDER BY n LIMIT 1) AS one, STRING_AGG(n, '-' ORDER BY n) AS every FOR q IN ('q', 'r', 's'))
--- having max and min among the rows of the value
SELECT * FROM (SELECT 'a' AS p, 'q' AS q, 1 AS n UNION ALL SELECT 'a', 'r', 2 UNION ALL SELECT 'b', 'q', 3 UNION ALL SELECT 'a', 'q', 0) PIVOT (SUM(n HAVING MAX n) AS x, COUNT(n HAVING MIN n) AS y FOR q IN ('q', 'r', 's'))
--- concatenated arrays
SELECT * FROM (SELECT 'a' AS p, 'q' AS q, [1] AS n UNION ALL SELECT 'a', 'r', [2]) PIVOT (ARRAY_CONCAT_AGG(n) FOR q IN ('q', 'r', 's'))
--- counts and values of NULL
SELECT * FROM (SELECT 'a' AS p, NULL AS q, 1 AS n UNION ALL SELECT 'a', 3, 2 UNION ALL SELECT 'a', 3, NULL) PIVOT (COUNT(*) AS c, COUNT(n) AS n, COUNT(DISTINCT n) AS d, ANY_VALUE(n HAVING MAX n) AS v FOR q IN (NULL, 3, 4))
--- numeric and float sums
SELECT * FROM (SELECT 'q' AS q, NUMERIC '1.5' AS n, 0.5 AS f UNION ALL SELECT 'r', 2, 1.25 UNION ALL SELECT 'q', 3, 2) PIVOT (SUM(n) AS n, AVG(f) AS f, SAFE.SUM(n) AS s FOR q IN ('q', 'r', 's'))
--- arguments are computed for all rows
SELECT * FROM (SELECT 'a' AS p, 'q' AS q, 1 AS n UNION ALL SELECT 'a', 'r', 0) PIVOT (SUM(1 / n) FOR q IN ('q'))
--- names of values of the type of the operand
SELECT * FROM (SELECT DATE '2026-01-02' AS d, NUMERIC '1.5' AS n UNION ALL SELECT '2026-01-01', 2) PIVOT (COUNT(*) FOR d IN ('2026-01-01', DATE '2026-01-02', NULL)) ORDER BY n
--- names of numbers
SELECT * FROM (SELECT NUMERIC '1.5' AS n, 'a' AS s UNION ALL SELECT 2, 'b') PIVOT (COUNT(*) FOR n IN (1.50, 2, -3, -0.25)) ORDER BY s
--- names of numbers behind that of the aggregate
SELECT * FROM (SELECT NUMERIC '1.5' AS n, 'a' AS s UNION ALL SELECT 2, 'b') PIVOT (COUNT(*) AS c FOR n IN (1.50, -3)) ORDER BY s
--- names of texts
SELECT * FROM (SELECT 'a' AS s, TRUE AS b) PIVOT (COUNT(*) FOR s IN ('a', '', '1x'))
--- names of bools
SELECT * FROM (SELECT TRUE AS b) PIVOT (COUNT(*) FOR b IN (TRUE, FALSE))
--- names of structs
SELECT * FROM (SELECT 'a' AS s, TRUE AS b, 1 AS i) PIVOT (COUNT(*) FOR (s, b) IN (('a', TRUE), ('', FALSE), ('1x', NULL)))
--- names of structs with fields
SELECT * FROM (SELECT STRUCT(1 AS i, STRUCT(DATE '2026-01-01' AS d, 'x')) AS s) PIVOT (COUNT(*) AS n FOR s IN ((1, ('2026-01-01', 'x')), (-2, (NULL, '')), (3, NULL)))
--- a struct that begins with a number
SELECT * FROM (SELECT 1 AS i, 'x' AS s) PIVOT (COUNT(*) FOR (i, s) IN ((1, 'x'), (2, 'y')))
--- a column of the outer query in an aggregate and in the operand
SELECT k, (SELECT n FROM (SELECT 1 AS i, 2 AS j) PIVOT (SUM(j * k) FOR i + k IN (2 AS n))) AS v FROM UNNEST([1, 2]) AS k
