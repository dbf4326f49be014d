import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawBetween, drawChance, drawText, drawUuid } from '../draw.ts';
import { PERSON_DRAWS, PROJECT } from '../population.ts';
import { EXECUTION_ID, FUNCTION_DRAWS } from './function-edge-logs.ts';

/** Output and events of functions: boots, log lines with JSON, uncaught errors and shutdowns. */
export default {
  rowsPerMinute: 3,
  leastRows: 1,
  draws: [
    PROJECT,
    ...PERSON_DRAWS,
    ...FUNCTION_DRAWS,
    [
      'event',
      drawText('event', [
        'Boot',
        'Log',
        'Log',
        'Log',
        'Log',
        'Log',
        'UncaughtException',
        'Shutdown',
      ]),
    ],
    [
      'level',
      `CASE event WHEN 'UncaughtException' THEN 'error' WHEN 'Log' THEN ${drawText('level', ['info', 'info', 'info', 'warning', 'error'])} ELSE 'log' END`,
    ],
    ['boot_time', drawBetween('boot', 18, 95)],
  ],
  row: {
    id: 'row_id',
    event_message: `CASE event
      WHEN 'Boot' THEN 'booted (time: ' || boot_time || 'ms)'
      WHEN 'Shutdown' THEN 'shutdown'
      WHEN 'UncaughtException' THEN 'TypeError: Cannot read properties of undefined (reading ''total'')\n    at handler (file:///src/index.ts:42:18)'
      ELSE '{"step":"' || ${drawText('step', ['charge', 'render', 'notify'])} || '","user":"' || email || '","ip":"' || address
        || '","items":' || ${drawBetween('items', 1, 9)} || '}' END`,
    metadata: {
      boot_time: `CASE event WHEN 'Boot' THEN boot_time END`,
      cpu_time_used: `CASE event WHEN 'Shutdown' THEN ${drawBetween('cpu', 4, 900)} END`,
      deployment_id: 'deployment_id',
      event_type: 'event',
      execution_id: EXECUTION_ID,
      function_id: 'function_id',
      level: 'level',
      project_ref: 'project',
      reason: `CASE event WHEN 'Shutdown' THEN ${drawText('reason', ['EarlyDrop', 'WallClockTime'])} END`,
      region: drawText('region', ['eu-central-1', 'us-east-1', 'sa-east-1']),
      request_id: `CASE WHEN ${drawChance('request', 900)} THEN ${drawUuid('request')} END`,
      served_by: `'supabase-edge-runtime-1.67.4'`,
      timestamp: `strftime(make_timestamp(micros), '%Y-%m-%dT%H:%M:%S.%gZ')`,
      version: `'12'`,
    },
  },
} satisfies DemoTable;
