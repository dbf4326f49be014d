-- Time-bucketed counts of a project's requests to four API areas.
WITH
  requests AS (
    SELECT t.timestamp, r.path, r.url
    FROM `cloudflare.logs.prod` AS t
    CROSS JOIN UNNEST(t.metadata) AS m
    CROSS JOIN UNNEST(m.request) AS r
    WHERE
      t.timestamp >= @window_start
      AND t.timestamp <= @window_end
      AND REGEXP_CONTAINS(r.url, @project)
  )
SELECT
  DATETIME(TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(timestamp), @bucket_seconds) * @bucket_seconds)) AS timestamp,
  COUNTIF(STRPOS(path, '/rest') > 0) AS total_rest_requests,
  COUNTIF(STRPOS(path, '/storage') > 0) AS total_storage_requests,
  COUNTIF(STRPOS(path, '/auth') > 0) AS total_auth_requests,
  COUNTIF(STRPOS(path, '/realtime') > 0) AS total_realtime_requests
FROM requests
GROUP BY timestamp
ORDER BY timestamp
