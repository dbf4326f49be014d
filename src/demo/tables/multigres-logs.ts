import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawBetween, drawText } from '../draw.ts';
import { PROJECT } from '../population.ts';

/** Messages of a sharded database, as JSON text. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [
    PROJECT,
    ['component', drawText('component', ['multigateway', 'multipooler', 'multiorch'])],
    ['level', drawText('level', ['INFO', 'INFO', 'INFO', 'WARN', 'ERROR'])],
    ['pod', `component || '-' || ${drawBetween('pod', 0, 2)}`],
  ],
  row: {
    id: 'row_id',
    project: 'project',
    cluster: `'prod-1'`,
    component: 'component',
    level: 'level',
    namespace: `'multigres'`,
    node_name: `'node-' || ${drawBetween('node', 1, 9)}`,
    pod_name: 'pod',
    region: `'eu-central-1'`,
    stack: `'prod'`,
    event_message: `CAST(json_object('level', level, 'msg', CASE level WHEN 'INFO' THEN 'health check passed' ELSE 'replica lags behind' END, 'pod', pod) AS VARCHAR)`,
    metadata: { cell: drawText('cell', ['zone-a', 'zone-b']) },
  },
} satisfies DemoTable;
