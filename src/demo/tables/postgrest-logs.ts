import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawBetween, drawText } from '../draw.ts';
import { PROJECT } from '../population.ts';

/** Messages of the REST layer over the database. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [PROJECT],
  row: {
    id: 'row_id',
    project: 'project',
    identifier: 'project',
    event_message: drawText('message', [
      'Schema cache loaded 41 Relations, 27 Relationships, 12 Functions',
      'Config reloaded',
      'Listening for database notifications on the "pgrst" channel',
      'Attempting to reconnect to the database in 1 seconds...',
      'Failed to load the schema cache using db-schemas=public: canceling statement due to statement timeout',
    ]),
    metadata: { host: `'rest-' || ${drawBetween('host', 1, 3)}` },
  },
} satisfies DemoTable;
