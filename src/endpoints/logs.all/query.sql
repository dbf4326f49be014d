-- The newest 100 log entries of a project, within the retention of the project's tier.
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
  ),
  supavisor_logs AS (
    SELECT t.*
    FROM `supavisor.logs.prod` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.project = @project)
  ),
  pg_upgrade_logs AS (
    SELECT t.*
    FROM `pg_upgrade.logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  etl_replication_logs AS (
    SELECT t.*
    FROM `etl.replication.logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  auth_audit_logs AS (
    SELECT t.*
    FROM `gotrue.audit.logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  workflow_run_logs AS (
    SELECT t.*
    FROM `workflow.run.logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  multigres_logs AS (
    SELECT t.*
    FROM `multigres.logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
  ),
  pg_cron_logs AS (
    SELECT t.*
    FROM `postgres.logs` AS t
    WHERE
      t.timestamp > @window_start
      AND t.timestamp <= @window_end
      AND t.project = @project
      AND (
        REGEXP_CONTAINS(t.event_message, 'cron job')
        OR EXISTS (
          SELECT 1
          FROM UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.parsed) AS parsed
          WHERE parsed.application_name = 'pg_cron'
        )
      )
  )
SELECT id, timestamp, event_message, metadata
FROM edge_logs
ORDER BY timestamp DESC, id DESC
LIMIT 100
