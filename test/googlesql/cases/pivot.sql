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
