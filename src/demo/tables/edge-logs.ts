import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { RecordExpression } from '../../engines/duckdb/records/row-expression.ts';
import { drawBetween, drawChance, drawDuration, drawHex, drawText, drawUuid } from '../draw.ts';
import { AGENTS, HOST, PERSON_DRAWS, PROJECT } from '../population.ts';

const PATHS = [
  '/rest/v1/orders',
  '/rest/v1/orders',
  '/rest/v1/products',
  '/rest/v1/rpc/search_products',
  '/storage/v1/object/public/avatars',
  '/storage/v1/object/invoices',
  '/auth/v1/token',
  '/auth/v1/user',
  '/realtime/v1/websocket',
  '/functions/v1/send-receipt',
  '/graphql/v1',
  '/favicon.ico',
];

/** Requests at the edge: every project's traffic to its API areas. */
export default {
  rowsPerMinute: 7,
  leastRows: 2,
  draws: [
    PROJECT,
    HOST,
    ...PERSON_DRAWS,
    ['base_path', drawText('path', PATHS)],
    [
      'path',
      `CASE WHEN starts_with(base_path, '/storage') THEN base_path || '/' || ${drawHex('object', 8)} || '.png' ELSE base_path END`,
    ],
    [
      'method',
      `CASE WHEN base_path IN ('/auth/v1/token', '/graphql/v1') OR contains(base_path, '/rpc/') THEN 'POST'
       WHEN starts_with(base_path, '/rest') THEN ${drawText('method', ['GET', 'GET', 'GET', 'POST', 'PATCH', 'DELETE'])}
       ELSE 'GET' END`,
    ],
    [
      'search',
      `CASE WHEN base_path = '/rest/v1/orders' THEN '?select=*&customer=eq.' || email
       WHEN base_path = '/rest/v1/products' THEN '?select=id%2Cname&limit=' || ${drawBetween('limit', 1, 50)}
       WHEN base_path = '/auth/v1/token' THEN '?grant_type=password' END`,
    ],
    ['url', `'https://' || host || path || coalesce(search, '')`],
    [
      'status',
      `CASE WHEN ${drawChance('fails', 12)} THEN ${drawText('5xx', ['500', '502', '503', '504'])}
       WHEN ${drawChance('refused', 70)} THEN ${drawText('4xx', ['400', '401', '403', '404', '404', '409', '429'])}
       WHEN base_path = '/realtime/v1/websocket' THEN '101'
       WHEN method = 'POST' AND starts_with(base_path, '/rest') THEN '201'
       WHEN method IN ('PATCH', 'DELETE') THEN '204'
       ELSE '200' END`,
    ],
    ['ray', `${drawHex('ray', 16)} || '-FRA'`],
    ['agent', drawText('agent', AGENTS)],
    ['origin_time', drawDuration('origin', 60)],
  ],
  row: {
    id: 'row_id',
    project: 'project',
    identifier: 'project',
    event_message: `concat_ws(' | ', method, status, address, ray, url, agent)`,
    metadata: {
      logflare_worker: { worker_id: drawText('worker', ['FRA-7C21', 'IAD-19B0', 'GRU-44DE']) },
      request: {
        method: 'method',
        path: 'path',
        search: 'search',
        url: 'url',
        host: 'host',
        protocol: `'https:'`,
        headers: {
          accept: `'*/*'`,
          cf_connecting_ip: 'address',
          cf_ipcountry: 'country',
          cf_ray: 'ray',
          content_length: `CASE WHEN method IN ('POST', 'PATCH') THEN CAST(${drawBetween('sent', 20, 4000)} AS VARCHAR) END`,
          host: 'host',
          referer: `CASE WHEN starts_with(agent, 'Mozilla') THEN 'https://app.' || host || '/' END`,
          user_agent: 'agent',
          x_client_info: `CASE WHEN ${drawChance('client', 700)} THEN 'supabase-js/2.54.0' END`,
          x_forwarded_proto: `'https'`,
          x_real_ip: 'address',
        },
        cf: {
          asn: drawBetween('asn', 1000, 64000),
          asOrganization: drawText('organization', [
            'Example Telecom',
            'Example Mobile',
            'Example Hosting',
          ]),
          city: `CASE country WHEN 'DE' THEN 'Berlin' WHEN 'US' THEN 'Denver' WHEN 'BR' THEN 'Recife' WHEN 'JP' THEN 'Osaka' WHEN 'NG' THEN 'Lagos' ELSE 'Pune' END`,
          clientTcpRtt: drawBetween('rtt', 2, 180),
          colo: `'FRA'`,
          continent: `CASE country WHEN 'DE' THEN 'EU' WHEN 'US' THEN 'NA' WHEN 'BR' THEN 'SA' WHEN 'NG' THEN 'AF' ELSE 'AS' END`,
          country: 'country',
          httpProtocol: drawText('http', ['HTTP/2', 'HTTP/3', 'HTTP/1.1']),
          isEUCountry: `CASE country WHEN 'DE' THEN '1' END`,
          timezone: `CASE country WHEN 'DE' THEN 'Europe/Berlin' WHEN 'US' THEN 'America/Denver' WHEN 'BR' THEN 'America/Recife' WHEN 'JP' THEN 'Asia/Tokyo' WHEN 'NG' THEN 'Africa/Lagos' ELSE 'Asia/Kolkata' END`,
          tlsCipher: `'AEAD-AES128-GCM-SHA256'`,
          tlsVersion: `'TLSv1.3'`,
          botManagement: {
            score: drawBetween('bot', 1, 99),
            verifiedBot: drawChance('verified', 20),
            staticResource: 'false',
            corporateProxy: 'false',
            detectionIds: `CASE WHEN ${drawChance('detected', 50)} THEN [${drawBetween('detection', 33554432, 50331648)}] ELSE [] END`,
          },
          tlsClientAuth: { certPresented: `'0'`, certRevoked: `'0'`, certVerified: `'NONE'` },
        },
        sb: new RecordExpression(drawChance('signed in', 600), {
          auth_user: 'user_id',
          jwt: {
            authorization: {
              payload: {
                algorithm: `'HS256'`,
                expires_at: 'micros // 1000000 + 3600',
                issuer: `'https://' || host || '/auth/v1'`,
                role: `'authenticated'`,
                session_id: drawUuid('session'),
                subject: 'user_id',
              },
            },
          },
        }),
      },
      response: {
        status_code: 'status',
        origin_time: 'origin_time',
        headers: {
          cf_cache_status: `CASE WHEN starts_with(path, '/storage') THEN ${drawText('cached', ['HIT', 'MISS'])} ELSE 'DYNAMIC' END`,
          cf_ray: 'ray',
          content_length: `CASE WHEN status NOT IN ('101', '204') THEN CAST(${drawBetween('size', 2, 90000)} AS VARCHAR) END`,
          content_type: `CASE WHEN starts_with(path, '/storage') THEN 'image/png' ELSE 'application/json; charset=utf-8' END`,
          sb_gateway_version: `'1'`,
          sb_request_id: drawUuid('request'),
          x_kong_proxy_latency: `CAST(${drawBetween('proxy', 0, 4)} AS VARCHAR)`,
          x_kong_upstream_latency: 'CAST(origin_time AS VARCHAR)',
        },
      },
    },
  },
} satisfies DemoTable;
