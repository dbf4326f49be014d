import type { DemoTable } from '../demo-table.ts';
import { drawText } from '../draw.ts';
import { PROJECT } from '../population.ts';

/** Steps of upgrades of the database's version. */
export const pgUpgradeLogs: DemoTable = {
  table: 'pg_upgrade.logs',
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [PROJECT],
  row: {
    project: 'project',
    event_message: drawText('step', [
      'Performing Consistency Checks',
      'Checking cluster versions                                     ok',
      'Checking for prepared transactions                            ok',
      'Upgrade Complete',
    ]),
    metadata: { host: `'db-' || project` },
  },
};
