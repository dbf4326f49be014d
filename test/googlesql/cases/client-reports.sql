--- total requests by hour
        --reports-api-total-requests
        select
          cast(timestamp_trunc(t.timestamp, hour) as datetime) as timestamp,
          count(t.id) as count
        FROM edge_logs t
          cross join unnest(metadata) as m
          cross join unnest(m.response) as response
          cross join unnest(m.request) as request
          cross join unnest(request.headers) as headers
        where request.method in ('GET', 'PATCH') and (headers.user_agent like '%curl%' or headers.user_agent is not null)
        GROUP BY
          timestamp
        ORDER BY
          timestamp ASC
--- top routes with an average
select
  request.path as path,
  request.method as method,
  request.search as search,
  response.status_code as status_code,
  count(t.id) as count,
  avg(response.origin_time) as avg
from edge_logs t
  cross join unnest(metadata) as m
  cross join unnest(m.response) as response
  cross join unnest(m.request) as request
  cross join unnest(request.headers) as headers
where response.status_code >= 400
group by
  request.path, request.method, request.search, response.status_code
order by
  count desc, path, method, search, status_code
limit
3
--- error counts with a filter on the path
select
  cast(timestamp_trunc(t.timestamp, minute) as datetime) as timestamp,
  count(t.id) as count
FROM edge_logs t
  cross join unnest(metadata) as m
  cross join unnest(m.response) as response
  cross join unnest(m.request) as request
WHERE
  response.status_code >= 400 and regexp_contains(request.path, r'^/(rest|auth)/v\d/')
GROUP BY timestamp
ORDER BY timestamp ASC
--- response speed in buckets
select
  timestamp_trunc(t.timestamp, minute) as timestamp,
  avg(response.origin_time) as avg,
  min(response.origin_time) fastest,
  max(response.origin_time) slowest,
  approx_quantiles(response.origin_time, 2)[offset(2)] as worst,
from edge_logs t, unnest(metadata) m, unnest(m.response) response
group by timestamp
having count(*) > 1
order by timestamp
--=
select
  timestamp_trunc(t.timestamp, minute) as timestamp,
  avg(response.origin_time) as avg,
  min(response.origin_time) fastest,
  max(response.origin_time) slowest,
  max(response.origin_time) as worst,
from edge_logs t, unnest(metadata) m, unnest(m.response) response
group by timestamp
having count(*) > 1
order by timestamp
--- network traffic in megabytes
select
  cast(timestamp_trunc(t.timestamp, hour) as datetime) as timestamp,
  coalesce(
    safe_divide(
      sum(
        cast(coalesce(headers.content_length, "0") as int64)
      ),
      1000000
    ),
    0
  ) as ingress_mb,
  coalesce(
    safe_divide(
      sum(
        cast(coalesce(resp_headers.content_length, "0") as int64)
      ),
      1000000
    ),
    0
  ) as egress_mb,
FROM
  edge_logs t
  cross join unnest(metadata) as m
  cross join unnest(m.response) as response
  cross join unnest(m.request) as request
  cross join unnest(request.headers) as headers
  cross join unnest(response.headers) as resp_headers
group by
  timestamp
order by
  timestamp asc
--- top cache misses
SELECT
  r.path as path,
  r.search as search,
  count(id) as count
from edge_logs f
  cross join unnest(f.metadata) as m
  cross join unnest(m.request) as r
  cross join unnest(m.response) as res
  cross join unnest(res.headers) as h
where starts_with(r.path, '/storage/v1/object')
  and r.method = 'GET'
  and h.cf_cache_status in ('MISS', 'NONE/UNKNOWN', 'EXPIRED', 'BYPASS', 'DYNAMIC')
group by path, search
order by count desc, path, search
limit 12
--- cache hit rate by hour
SELECT
  timestamp_trunc(timestamp, hour) as timestamp,
  countif( h.cf_cache_status in ('HIT', 'STALE', 'REVALIDATED', 'UPDATING') ) as hit_count,
  countif( h.cf_cache_status not in ('HIT', 'STALE', 'REVALIDATED', 'UPDATING') ) as miss_count,
  ifnull(round(100 * safe_divide(countif(h.cf_cache_status = 'HIT'), count(*)), 1), 0.0) as rate
from edge_logs f
  cross join unnest(f.metadata) as m
  cross join unnest(m.response) as res
  cross join unnest(res.headers) as h
group by timestamp
order by timestamp desc
--- sign in attempts by grant
select
  timestamp_trunc(t.timestamp, minute) as timestamp,
  case
    when coalesce(m.grant_type, '') = 'password' then 'password'
    when m.provider is not null then concat('oauth:', m.provider)
    else coalesce(m.grant_type, m.login_method, 'unknown')
  end as login_type_provider,
  count(*) as count
from auth_logs t, unnest(metadata) m
where m.path in ('/token', '/signup', '/user') or m.action = "login"
group by timestamp, login_type_provider
order by timestamp desc, login_type_provider
--- sign in attempts by grant with an ambiguous time
select
  timestamp_trunc(timestamp, minute) as timestamp,
  case
    when coalesce(m.grant_type, '') = 'password' then 'password'
    when m.provider is not null then concat('oauth:', m.provider)
    else coalesce(m.grant_type, m.login_method, 'unknown')
  end as login_type_provider,
  count(*) as count
from auth_logs, unnest(metadata) m
where m.path in ('/token', '/signup', '/user') or m.action = "login"
group by timestamp, login_type_provider
order by timestamp desc, login_type_provider
--- durations of sign in
select
  timestamp_trunc(t.timestamp, hour) as timestamp,
  count(*) as count,
  round(avg(safe_cast(m.duration as int64)) / 1000000, 2) as avg_ms,
  round(min(safe_cast(m.duration as int64)) / 1000000, 2) as min_ms,
  round(max(safe_cast(m.duration as int64)) / 1000000, 2) as max_ms,
from auth_logs t cross join unnest(metadata) as m
where m.status = '200'
group by timestamp
order by timestamp
--- durations of sign in with an ambiguous time
select
  timestamp_trunc(timestamp, hour) as timestamp,
  count(*) as count,
  round(avg(safe_cast(m.duration as int64)) / 1000000, 2) as avg_ms,
  round(min(safe_cast(m.duration as int64)) / 1000000, 2) as min_ms,
  round(max(safe_cast(m.duration as int64)) / 1000000, 2) as max_ms,
from auth_logs cross join unnest(metadata) as m
where m.status = '200'
group by timestamp
order by timestamp
--- active users from the message
select
  timestamp_trunc(timestamp, day) as timestamp,
  count(distinct json_value(f.event_message, "$.auth_event.actor_id")) as count
from auth_logs f
where json_value(f.event_message, "$.auth_event.action") in ('login', 'token_refreshed') or f.event_message is not null
group by timestamp
order by timestamp desc
--- errors by status
select
  timestamp_trunc(timestamp, hour) as timestamp,
  count(*) as count,
  response.status_code
from edge_logs
  cross join unnest(metadata) as m
  cross join unnest(m.request) as request
  cross join unnest(m.response) as response
where request.path like '%/auth/v1%' or response.status_code between 400 and 599
group by timestamp, status_code
order by timestamp desc, status_code
--- errors by auth code
select
  timestamp_trunc(timestamp, hour) as timestamp,
  count(*) as count,
  h.x_sb_error_code as error_code,
  string_agg(distinct request.method, '/' order by request.method) as methods
from edge_logs
  cross join unnest(metadata) as m
  cross join unnest(m.request) as request
  cross join unnest(m.response) as response
  cross join unnest(response.headers) as h
group by timestamp, error_code
order by timestamp desc, 2 desc, 3
--- invocations by function and class
select
  timestamp_trunc(timestamp, minute) as timestamp,
  function_id,
  count(*) as count,
  sum(if(response.status_code >= 500, 1, 0)) as server_err_count,
  sum(case when response.status_code between 200 and 299 then 1 else 0 end) as success_count,
  round(avg(m.execution_time_ms), 3) as avg_execution_time,
  max(m.execution_time_ms) as max_execution_time
from function_edge_logs
  cross join unnest(metadata) as m
  cross join unnest(m.response) as response
group by timestamp, function_id
order by timestamp desc, function_id
--- invocations by region
select
  timestamp_trunc(timestamp, hour) as timestamp,
  h.x_sb_edge_region as region,
  count(*) as count
from function_edge_logs
  cross join unnest(metadata) as m
  cross join unnest(m.response) as r
  cross join unnest(r.headers) as h
where h.x_sb_edge_region is not null
group by timestamp, region
order by timestamp desc, region
--- resources of functions
select
  timestamp_trunc(t.timestamp, hour) as timestamp,
  count(*) as count,
  sum(m.cpu_time_used) as sum_cpu_time_used,
  avg(m.cpu_time_used) as avg_cpu_time_used,
  max(m.boot_time) as max_boot_time,
  any_value(m.event_type) as some_type
from function_logs t
  cross join unnest(metadata) as m
where event_type = 'Shutdown' or event_type = 'Boot'
group by timestamp, m.event_type
order by timestamp asc, some_type
--- resources of functions with an ambiguous time
select
  timestamp_trunc(timestamp, hour) as timestamp,
  count(*) as count,
  sum(m.cpu_time_used) as sum_cpu_time_used,
  avg(m.cpu_time_used) as avg_cpu_time_used,
  max(m.boot_time) as max_boot_time,
  any_value(m.event_type) as some_type
from function_logs
  cross join unnest(metadata) as m
where event_type = 'Shutdown' or event_type = 'Boot'
group by timestamp, m.event_type
order by timestamp asc, some_type
--- slow operations of the storage
select
  m.operation, m.objectPath, res.statusCode, m.executionTime, responseTime,
  concat(r.method, " ", r.url) as call,
from storage_logs
  cross join unnest(metadata) as m
  left join unnest(m.req) as r
  left join unnest(m.res) as res
where m.responseTime > 0 or m.responseTime is null
order by m.responseTime desc, storage_logs.id, call
limit 20
--- storage errors with their text
select s.id, s.timestamp, coalesce(e.message, m.rawError, '-') as message, json_extract_scalar(e.raw, '$.code') as code
from storage_logs as s
cross join unnest(s.metadata) as m
left join unnest(m.error) as e on true
where m.level != 'info' or e.message is not null
order by s.id, message
--- realtime connections
select
  timestamp_trunc(timestamp, minute) as ts,
  m.external_id as tenant,
  max(ms.connected) as connected,
  max(ms.`limit`) as upper_limit,
  sum(ms.sum) as total
from realtime_logs
cross join unnest(metadata) as m
left join unnest(m.measurements) as ms
group by ts, tenant
order by ts, tenant
--- realtime errors by code
select m.error_code, m.level, c.application, c.line, array_to_string(c.domain, ',') as domain, count(*) n
from realtime_logs, unnest(metadata) m left join unnest(m.context) c
group by 1, 2, 3, 4, 5
order by n desc, 1, 2, 3, 4, 5
--- pooler and postgrest by host
select 'pooler' as source, host, count(*) as n from pgbouncer_logs cross join unnest(metadata) group by host
union all
select 'api', host, count(*) from postgrest_logs cross join unnest(metadata) as m group by host
order by source, host
--- postgres errors by command
select
  count(*) as count,
  p.command_tag,
  p.sql_state_code,
  lower(p.user_name) as user_name,
  substr(p.query, 1, 40) as query
from postgres_logs
  cross join unnest(metadata) as m
  cross join unnest(m.parsed) as p
where p.error_severity not in ('LOG', 'NOTICE')
group by 2, 3, 4, 5
order by count desc, 2, 3, 4, 5
limit 100
--- share of errors by hour of the day
select
  extract(hour from t.timestamp) as hour,
  extract(dayofweek from t.timestamp at time zone 'America/New_York') as weekday,
  countif(parsed.error_severity in ('ERROR', 'FATAL', 'PANIC')) as errors,
  count(*) as total,
  format('%.1f%%', 100 * countif(parsed.error_severity in ('ERROR', 'FATAL', 'PANIC')) / count(*)) as share
from postgres_logs as t
  cross join unnest(metadata) as m
  cross join unnest(m.parsed) as parsed
group by hour, weekday
order by hour, weekday
--- share of errors by hour of the day with an ambiguous time
select
  extract(hour from timestamp) as hour,
  extract(dayofweek from timestamp at time zone 'America/New_York') as weekday,
  countif(parsed.error_severity in ('ERROR', 'FATAL', 'PANIC')) as errors,
  count(*) as total,
  format('%.1f%%', 100 * countif(parsed.error_severity in ('ERROR', 'FATAL', 'PANIC')) / count(*)) as share
from postgres_logs as t
  cross join unnest(metadata) as m
  cross join unnest(m.parsed) as parsed
group by hour, weekday
order by hour, weekday
--- connections by address
select
  regexp_extract(p.connection_from, r'^(\S+?)(?::\d+)?$') as address,
  count(distinct p.session_id) as sessions,
  min(t.timestamp) as first_seen,
  max(t.timestamp) as last_seen,
  timestamp_diff(max(t.timestamp), min(t.timestamp), second) as seconds
from postgres_logs t, t.metadata m, m.parsed p
group by address
order by sessions desc, address
--- duration out of the message
with d as (
  select id, timestamp, safe_cast(regexp_extract(event_message, r'duration: ([0-9.]+) ms') as float64) as ms
  from postgres_logs
)
select count(*) as n, countif(ms is null) as without, sum(ms) as total, avg(ms) as mean from d
--- checkpoint messages
select id, cast(timestamp as datetime) as timestamp, event_message
from postgres_logs
where event_message like 'checkpoint%' or lower(event_message) like '%connection%' or starts_with(event_message, 'duration')
order by timestamp desc, id desc
limit 5;
--- one log by its id
select id, timestamp, event_message, metadata from edge_logs where id = 'e-0003' limit 1
--- one postgres log by its id
select id, timestamp, event_message, metadata, identifier
from postgres_logs
where
-- only this one
id = 'p-0001'
limit 1
--- count of every source
select
(select count(*) from edge_logs) as edge_logs,
(select count(*) from postgres_logs) as postgres_logs,
(select count(*) from auth_logs) as auth_logs,
(select count(*) from function_logs) as function_logs,
(select count(*) from function_edge_logs) as function_edge_logs,
(select count(*) from storage_logs) as storage_logs,
(select count(*) from realtime_logs) as realtime_logs,
(select count(*) from pgbouncer_logs) as pgbouncer_logs,
(select count(*) from postgrest_logs) as postgrest_logs
--- user agents and clients
select
  case
    when regexp_contains(h.x_client_info, r'^supabase-js') then split(h.x_client_info, '/')[safe_offset(1)]
    when h.x_client_info is null then 'none'
    else 'other'
  end as version,
  count(distinct h.x_real_ip) as addresses,
  count(*) as requests
from edge_logs cross join unnest(metadata) m cross join unnest(m.request) r cross join unnest(r.headers) h
group by version
order by requests desc, version
--- countries with flags
select
  coalesce(nullif(trim(h.cf_ipcountry), ''), 'XX') as country,
  any_value(cf.continent) is null as unknown,
  count(*) as n,
  round(count(*) / sum(count(*)) over (), 4) as share,
  rank() over (order by count(*) desc) as place
from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(r.headers) h
left join unnest(r.cf) cf
group by country
order by n desc, country
--- bot scores
select
  h.cf_connecting_ip as ip,
  b.score as bot_score,
  b.verifiedBot as bot_verified,
  array_length(b.detectionIds) as detections,
  count(f.id) as count
from edge_logs as f
  cross join unnest(f.metadata) as m
  cross join unnest(m.request) as r
  left join unnest(r.cf) as cf
  left join unnest(r.headers) as h
  left join unnest(cf.botManagement) as b
group by ip, bot_score, bot_verified, detections
order by bot_score desc, ip, bot_verified, detections
limit 20
--- keys that were used last
SELECT unix_millis(max(timestamp)) as timestamp, unix_seconds(min(timestamp)) as since, apikey.`hash`, apikey.prefix
FROM edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as request
cross join unnest(request.sb) as sb cross join unnest(sb.apikey) as sbapikey cross join unnest(sbapikey.apikey) as apikey
WHERE apikey.error is null and apikey.`hash` is not null
GROUP BY apikey.`hash`, apikey.prefix
ORDER BY 1 DESC, 3
--- roles of tokens
select p.role, p.algorithm, max(timestamp_seconds(p.expires_at)) as expires, count(*) as n
from edge_logs as el
cross join unnest(el.metadata) as m
cross join unnest(m.request) as r
left join unnest(r.sb) as sb
left join unnest(sb.jwt) as jwt
left join unnest(jwt.authorization) as a
left join unnest(a.payload) as p
group by p.role, p.algorithm
order by n desc, p.role, p.algorithm
--- facets of a search
WITH unified AS (
  select 'edge' as log_type, r.method as method, cast(s.status_code as string) as status
  from edge_logs as el cross join unnest(metadata) as m cross join unnest(m.request) as r cross join unnest(m.response) as s
  union all
  select 'edge function' as log_type, r.method, CAST(s.status_code AS STRING)
  from function_edge_logs as fel cross join unnest(metadata) as m cross join unnest(m.request) as r cross join unnest(m.response) as s
)
SELECT 'total' as dimension, 'all' as value, COUNT(*) as count from unified
UNION ALL
SELECT 'method' as dimension, method as value, COUNT(*) as count from unified WHERE method IS NOT NULL GROUP BY method
UNION ALL
SELECT 'status', status, COUNT(*) from unified WHERE status IS NOT NULL GROUP BY status
UNION ALL
(SELECT 'log_type', log_type, COUNT(*) from unified GROUP BY log_type ORDER BY 3 DESC LIMIT 10)
ORDER BY dimension, value
--- logs of functions with their invocation
select
  fel.id,
  fel_metadata.execution_id as execution_id,
  coalesce(agg.function_log_count, 0) as log_count,
  array_length(agg.logs) as kept,
  agg.logs[safe_offset(0)].level as first_level
from function_edge_logs as fel
cross join unnest(metadata) as fel_metadata
left join (
  select fl_metadata.execution_id, count(fl.id) as function_log_count,
    array_agg(struct(fl.id, fl.timestamp, fl.event_message, fl_metadata.level, fl_metadata.event_type) order by fl.timestamp, fl.id, fl_metadata.level) as logs
  from function_logs as fl
  cross join unnest(fl.metadata) as fl_metadata
  where fl_metadata.execution_id is not null
  group by fl_metadata.execution_id
) as agg on fel_metadata.execution_id = agg.execution_id
order by fel.id, execution_id
--- time series without gaps
with buckets as (
  select bucket from unnest(generate_timestamp_array('2026-07-01 09:00:00', '2026-07-01 12:00:00', interval 30 minute)) as bucket
), counted as (
  select timestamp_sub(timestamp, interval mod(unix_seconds(timestamp), 1800) second) as bucket, count(*) as n
  from edge_logs group by 1
)
select b.bucket as timestamp, ifnull(sum(n), 0) as count
from buckets b left join counted c on timestamp_trunc(c.bucket, second) = b.bucket
group by b.bucket order by 1
--- change from one minute to the next
select timestamp, n, n - lag(n) over w as change, sum(n) over (order by timestamp rows unbounded preceding) as running
from (select timestamp_trunc(timestamp, minute) as timestamp, count(*) as n from auth_logs group by timestamp)
window w as (order by timestamp)
order by timestamp
--- newest log of every level
select m.level, l.id, l.timestamp
from function_logs as l cross join unnest(l.metadata) as m
where true
qualify row_number() over (partition by m.level order by l.timestamp desc, l.id) = 1
order by 1, 2
