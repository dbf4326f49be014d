import { quoteText } from '#googlesql';
import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import {
  choose,
  drawBetween,
  drawChance,
  drawDuration,
  drawText,
  drawUuid,
  uuidOf,
} from '../draw.ts';
import { AGENTS, FUNCTIONS, HOST, PERSON_DRAWS } from '../population.ts';

/** SQL for the execution id of the row's invocation; function logs refer to it too. */
export const EXECUTION_ID = uuidOf(`'execution ' || minute || ' ' || number`);

/** The row's function; the first row of a minute is the heartbeat, which a timer calls. */
export const FUNCTION_DRAWS = [
  [
    'function_number',
    `CAST(CASE number WHEN 0 THEN 0 ELSE 1 + hash(minute, number, 'function') % ${FUNCTIONS.length - 1} END AS BIGINT)`,
  ],
  ['function_id', chooseMember(({ id }) => id)],
  ['function_name', chooseMember(({ name }) => name)],
  ['deployment_id', `project || '_' || function_id || '_12'`],
] as const;

function chooseMember(textOf: (item: (typeof FUNCTIONS)[number]) => string): string {
  return choose('function_number', FUNCTIONS.map(textOf).map(quoteText));
}

/** Invocations of serverless functions; the main project has at least three in every minute. */
export default {
  rowsPerMinute: 5,
  leastRows: 3,
  draws: [
    [
      'project',
      `CASE WHEN number < 3 THEN 'demo' ELSE ${drawText('project', ['demo', 'demo', 'acme-shop', 'lumen', 'orbit', 'tidepool'])} END`,
    ],
    HOST,
    ...PERSON_DRAWS,
    ...FUNCTION_DRAWS,
    [
      'status',
      `CASE WHEN number = 0 THEN '200'
       WHEN ${drawChance('fails', 25)} THEN ${drawText('5xx', ['500', '500', '503', '546'])}
       WHEN ${drawChance('refused', 40)} THEN ${drawText('4xx', ['400', '401', '404'])}
       ELSE '200' END`,
    ],
    [
      'duration',
      `CASE function_number WHEN 0 THEN ${drawDuration('heartbeat', 12)} WHEN 2 THEN ${drawDuration('image', 640)} ELSE ${drawDuration('call', 140)} END`,
    ],
    ['path', `'/functions/v1/' || function_name`],
    ['url', `'https://' || host || path`],
  ],
  row: {
    id: 'row_id',
    event_message: `concat_ws(' | ', 'POST', status, url)`,
    metadata: {
      deployment_id: 'deployment_id',
      execution_id: EXECUTION_ID,
      execution_time_ms: 'duration',
      function_id: 'function_id',
      project_ref: 'project',
      version: `'12'`,
      request: {
        method: `'POST'`,
        pathname: 'path',
        host: 'host',
        protocol: `'https:'`,
        url: 'url',
        headers: {
          accept: `'*/*'`,
          accept_encoding: `'gzip, br'`,
          connection: `'Keep-Alive'`,
          content_length: `CAST(${drawBetween('sent', 2, 3000)} AS VARCHAR)`,
          host: 'host',
          user_agent: `CASE number WHEN 0 THEN 'pg_net/0.14' ELSE ${drawText('agent', AGENTS)} END`,
          x_client_info: `CASE WHEN number > 0 THEN 'supabase-js/2.54.0' END`,
        },
        sb: { auth_user: 'CASE WHEN number > 0 THEN user_id END' },
      },
      response: {
        status_code: 'status',
        headers: {
          content_length: `CAST(${drawBetween('size', 2, 9000)} AS VARCHAR)`,
          content_type: `'application/json'`,
          sb_request_id: drawUuid('request'),
          server: `'cloudflare'`,
          vary: `'Accept-Encoding'`,
          x_sb_edge_region: drawText('region', ['eu-central-1', 'us-east-1', 'sa-east-1']),
          x_served_by: `'supabase-edge-runtime'`,
        },
      },
    },
  },
} satisfies DemoTable;
