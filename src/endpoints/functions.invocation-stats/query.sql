-- Time-bucketed latency and count statistics of serverless function invocations.
WITH
  buckets AS (
    SELECT bucket
    FROM UNNEST(GENERATE_TIMESTAMP_ARRAY(@first_bucket, @last_bucket, INTERVAL @bucket_seconds SECOND)) AS bucket
  ),
  -- One row per record, however many entries its arrays have.
  invocations AS (
    SELECT
      t.timestamp,
      TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(t.timestamp), @bucket_seconds) * @bucket_seconds) AS bucket,
      (
        SELECT MAX(m.execution_time_ms)
        FROM UNNEST(t.metadata) AS m
        WHERE m.project_ref = @project AND (@function_id IS NULL OR m.function_id = @function_id)
      ) AS execution_time_ms,
      EXISTS (
        SELECT 1
        FROM UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.response) AS r
        WHERE
          m.project_ref = @project
          AND (@function_id IS NULL OR m.function_id = @function_id)
          AND r.status_code >= 400
      ) AS is_error
    FROM `deno-relay-logs` AS t
    WHERE
      t.timestamp >= @first_bucket
      AND t.timestamp < @window_end
      AND EXISTS (
        SELECT 1
        FROM UNNEST(t.metadata) AS m
        WHERE m.project_ref = @project AND (@function_id IS NULL OR m.function_id = @function_id)
      )
  ),
  statistics AS (
    SELECT
      bucket,
      MIN(execution_time_ms) AS min_execution_time,
      MAX(execution_time_ms) AS max_execution_time,
      AVG(execution_time_ms) AS avg_execution_time,
      APPROX_QUANTILES(execution_time_ms, 100)[SAFE_OFFSET(95)] AS p95_execution_time,
      APPROX_QUANTILES(execution_time_ms, 100)[SAFE_OFFSET(99)] AS p99_execution_time,
      COUNT(*) AS count,
      COUNTIF(is_error) AS error_count
    FROM invocations
    GROUP BY bucket
  )
SELECT
  b.bucket AS timestamp,
  CAST(s.min_execution_time AS FLOAT64) AS min_execution_time,
  CAST(s.max_execution_time AS FLOAT64) AS max_execution_time,
  s.avg_execution_time,
  CAST(s.p95_execution_time AS FLOAT64) AS p95_execution_time,
  CAST(s.p99_execution_time AS FLOAT64) AS p99_execution_time,
  IFNULL(s.count, 0) AS count,
  IFNULL(s.error_count, 0) AS error_count
FROM buckets AS b
LEFT JOIN statistics AS s ON s.bucket = b.bucket
ORDER BY timestamp
