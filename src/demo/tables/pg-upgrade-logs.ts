import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawText } from '../draw.ts';
import { PROJECT } from '../population.ts';

/** Steps of upgrades of the database's version. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [PROJECT],
  row: {
    id: 'row_id',
    project: 'project',
    event_message: drawText('step', [
      'Performing Consistency Checks',
      'Checking cluster versions                                     ok',
      'Checking for prepared transactions                            ok',
      'Upgrade Complete',
    ]),
    metadata: { host: `'db-' || project` },
  },
} satisfies DemoTable;
