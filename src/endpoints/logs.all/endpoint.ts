import { defineEndpoint } from '../../endpoint/endpoint.ts';

const DAY = 86_400_000_000n;

/** How long entries are shown, by tier. */
const RETENTION: Readonly<Record<string, bigint>> = {
  FREE: DAY,
  PRO: 7n * DAY,
  PAYG: 90n * DAY,
  ENTERPRISE: 90n * DAY,
};

/** 9999-12-31T23:59:59.999999Z, the last TIMESTAMP there is. */
const END_OF_TIME = 253_402_300_799_999_999n;

export default defineEndpoint({
  id: '8c4253cd-741a-44c9-bd3e-95c92c320f7b',
  parameters: {
    project: {
      type: 'STRING!',
      description: 'Project reference; only its entries are returned.',
      example: 'demo',
      emptyIsAbsent: true,
    },
    project_tier: {
      type: 'STRING!',
      description: "The project's tier; it decides how far back entries are shown.",
      example: 'PRO',
      values: { FREE: 'FREE', PRO: 'PRO', PAYG: 'PAYG', ENTERPRISE: 'ENTERPRISE' },
      enumName: 'ProjectTier',
      fallback: 'FREE',
    },
    iso_timestamp_start: {
      type: 'TIMESTAMP',
      description:
        'Only entries after this moment; without it there is no lower bound but the retention.',
      emptyIsAbsent: true,
    },
    iso_timestamp_end: {
      type: 'TIMESTAMP',
      description: 'Only entries at or before this moment; without it there is no upper bound.',
      emptyIsAbsent: true,
    },
  },
  tenant: { parameter: 'project', match: 'equal' },
  derive: {
    uses: ['project_tier', 'iso_timestamp_start', 'iso_timestamp_end'],
    parameters: { window_start: 'TIMESTAMP!', window_end: 'TIMESTAMP!' },
    compute({ project_tier, iso_timestamp_start, iso_timestamp_end }, now) {
      const boundary = now - (RETENTION[project_tier] ?? DAY);
      const isLater = iso_timestamp_start !== undefined && iso_timestamp_start > boundary;
      return {
        window_start: isLater ? iso_timestamp_start : boundary,
        window_end: iso_timestamp_end ?? END_OF_TIME,
      };
    },
  },
  columns: {
    id: { scalar: 'ID', description: "The entry's id." },
    timestamp: { description: 'When the entry was logged.' },
    event_message: { description: "The entry's message." },
    metadata: {
      recordName: 'EdgeLogMetadata',
      description: 'What is known about the request and its response.',
    },
  },
  views: {
    edge: {
      cte: 'edge_logs',
      typeName: 'EdgeLog',
      description: 'Requests at the edge.',
    },
    postgres: {
      cte: 'postgres_logs',
      typeName: 'PostgresLog',
      description: 'Entries of the database.',
    },
    functionEdge: {
      cte: 'function_edge_logs',
      typeName: 'FunctionEdgeLog',
      description: 'Calls of functions, as their relay saw them.',
    },
    function: {
      cte: 'function_logs',
      typeName: 'FunctionLog',
      description: 'Events inside functions: what they print, starts and ends.',
    },
    auth: {
      cte: 'auth_logs',
      typeName: 'AuthLog',
      description: 'Entries of the authentication server.',
    },
    realtime: {
      cte: 'realtime_logs',
      typeName: 'RealtimeLog',
      description: 'Entries of the realtime server.',
    },
    storage: {
      cte: 'storage_logs',
      typeName: 'StorageLog',
      description: 'Entries of the storage server.',
    },
    postgrest: {
      cte: 'postgrest_logs',
      typeName: 'PostgrestLog',
      description: 'Entries of the REST server in front of the database.',
    },
    pgbouncer: {
      cte: 'pgbouncer_logs',
      typeName: 'PgbouncerLog',
      description: "Entries of the database's connection pooler.",
    },
    supavisor: {
      cte: 'supavisor_logs',
      typeName: 'SupavisorLog',
      description: 'Entries of the shared connection pooler.',
    },
    pgUpgrade: {
      cte: 'pg_upgrade_logs',
      typeName: 'PgUpgradeLog',
      description: "Upgrades of the database's version.",
    },
    etlReplication: {
      cte: 'etl_replication_logs',
      typeName: 'EtlReplicationLog',
      description: 'Entries of replication pipelines.',
    },
    authAudit: {
      cte: 'auth_audit_logs',
      typeName: 'AuthAuditLog',
      description: 'The audit trail of authentication.',
    },
    workflowRun: {
      cte: 'workflow_run_logs',
      typeName: 'WorkflowRunLog',
      description: 'Runs of branch workflows.',
    },
    multigres: {
      cte: 'multigres_logs',
      typeName: 'MultigresLog',
      description: 'Entries of sharded databases.',
    },
    pgCron: {
      cte: 'pg_cron_logs',
      typeName: 'PgCronLog',
      description: 'Scheduled jobs: entries of the database that its scheduler wrote.',
    },
  },
  exampleSql: `SELECT r.status_code, COUNT(*) AS requests
FROM edge_logs
CROSS JOIN UNNEST(metadata) AS m
CROSS JOIN UNNEST(m.response) AS r
GROUP BY status_code
ORDER BY requests DESC`,
  settings: {
    cacheSeconds: undefined,
    sandbox: true,
    shape: false,
  },
});
