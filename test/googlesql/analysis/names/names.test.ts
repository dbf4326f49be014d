import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  ['select id, event_message from edge_logs', 'id:STRING, event_message:STRING'],
  ['select EVENT_MESSAGE from edge_logs', 'EVENT_MESSAGE:STRING'],
  ['select edge_logs.id from edge_logs', 'id:STRING'],
  ['select e.id as request_id from edge_logs as e', 'request_id:STRING'],
  ['select edge_logs.id from edge_logs as e', 'Unrecognized name: edge_logs [at 1:8]'],
  ['select nosuch from edge_logs', 'Unrecognized name: nosuch [at 1:8]'],
  ['select idd from hits', 'Unrecognized name: idd; Did you mean id? [at 1:8]'],
  ['select IDD from hits', 'Unrecognized name: IDD [at 1:8]'],
  [
    'select event_mesage from edge_logs',
    'Unrecognized name: event_mesage; Did you mean event_message? [at 1:8]',
  ],
  [
    'select edge_log.id from edge_logs',
    'Unrecognized name: edge_log; Did you mean edge_logs? [at 1:8]',
  ],
  ['select e.nosuch from edge_logs e', 'Name nosuch not found inside e [at 1:10]'],
  [
    'select `event mesage` from edge_logs',
    'Unrecognized name: `event mesage`; Did you mean event_message? [at 1:8]',
  ],
  [
    'select m.nosuch from edge_logs, unnest(metadata) m',
    'Field name nosuch does not exist in STRUCT<load_balancer_redirect_identifier STRING, logflare_worker ARRAY<STRUCT<worker_id STRING>>, request ARRAY<STRUCT<cf ARRAY<STRUCT<asOrganization STRING, asn INT64, botManagement ARRAY<STRUCT<corporateProxy BOOL, detectionIds ARRAY<INT64>, ja3Hash STRING, ...>>, ...>>, headers ARRAY<STRUCT<accept STRING, cf_connecting_ip STRING, cf_ipcountry STRING, ...>>, host STRING, ...>>, ...> [at 1:10]',
  ],
  [
    'select metadata.request from edge_logs',
    "Cannot access field request on a value with type ARRAY<STRUCT<load_balancer_redirect_identifier STRING, logflare_worker ARRAY<STRUCT<worker_id STRING>>, request ARRAY<STRUCT<cf ARRAY<STRUCT<asOrganization STRING, asn INT64, botManagement ARRAY<STRUCT<corporateProxy BOOL, detectionIds ARRAY<INT64>, ja3Hash STRING, ...>>, ...>>, headers ARRAY<STRUCT<accept STRING, cf_connecting_ip STRING, cf_ipcountry STRING, ...>>, host STRING, ...>>, ...>>. You may need an explicit call to FLATTEN, and the flattened argument may only contain 'dot' after the first array [at 1:17]",
  ],
  [
    'select id.part from edge_logs',
    'Cannot access field part on a value with type STRING [at 1:11]',
  ],
  ['select events.st.a, st.b from events', 'a:INT64, b:STRING'],
  ['select st.c from events', 'Field name c does not exist in STRUCT<a INT64, b STRING> [at 1:11]'],
  ['select ts.x from events', 'Cannot access field x on a value with type TIMESTAMP [at 1:11]'],
  [
    'select arr.x from events',
    "Cannot access field x on a value with type ARRAY<INT64>. You may need an explicit call to FLATTEN, and the flattened argument may only contain 'dot' after the first array [at 1:12]",
  ],
  ['select struct(1 as a, 2 as a).a', 'Struct field name a is ambiguous [at 1:31]'],
  ['select x from hits, users', 'Column name x is ambiguous [at 1:8]'],
  ['select a from (select 1 as a, 2 as a) t', 'Column name a is ambiguous [at 1:8]'],
  ['select t.a from (select 1 as a, 2 as a) t', 'Name a is ambiguous inside t [at 1:10]'],
  ['select path, method from edge_logs e, e.metadata m, m.request', 'path:STRING, method:STRING'],
  [
    'select metadata from edge_logs, unnest(metadata) as metadata',
    'metadata:STRUCT<load_balancer_redirect_identifier STRING, logflare_worker ARRAY<STRUCT<worker_id STRING>>, request ARRAY<STRUCT<cf ARRAY<STRUCT<asOrganization STRING, asn INT64, botManagement ARRAY<STRUCT<corporateProxy BOOL, detectionIds ARRAY<INT64>, ja3Hash STRING, score INT64, staticResource BOOL, verifiedBot BOOL>>, city STRING, clientAcceptEncoding STRING, clientTcpRtt INT64, clientTrustScore INT64, colo STRING, continent STRING, country STRING, edgeRequestKeepAliveStatus INT64, httpProtocol STRING, isEUCountry STRING, latitude STRING, longitude STRING, metroCode STRING, postalCode STRING, region STRING, regionCode STRING, timezone STRING, tlsCipher STRING, tlsClientAuth ARRAY<STRUCT<certPresented STRING, certRevoked STRING, certVerified STRING>>, tlsExportedAuthenticator ARRAY<STRUCT<clientFinished STRING, clientHandshake STRING, serverFinished STRING, serverHandshake STRING>>, tlsVersion STRING>>, headers ARRAY<STRUCT<accept STRING, cf_connecting_ip STRING, cf_ipcountry STRING, cf_ray STRING, content_length STRING, host STRING, referer STRING, user_agent STRING, x_client_info STRING, x_forwarded_proto STRING, x_real_ip STRING>>, host STRING, method STRING, path STRING, protocol STRING, sb ARRAY<STRUCT<apikey ARRAY<STRUCT<apikey ARRAY<STRUCT<error STRING, hash STRING, prefix STRING>>>>, auth_user STRING, jwt ARRAY<STRUCT<apikey ARRAY<STRUCT<invalid STRING, payload ARRAY<STRUCT<algorithm STRING, expires_at INT64, issuer STRING, key_id STRING, role STRING, session_id STRING, signature_prefix STRING, subject STRING>>>>, authorization ARRAY<STRUCT<invalid STRING, payload ARRAY<STRUCT<algorithm STRING, expires_at INT64, issuer STRING, key_id STRING, role STRING, session_id STRING, signature_prefix STRING, subject STRING>>>>>>>>, search STRING, url STRING>>, response ARRAY<STRUCT<headers ARRAY<STRUCT<cf_cache_status STRING, cf_ray STRING, content_length STRING, content_location STRING, content_range STRING, content_type STRING, date STRING, sb_gateway_mode STRING, sb_gateway_version STRING, sb_request_id STRING, transfer_encoding STRING, x_kong_proxy_latency STRING, x_kong_upstream_latency STRING, x_sb_error_code STRING>>, origin_time INT64, status_code INT64>>>',
  ],
  [
    "select el from edge_logs as el where el.id = 'a'",
    'el:STRUCT<timestamp TIMESTAMP, id STRING, event_message STRING, identifier STRING, metadata ARRAY<STRUCT<load_balancer_redirect_identifier STRING, logflare_worker ARRAY<STRUCT<worker_id STRING>>, request ARRAY<STRUCT<cf ARRAY<STRUCT<asOrganization STRING, asn INT64, botManagement ARRAY<STRUCT<corporateProxy BOOL, detectionIds ARRAY<INT64>, ja3Hash STRING, score INT64, staticResource BOOL, verifiedBot BOOL>>, city STRING, clientAcceptEncoding STRING, clientTcpRtt INT64, clientTrustScore INT64, colo STRING, continent STRING, country STRING, edgeRequestKeepAliveStatus INT64, httpProtocol STRING, isEUCountry STRING, latitude STRING, longitude STRING, metroCode STRING, postalCode STRING, region STRING, regionCode STRING, timezone STRING, tlsCipher STRING, tlsClientAuth ARRAY<STRUCT<certPresented STRING, certRevoked STRING, certVerified STRING>>, tlsExportedAuthenticator ARRAY<STRUCT<clientFinished STRING, clientHandshake STRING, serverFinished STRING, serverHandshake STRING>>, tlsVersion STRING>>, headers ARRAY<STRUCT<accept STRING, cf_connecting_ip STRING, cf_ipcountry STRING, cf_ray STRING, content_length STRING, host STRING, referer STRING, user_agent STRING, x_client_info STRING, x_forwarded_proto STRING, x_real_ip STRING>>, host STRING, method STRING, path STRING, protocol STRING, sb ARRAY<STRUCT<apikey ARRAY<STRUCT<apikey ARRAY<STRUCT<error STRING, hash STRING, prefix STRING>>>>, auth_user STRING, jwt ARRAY<STRUCT<apikey ARRAY<STRUCT<invalid STRING, payload ARRAY<STRUCT<algorithm STRING, expires_at INT64, issuer STRING, key_id STRING, role STRING, session_id STRING, signature_prefix STRING, subject STRING>>>>, authorization ARRAY<STRUCT<invalid STRING, payload ARRAY<STRUCT<algorithm STRING, expires_at INT64, issuer STRING, key_id STRING, role STRING, session_id STRING, signature_prefix STRING, subject STRING>>>>>>>>, search STRING, url STRING>>, response ARRAY<STRUCT<headers ARRAY<STRUCT<cf_cache_status STRING, cf_ray STRING, content_length STRING, content_location STRING, content_range STRING, content_type STRING, date STRING, sb_gateway_mode STRING, sb_gateway_version STRING, sb_request_id STRING, transfer_encoding STRING, x_kong_proxy_latency STRING, x_kong_upstream_latency STRING, x_sb_error_code STRING>>, origin_time INT64, status_code INT64>>>>, project STRING>',
  ],
  ['select hits from hits', 'hits:STRUCT<id INT64, x INT64, y STRING>'],
  ['select x from hits as x', 'x:STRUCT<id INT64, x INT64, y STRING>'],
  ['select row from (select 1 as row), hits as row', 'row:STRUCT<id INT64, x INT64, y STRING>'],
  ['select @p_int, @P_STR, @nosuch', "Query parameter 'nosuch' not found [at 1:24]"],
  ['select @p_int + 1, @P_STR', 'f0_:INT64, f1_:STRING'],
  ['select 1, 2 as x, 3', 'f0_:INT64, x:INT64, f1_:INT64'],
  [
    'select id from edge_logs where (select event_mesage from hits) is null',
    'Unrecognized name: event_mesage [at 1:40]',
  ],
  ['select nothing(id) from hits', 'Function not found: nothing; Did you mean string? [at 1:8]'],
  ['select countt(*) from hits', 'Function not found: countt; Did you mean count? [at 1:8]'],
  ['select foo.bar(1)', 'Function not found: foo.bar [at 1:8]'],
  ['select safe.lower(y) from hits', 'f0_:STRING'],
  ['select hits.id.x from hits', 'Cannot access field x on a value with type INT64 [at 1:16]'],
];

test.each(CASES)('analyze binds names: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});
