import type { DemoTable } from './demo-table.ts';
import { authLogs } from './tables/auth-logs.ts';
import { edgeLogs } from './tables/edge-logs.ts';
import { functionEdgeLogs } from './tables/function-edge-logs.ts';
import { functionLogs } from './tables/function-logs.ts';
import { pgbouncerLogs } from './tables/pgbouncer-logs.ts';
import { postgresLogs } from './tables/postgres-logs.ts';
import { postgrestLogs } from './tables/postgrest-logs.ts';
import { realtimeLogs } from './tables/realtime-logs.ts';
import { storageLogs } from './tables/storage-logs.ts';

/** The demo data of every log table. */
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
];
