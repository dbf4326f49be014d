--- row_number
SELECT id, ROW_NUMBER() OVER (ORDER BY timestamp, id) AS n FROM pgbouncer_logs ORDER BY n
--- row_number by partition
SELECT id, project, ROW_NUMBER() OVER (PARTITION BY project ORDER BY id DESC) AS n FROM pgbouncer_logs
--- rank, dense_rank, percent_rank, cume_dist, ntile
SELECT x, RANK() OVER w AS r, DENSE_RANK() OVER w AS d, PERCENT_RANK() OVER w AS p, CUME_DIST() OVER w AS c, NTILE(3) OVER w AS t FROM UNNEST([1, 1, 2, 3, 3, 3, NULL]) AS x WINDOW w AS (ORDER BY x) ORDER BY x, t
--- lag and lead
SELECT id, LAG(id) OVER (ORDER BY id) AS before, LEAD(id, 2, 'end') OVER (ORDER BY id) AS after FROM pgbouncer_logs ORDER BY id
--- first and last value
SELECT id, FIRST_VALUE(id) OVER w AS f, LAST_VALUE(id) OVER w AS l, NTH_VALUE(id, 2) OVER w AS n FROM pgbouncer_logs WINDOW w AS (PARTITION BY project ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) ORDER BY id
--- first value ignoring nulls
SELECT id, FIRST_VALUE(project IGNORE NULLS) OVER (ORDER BY id) AS p, LAST_VALUE(project IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS q FROM edge_logs ORDER BY id
--- running sum over rows
SELECT x, SUM(x) OVER (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS s FROM UNNEST([1, 2, 3, 4]) AS x ORDER BY x
--- running sum over range includes peers
SELECT x, o, SUM(x) OVER (ORDER BY x) AS s, COUNT(*) OVER (ORDER BY x) AS c FROM UNNEST([1, 1, 2, 2, 3]) AS x WITH OFFSET AS o ORDER BY o
--- moving average
SELECT o, AVG(x) OVER (ORDER BY o ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS a FROM UNNEST([1, 2, 4, 8, 16]) AS x WITH OFFSET AS o ORDER BY o
--- rows frame without between
SELECT o, SUM(x) OVER (ORDER BY o ROWS 2 PRECEDING) AS a FROM UNNEST([1, 2, 4, 8, 16]) AS x WITH OFFSET AS o ORDER BY o
--- range frame with offsets
SELECT x, COUNT(*) OVER (ORDER BY x RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS c FROM UNNEST([1, 2, 4, 7, 8]) AS x ORDER BY x
--- range frame descending
SELECT x, SUM(x) OVER (ORDER BY x DESC RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS c FROM UNNEST([1, 2, 4, 7, 8]) AS x ORDER BY x
--- whole partition
SELECT id, project, COUNT(*) OVER (PARTITION BY project) AS n, MAX(timestamp) OVER () AS newest FROM pgbouncer_logs ORDER BY id
--- window over an aggregate
SELECT project, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY project) AS running, ROUND(COUNT(*) / SUM(COUNT(*)) OVER (), 3) AS share FROM edge_logs GROUP BY project ORDER BY project
--- rank over an aggregate
SELECT r.path, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) DESC) AS rk FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY r.path
--- qualify
SELECT id, project FROM edge_logs WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY project ORDER BY timestamp DESC, id DESC) = 1
--- qualify over an alias
SELECT id, project, ROW_NUMBER() OVER (PARTITION BY project ORDER BY id) AS n FROM edge_logs WHERE id IS NOT NULL QUALIFY n <= 2
--- qualify with group by and having
SELECT project, COUNT(*) AS n FROM edge_logs GROUP BY project HAVING COUNT(*) > 1 QUALIFY RANK() OVER (ORDER BY COUNT(*) DESC) <= 2
--- named windows that build on each other
SELECT x, SUM(x) OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS a, COUNT(*) OVER p AS c FROM UNNEST([3, 1, 2]) AS x WINDOW p AS (PARTITION BY MOD(x, 2)), w AS (p ORDER BY x) ORDER BY x
--- window in order by
SELECT id FROM pgbouncer_logs ORDER BY ROW_NUMBER() OVER (ORDER BY id DESC) LIMIT 3
--- analytic over distinct
SELECT x, COUNT(DISTINCT MOD(x, 2)) OVER () AS d FROM UNNEST([1, 2, 3]) AS x
--- string_agg over a window
SELECT x, STRING_AGG(x, '') OVER (ORDER BY x) AS s FROM UNNEST(['a', 'b', 'c']) AS x ORDER BY x
--- array_agg over a window
SELECT x, ARRAY_AGG(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM UNNEST([1, 2, 3]) AS x ORDER BY x
--- countif over a window
SELECT x, COUNTIF(x > 1) OVER (ORDER BY x) AS s FROM UNNEST([1, 2, 3]) AS x ORDER BY x
--- percentile_cont and percentile_disc
SELECT DISTINCT PERCENTILE_CONT(x, 0.5) OVER () AS c, PERCENTILE_DISC(x, 0.5) OVER () AS d, PERCENTILE_CONT(x, 0.95) OVER () AS p FROM UNNEST([1, 2, 4, 8, NULL]) AS x
--- percentile_cont by partition
SELECT DISTINCT m.function_id, PERCENTILE_CONT(m.execution_time_ms, 0.9) OVER (PARTITION BY m.function_id) AS p FROM function_edge_logs, UNNEST(metadata) m
--- gaps between entries
SELECT id, TIMESTAMP_DIFF(timestamp, LAG(timestamp) OVER (ORDER BY timestamp, id), MILLISECOND) AS gap FROM edge_logs ORDER BY timestamp, id
--- lag over a partition of an unnested field
SELECT id, m.function_id, LAG(m.execution_time_ms, 1, 0) OVER (PARTITION BY m.function_id ORDER BY id, m.execution_id) AS prev FROM function_edge_logs, UNNEST(metadata) m
--- window over a window through a derived table
SELECT id, n, SUM(n) OVER (ORDER BY id) AS s FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS n FROM pgbouncer_logs) ORDER BY id
--- empty frame
SELECT x, SUM(x) OVER (ORDER BY x ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS s, COUNT(*) OVER (ORDER BY x ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING) AS c FROM UNNEST([1, 2, 3]) AS x ORDER BY x
--- nulls in the window order
SELECT x, RANK() OVER (ORDER BY x DESC) AS a, RANK() OVER (ORDER BY x NULLS LAST) AS b FROM UNNEST([2, NULL, 1, NULL]) AS x
--- window function in where
SELECT id FROM edge_logs WHERE ROW_NUMBER() OVER () = 1
--- row_number without over
SELECT ROW_NUMBER() FROM edge_logs
--- rank without order
SELECT RANK() OVER () FROM edge_logs
--- unknown window
SELECT COUNT(*) OVER nope FROM edge_logs
--- qualify without a window function
SELECT id FROM edge_logs WHERE TRUE QUALIFY id = 'x'
--- window inside an aggregate
SELECT SUM(COUNT(*) OVER ()) FROM edge_logs
--- first_value without order
SELECT FIRST_VALUE(x) OVER () FROM UNNEST([1]) AS x
--- last_value of null
SELECT LAST_VALUE(NULL) OVER (ORDER BY x) FROM UNNEST([1, 2]) AS x
--- percentile with order
SELECT PERCENTILE_DISC(x, 0.5) OVER (ORDER BY x) FROM UNNEST([1, 2]) AS x
--- sums of distinct intervals
SELECT SUM(DISTINCT x) OVER () AS s, AVG(DISTINCT x) OVER () AS a, SUM(DISTINCT IF(x > INTERVAL 1 DAY, x, NULL)) OVER () AS n FROM UNNEST([INTERVAL 1 DAY, INTERVAL 24 HOUR, INTERVAL 36 HOUR, NULL, INTERVAL 1 DAY]) AS x
--- percentile_cont with respect nulls
SELECT x, PERCENTILE_CONT(x, 0.5 RESPECT NULLS) OVER () AS f, PERCENTILE_CONT(x, 0.1 RESPECT NULLS) OVER () AS g, PERCENTILE_CONT(x, 0.9 RESPECT NULLS) OVER () AS h, PERCENTILE_CONT(x, 0.3 RESPECT NULLS) OVER () AS i, PERCENTILE_CONT(x, 1 RESPECT NULLS) OVER () AS j, PERCENTILE_CONT(x, 0.2 RESPECT NULLS) OVER () AS k, PERCENTILE_CONT(x, 0.4 RESPECT NULLS) OVER () AS l FROM UNNEST([1,2,NULL,NULL,5,8]) AS x
--- percentile_cont with respect nulls of nan and infinities
SELECT g, PERCENTILE_CONT(x, 0.25 RESPECT NULLS) OVER (PARTITION BY g) AS f, PERCENTILE_CONT(x, 0.75 RESPECT NULLS) OVER (PARTITION BY g) AS h FROM UNNEST([STRUCT(1 AS g, CAST('nan' AS FLOAT64) AS x), (1, 2.0), (2, NULL), (3, NULL), (3, CAST('-inf' AS FLOAT64)), (3, 4.0), (4, NULL), (4, CAST('nan' AS FLOAT64)), (5, NULL), (5, CAST('inf' AS FLOAT64))])
--- percentiles at a numeric place
SELECT x, PERCENTILE_CONT(x, NUMERIC '0.5') OVER () AS f, PERCENTILE_DISC(x, NUMERIC '0.5') OVER () AS g, PERCENTILE_DISC(x, NUMERIC '0.5' RESPECT NULLS) OVER () AS h, PERCENTILE_CONT(x, NUMERIC '0.75' RESPECT NULLS) OVER () AS i FROM UNNEST([1, 2, NULL, 7]) AS x
--- percentile at a numeric place beyond 1
SELECT PERCENTILE_DISC(x, NUMERIC '1.5') OVER () AS f FROM UNNEST([1]) AS x
--- percentiles at a numeric place and at a float
SELECT PERCENTILE_DISC(x, NUMERIC '0.3') OVER () AS f, PERCENTILE_DISC(x, 0.3) OVER () AS g FROM UNNEST(GENERATE_ARRAY(1, 10)) AS x
--- range frame with a distance of nearly all numerics
SELECT id, SUM(id) OVER (ORDER BY x RANGE BETWEEN NUMERIC '99999999999999999999999999999.999999999' PRECEDING AND NUMERIC '99999999999999999999999999998' FOLLOWING) AS s FROM UNNEST([STRUCT(1 AS id, CAST(NULL AS NUMERIC) AS x), (2, NUMERIC '-99999999999999999999999999999.999999999'), (4, NUMERIC '-1'), (8, 0), (16, NUMERIC '1e-9'), (32, 2), (64, NUMERIC '99999999999999999999999999999.999999999')])
--- a negative number of rows
--@ {"n": ["INT64", -1]}
SELECT x, COUNT(*) OVER (ORDER BY x ROWS @n PRECEDING) AS n FROM UNNEST([1, 2]) AS x
--- no number of rows
--@ {"n": ["INT64", null]}
SELECT x, COUNT(*) OVER (ORDER BY x ROWS @n PRECEDING) AS n FROM UNNEST([1, 2]) AS x
--- a negative distance
--@ {"d": ["FLOAT64", -1.5]}
SELECT x, COUNT(*) OVER (ORDER BY x RANGE BETWEEN CURRENT ROW AND @d FOLLOWING) AS n FROM UNNEST([1.0, 2.0]) AS x
--- percentiles of numerics
SELECT id, PERCENTILE_CONT(x, NUMERIC '0.3') OVER () AS a, PERCENTILE_CONT(x, NUMERIC '0.75' RESPECT NULLS) OVER (PARTITION BY MOD(id, 2)) AS b, PERCENTILE_CONT(x, BIGNUMERIC '0.12345678901234567890123456') OVER () AS c, PERCENTILE_CONT(x, NUMERIC '0.1' RESPECT NULLS) OVER () AS d, PERCENTILE_DISC(x, BIGNUMERIC '0.5') OVER () AS e FROM UNNEST([STRUCT(1 AS id, NUMERIC '-99999999999999999999999999999.999999999' AS x), (2, NUMERIC '-1e-9'), (3, NULL), (4, 0), (5, NUMERIC '1e-9'), (6, NUMERIC '99999999999999999999999999999.999999999'), (7, NULL)])
--- percentiles of bignumerics
SELECT id, PERCENTILE_CONT(x, NUMERIC '0.5') OVER () AS a, PERCENTILE_CONT(x, BIGNUMERIC '0.9' RESPECT NULLS) OVER (PARTITION BY MOD(id, 2)) AS b, PERCENTILE_CONT(CAST(x AS FLOAT64), BIGNUMERIC '0.25') OVER () AS c FROM UNNEST([STRUCT(1 AS id, BIGNUMERIC '-578960446186580977117854925043439539266.34992332820282019728792003956564819968' AS x), (2, BIGNUMERIC '-2e-38'), (3, BIGNUMERIC '1e-38'), (4, BIGNUMERIC '578960446186580977117854925043439539266.34992332820282019728792003956564819967'), (5, NULL)])
--- percentiles beside nan
SELECT PERCENTILE_CONT(x, 0.25) OVER () AS a, PERCENTILE_CONT(x, 0.5) OVER () AS b, PERCENTILE_CONT(x, 0.625) OVER () AS c, PERCENTILE_CONT(x, 0.5 RESPECT NULLS) OVER () AS d FROM UNNEST([CAST('nan' AS FLOAT64), CAST('-inf' AS FLOAT64), CAST('nan' AS FLOAT64), 1.0, 2.0]) AS x
--- range frame up to a distance that is a parameter of 0
--@ {"d": ["INT64", 0]}
SELECT x, COUNT(*) OVER (ORDER BY x RANGE BETWEEN UNBOUNDED PRECEDING AND @d PRECEDING) AS n FROM UNNEST([1, 3, 1]) AS x
