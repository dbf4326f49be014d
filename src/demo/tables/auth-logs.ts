import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { RecordExpression } from '../../engines/duckdb/records/row-expression.ts';
import { drawBetween, drawChance, drawText, drawUuid } from '../draw.ts';
import { HOST, PERSON_DRAWS, PROJECT } from '../population.ts';

/** Sign-ins, sign-ups and token refreshes; failed ones carry an error. */
export default {
  rowsPerMinute: 2,
  leastRows: 1,
  draws: [
    PROJECT,
    HOST,
    ...PERSON_DRAWS,
    [
      'action',
      drawText('action', [
        'login',
        'login',
        'token_refreshed',
        'token_refreshed',
        'user_signedup',
        'logout',
      ]),
    ],
    ['failed', drawChance('failed', 90)],
    [
      'status',
      `CASE WHEN failed THEN ${drawText('status', ['400', '401', '422', '429', '500'])} ELSE '200' END`,
    ],
    [
      'path',
      `CASE action WHEN 'user_signedup' THEN '/signup' WHEN 'logout' THEN '/logout' ELSE '/token' END`,
    ],
    ['provider', drawText('provider', ['email', 'email', 'google', 'github'])],
    ['duration', drawBetween('duration', 900000, 240000000)],
    ['request_id', drawUuid('request')],
    ['moment', `strftime(make_timestamp(micros), '%Y-%m-%dT%H:%M:%SZ')`],
    ['error', `CASE WHEN failed THEN status || ': Invalid login credentials' END`],
  ],
  row: {
    id: 'row_id',
    project: 'project',
    event_message: `CAST(json_object('action', action, 'auth_event', json_object('actor_id', user_id, 'actor_username', email),
      'component', 'api', 'error', error, 'level', CASE WHEN failed THEN 'error' ELSE 'info' END, 'method', 'POST',
      'path', path, 'remote_addr', address, 'request_id', request_id, 'status', status, 'time', moment) AS VARCHAR)`,
    metadata: {
      action: 'action',
      auth_event: new RecordExpression('NOT failed', {
        action: 'action',
        actor_id: 'user_id',
        actor_username: 'email',
        actor_via_sso: 'false',
        log_type: `CASE action WHEN 'user_signedup' THEN 'team' ELSE 'account' END`,
        traits: { provider: 'provider', user_email: 'email', user_id: 'user_id' },
      }),
      component: `'api'`,
      duration: 'CAST(duration AS VARCHAR)',
      error: 'error',
      grant_type: `CASE action WHEN 'login' THEN 'password' WHEN 'token_refreshed' THEN 'refresh_token' END`,
      host: 'host',
      level: `CASE WHEN failed THEN 'error' ELSE 'info' END`,
      login_method: `CASE action WHEN 'login' THEN 'password' END`,
      method: `'POST'`,
      msg: `CASE WHEN failed THEN error ELSE 'request completed' END`,
      path: 'path',
      project: 'project',
      provider: 'provider',
      referer: `'https://app.' || host`,
      remote_addr: 'address',
      request_id: 'request_id',
      status: 'status',
      time: 'moment',
      timestamp: 'moment',
      user_id: 'user_id',
    },
  },
} satisfies DemoTable;
