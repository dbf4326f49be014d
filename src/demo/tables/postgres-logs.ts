import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { drawBetween, drawHex, drawText } from '../draw.ts';
import { PERSON_DRAWS, PROJECT } from '../population.ts';

/** Messages of the database: connections, checkpoints, slow statements, constraint violations and fatal errors. */
export default {
  rowsPerMinute: 3,
  leastRows: 1,
  draws: [
    PROJECT,
    ...PERSON_DRAWS,
    [
      'topic',
      drawText('topic', [
        'connection',
        'connection',
        'connection',
        'checkpoint',
        'slow',
        'duplicate',
        'password',
        'cron',
      ]),
    ],
    [
      'severity',
      `CASE topic WHEN 'duplicate' THEN 'ERROR' WHEN 'password' THEN 'FATAL' ELSE 'LOG' END`,
    ],
    ['process_id', drawBetween('process', 400, 32000)],
    ['role', drawText('role', ['authenticator', 'postgres', 'supabase_admin'])],
    [
      'message',
      `CASE topic
        WHEN 'connection' THEN 'connection authorized: user=' || role || ' database=postgres'
        WHEN 'checkpoint' THEN 'checkpoint complete: wrote ' || ${drawBetween('buffers', 3, 900)} || ' buffers'
        WHEN 'slow' THEN 'duration: ' || ${drawBetween('slow', 1000, 28000)} || '.214 ms  statement: select * from orders where customer = ''' || email || ''''
        WHEN 'duplicate' THEN 'duplicate key value violates unique constraint "customers_email_key"'
        WHEN 'cron' THEN 'cron job 1 completed: ' || ${drawBetween('deleted', 0, 90)} || ' rows'
        ELSE 'password authentication failed for user "' || role || '"' END`,
    ],
  ],
  row: {
    id: 'row_id',
    project: 'project',
    identifier: 'project',
    event_message: 'message',
    metadata: {
      host: `'db-' || project`,
      parsed: {
        application_name: `CASE topic WHEN 'cron' THEN 'pg_cron' ELSE ${drawText('application', ['PostgREST 13', 'psql'])} END`,
        backend_type: `CASE topic WHEN 'checkpoint' THEN 'checkpointer' ELSE 'client backend' END`,
        command_tag: `CASE topic WHEN 'connection' THEN 'authentication' WHEN 'slow' THEN 'SELECT' WHEN 'duplicate' THEN 'INSERT' END`,
        connection_from: `CASE WHEN topic <> 'checkpoint' THEN CASE WHEN contains(address, ':') THEN '[' || address || ']' ELSE address END || ':' || ${drawBetween('port', 1025, 65535)} END`,
        database_name: `'postgres'`,
        detail: `CASE topic WHEN 'duplicate' THEN 'Key (email)=(' || email || ') already exists.' END`,
        error_severity: 'severity',
        process_id: 'process_id',
        query: `CASE topic WHEN 'duplicate' THEN 'insert into customers (email) values ($1)' END`,
        query_id: `CAST(hash(topic) // 2 AS BIGINT) * (CASE WHEN seed % 2 = 0 THEN 1 ELSE -1 END)`,
        session_id: `${drawHex('session', 8)} || '.' || lower(to_hex(process_id))`,
        session_line_num: drawBetween('line', 1, 60),
        session_start_time: `strftime(make_timestamp(micros - 60000000), '%Y-%m-%d %H:%M:%S UTC')`,
        sql_state_code: `CASE topic WHEN 'duplicate' THEN '23505' WHEN 'password' THEN '28P01' ELSE '00000' END`,
        timestamp: `strftime(make_timestamp(micros), '%Y-%m-%d %H:%M:%S.%g UTC')`,
        transaction_id: drawBetween('transaction', 0, 900000),
        user_name: 'role',
        virtual_transaction_id: `CAST(${drawBetween('virtual', 2, 90)} AS VARCHAR) || '/' || process_id`,
      },
    },
  },
} satisfies DemoTable;
