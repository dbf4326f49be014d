import type { DemoTable } from './demo-table.ts';
import { authAuditLogs } from './tables/auth-audit-logs.ts';
import { authLogs } from './tables/auth-logs.ts';
import { edgeLogs } from './tables/edge-logs.ts';
import { etlReplicationLogs } from './tables/etl-replication-logs.ts';
import { functionEdgeLogs } from './tables/function-edge-logs.ts';
import { functionLogs } from './tables/function-logs.ts';
import { multigresLogs } from './tables/multigres-logs.ts';
import { pgUpgradeLogs } from './tables/pg-upgrade-logs.ts';
import { pgbouncerLogs } from './tables/pgbouncer-logs.ts';
import { postgresLogs } from './tables/postgres-logs.ts';
import { postgrestLogs } from './tables/postgrest-logs.ts';
import { realtimeLogs } from './tables/realtime-logs.ts';
import { storageLogs } from './tables/storage-logs.ts';
import { supavisorLogs } from './tables/supavisor-logs.ts';
import { workflowRunLogs } from './tables/workflow-run-logs.ts';

/** The demo data of log tables; others have none. */
export const DEMO_TABLES: readonly DemoTable[] = [
  edgeLogs,
  functionEdgeLogs,
  functionLogs,
  authLogs,
  postgresLogs,
  storageLogs,
  realtimeLogs,
  postgrestLogs,
  pgbouncerLogs,
  supavisorLogs,
  pgUpgradeLogs,
  etlReplicationLogs,
  authAuditLogs,
  workflowRunLogs,
  multigresLogs,
];
