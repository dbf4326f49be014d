import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawBetween, drawChance } from '../draw.ts';
import { PERSON_DRAWS, PROJECT } from '../population.ts';

/** Messages of the shared connection pooler: clients that come, go and find no room. */
export default {
  rowsPerMinute: 1,
  leastRows: 0,
  draws: [
    PROJECT,
    ...PERSON_DRAWS,
    ['failed', drawChance('failed', 60)],
    ['node', `'supavisor@10.0.0.' || ${drawBetween('node', 1, 254)}`],
  ],
  row: {
    id: 'row_id',
    event_message: `CASE WHEN failed THEN 'MaxClientsInSessionMode: max clients reached - in Session mode max clients are limited to pool_size'
      ELSE 'ClientHandler: Connection authenticated for postgres.' || project || ' from ' || address END`,
    metadata: {
      context: {
        application: `'supavisor'`,
        domain: `['elixir']`,
        file: `'lib/supavisor/client_handler.ex'`,
        function: `'handle_event/4'`,
        line: drawBetween('line', 40, 700),
        mfa: `['Supavisor.ClientHandler', 'handle_event', '4']`,
        module: `'Elixir.Supavisor.ClientHandler'`,
        pid: `'#PID<0.' || ${drawBetween('pid', 2000, 9000)} || '.0>'`,
        time: 'micros',
        vm: { node: 'node' },
      },
      db_name: `'postgres'`,
      instance_id: 'node',
      level: `CASE WHEN failed THEN 'error' ELSE 'info' END`,
      project: 'project',
      region: `'eu-central-1'`,
      type: `CASE WHEN failed THEN 'session' ELSE 'transaction' END`,
      user: `'postgres'`,
    },
  },
} satisfies DemoTable;
