import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { RecordExpression } from '../../engines/duckdb/records/row-expression.ts';
import { drawBetween, drawChance, drawDuration, drawHex, drawText, drawUuid } from '../draw.ts';
import { AGENTS, HOST, PERSON_DRAWS, PROJECT } from '../population.ts';

/** Requests to the object store; failed ones carry an error record. */
export default {
  rowsPerMinute: 2,
  leastRows: 0,
  draws: [
    PROJECT,
    HOST,
    ...PERSON_DRAWS,
    ['bucket', drawText('bucket', ['avatars', 'avatars', 'invoices'])],
    ['object', `bucket || '/' || ${drawHex('object', 8)} || '.png'`],
    ['method', drawText('method', ['GET', 'GET', 'GET', 'POST', 'DELETE'])],
    ['failed', drawChance('failed', 60)],
    [
      'status',
      `CASE WHEN failed THEN ${drawText('status', ['400', '403', '404', '500'])} ELSE '200' END`,
    ],
    ['duration', drawDuration('duration', 45)],
    ['agent', drawText('agent', AGENTS)],
    ['request_id', drawUuid('request')],
  ],
  row: {
    id: 'row_id',
    event_message: `concat_ws(' | ', project, method, status, address, request_id, '/object/' || object, agent)`,
    metadata: {
      context: {
        host: `'storage-' || ${drawBetween('host', 1, 3)}`,
        pid: drawBetween('pid', 1, 40),
      },
      error: new RecordExpression('failed', {
        message: `CASE status WHEN '404' THEN 'Object not found' WHEN '500' THEN 'Internal error' ELSE 'new row violates row-level security policy' END`,
        raw: `'{"statusCode":"' || status || '","owner":"' || email || '"}'`,
      }),
      executionTime: `duration * 0.93 + ${drawBetween('fraction', 0, 999)} / 1000.0`,
      level: `CASE WHEN failed THEN 'error' ELSE 'info' END`,
      objectPath: 'object',
      operation: `CASE method WHEN 'GET' THEN 'storage.object.get' WHEN 'POST' THEN 'storage.object.upload' ELSE 'storage.object.delete' END`,
      owner: 'user_id',
      project: 'project',
      region: `'eu-central-1'`,
      req: {
        headers: {
          accept: `'*/*'`,
          cf_connecting_ip: 'address',
          content_type: `CASE method WHEN 'POST' THEN 'image/png' END`,
          host: 'host',
          user_agent: 'agent',
          x_forwarded_proto: `'https'`,
        },
        hostname: 'host',
        method: 'method',
        remoteAddress: 'address',
        remotePort: drawBetween('port', 1025, 65535),
        url: `'/object/' || object`,
      },
      reqId: 'request_id',
      res: {
        headers: {
          content_length: drawBetween('size', 200, 4000000),
          content_type: `CASE WHEN failed THEN 'application/json' ELSE 'image/png' END`,
          etag: drawHex('etag', 32),
        },
        statusCode: 'status',
      },
      responseTime: 'duration',
      role: drawText('role', ['authenticated', 'anon', 'service_role']),
      tenantId: 'project',
      timestamp: `strftime(make_timestamp(micros), '%Y-%m-%dT%H:%M:%S.%gZ')`,
    },
  },
} satisfies DemoTable;
