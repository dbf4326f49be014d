import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { RecordExpression } from '../../engines/duckdb/records/row-expression.ts';
import { drawBetween, drawChance, drawHex, drawUuid } from '../draw.ts';
import { PROJECT } from '../population.ts';

/** Messages of the realtime server: subscriptions, measurements and errors. */
export default {
  rowsPerMinute: 2,
  leastRows: 0,
  draws: [
    PROJECT,
    ['failed', drawChance('failed', 80)],
    ['connected', drawBetween('connected', 1, 400)],
    [
      'node',
      `'realtime@10.0.' || ${drawBetween('rack', 0, 9)} || '.' || ${drawBetween('node', 1, 254)}`,
    ],
  ],
  row: {
    id: 'row_id',
    event_message: `CASE WHEN failed THEN 'ChannelRateLimitReached: Too many channels'
      ELSE 'Tenant ' || project || ' has ' || connected || ' connected users' END`,
    metadata: {
      cluster: `'prod-1'`,
      context: {
        application: `'realtime'`,
        domain: `['elixir']`,
        file: `'lib/realtime/telemetry.ex'`,
        function: `'execute/3'`,
        line: drawBetween('line', 20, 180),
        mfa: `['Realtime.Telemetry', 'execute', '3']`,
        module: `'Elixir.Realtime.Telemetry'`,
        pid: `'#PID<0.' || ${drawBetween('pid', 2000, 9000)} || '.0>'`,
        time: 'micros',
        vm: { node: 'node' },
      },
      error_code: `CASE WHEN failed THEN 'ChannelRateLimitReached' END`,
      error_string: `CASE WHEN failed THEN 'Too many channels' END`,
      external_id: 'project',
      level: `CASE WHEN failed THEN 'error' ELSE 'info' END`,
      measurements: new RecordExpression('NOT failed', {
        connected: 'connected',
        connected_cluster: 'connected * 3',
        limit: '500',
        sum: drawBetween('sum', 0, 9000),
      }),
      project: 'project',
      region: `'eu-central-1'`,
      request_id: `CASE WHEN failed THEN ${drawUuid('request')} ELSE ${drawHex('request', 20)} END`,
      tenant: 'project',
    },
  },
} satisfies DemoTable;
