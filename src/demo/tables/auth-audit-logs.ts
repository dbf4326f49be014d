import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawText, drawUuid } from '../draw.ts';
import { AGENTS, HOST, PERSON_DRAWS, PROJECT } from '../population.ts';

/** The audit trail of authentication: who did what. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [
    PROJECT,
    HOST,
    ...PERSON_DRAWS,
    [
      'action',
      drawText('action', [
        'login',
        'logout',
        'token_refreshed',
        'token_revoked',
        'user_signedup',
        'user_recovery_requested',
      ]),
    ],
    ['audit_id', drawUuid('audit')],
    ['request_id', drawUuid('request')],
    ['moment', `strftime(make_timestamp(micros), '%Y-%m-%dT%H:%M:%SZ')`],
  ],
  row: {
    id: 'row_id',
    project: 'project',
    identifier: 'project',
    event_message: `CAST(json_object('action', action, 'actor_id', user_id, 'actor_username', email, 'audit_log_id', audit_id,
      'request_id', request_id, 'time', moment) AS VARCHAR)`,
    metadata: {
      auth_audit_event: {
        action: 'action',
        actor_id: 'user_id',
        actor_username: 'email',
        actor_via_sso: 'false',
        audit_log_id: 'audit_id',
        created_at: 'moment',
        log_type: `CASE WHEN action LIKE 'token%' THEN 'token' WHEN action LIKE 'user%' THEN 'user' ELSE 'account' END`,
        request_id: 'request_id',
        user_agent: drawText('agent', AGENTS),
      },
      host: 'host',
      level: `'info'`,
      msg: `'audit_event'`,
    },
  },
} satisfies DemoTable;
