-- The newest log entries of a project, within the retention of the project's tier.
WITH
  edge_logs AS (
    SELECT t.*
    FROM `cloudflare.logs.prod` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  postgres_logs AS (
    SELECT t.*
    FROM `postgres.logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  function_edge_logs AS (
    SELECT t.*
    FROM `deno-relay-logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.project_ref = @project)
  ),
  function_logs AS (
    SELECT t.*
    FROM `deno-subhosting-events` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.project_ref = @project)
  ),
  auth_logs AS (
    SELECT t.*
    FROM `gotrue.logs.prod` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  realtime_logs AS (
    SELECT t.*
    FROM `realtime.logs.prod` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.project = @project)
  ),
  storage_logs AS (
    SELECT t.*
    FROM `storage.logs.prod.2` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.project = @project)
  ),
  postgrest_logs AS (
    SELECT t.*
    FROM `postgREST.logs.prod` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  pgbouncer_logs AS (
    SELECT t.*
    FROM `pgbouncer.logs.prod` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  )
SELECT id, timestamp, event_message, metadata
FROM edge_logs
ORDER BY timestamp DESC, id DESC
LIMIT 100
