import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { choose, drawBetween } from '../draw.ts';
import { PERSON_DRAWS, PROJECT } from '../population.ts';

/** Messages of the connection pooler. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [PROJECT, ...PERSON_DRAWS],
  row: {
    id: 'row_id',
    project: 'project',
    file: `'/var/log/pgbouncer.log'`,
    event_message: choose(`hash(seed, 'message')`, [
      `'stats: ' || ${drawBetween('xacts', 1, 90)} || ' xacts/s, ' || ${drawBetween('queries', 1, 200)} || ' queries/s'`,
      `'C-0x55d0: postgres/authenticator@' || address || ':' || ${drawBetween('port', 1025, 65535)} || ' login attempt: db=postgres user=authenticator tls=no'`,
      `'C-0x55d0: postgres/authenticator@' || address || ' closing because: client close request (age=' || ${drawBetween('age', 1, 600)} || 's)'`,
      `'S-0x5611: postgres/authenticator@127.0.0.1:5432 closing because: query_wait_timeout'`,
    ]),
    metadata: { host: `'db-' || project` },
  },
} satisfies DemoTable;
