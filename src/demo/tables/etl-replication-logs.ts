import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawBetween, drawChance } from '../draw.ts';
import { PROJECT } from '../population.ts';

/** Messages of replication pipelines. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [PROJECT, ['failed', drawChance('failed', 40)]],
  row: {
    id: 'row_id',
    project: 'project',
    pipeline_id: drawBetween('pipeline', 40, 44),
    event_message: `CASE WHEN failed THEN 'replication slot is not available, retrying'
      ELSE 'apply worker wrote ' || ${drawBetween('rows', 1, 900)} || ' rows' END`,
    metadata: { host: `'etl-1'`, level: `CASE WHEN failed THEN 'ERROR' ELSE 'INFO' END` },
  },
} satisfies DemoTable;
