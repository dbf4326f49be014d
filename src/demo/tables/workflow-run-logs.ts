import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawChance, drawText, drawUuid } from '../draw.ts';
import { PROJECT } from '../population.ts';

/** What the runs of branch workflows print. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [PROJECT, ['failed', drawChance('failed', 30)]],
  row: {
    id: 'row_id',
    project: 'project',
    workflow_run: drawUuid('run'),
    event_message: `CASE WHEN failed THEN 'migrate: relation "orders" already exists'
      ELSE ${drawText('step', ['clone: done', 'pull: done', 'migrate: up to date', 'seed: done'])} END`,
    metadata: { level: `CASE WHEN failed THEN 'error' ELSE 'info' END` },
  },
} satisfies DemoTable;
