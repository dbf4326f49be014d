--- requests per minute by class
select
  timestamp_trunc(t.timestamp, minute) as timestamp,
  count(case when not (r.status_code >= 400) then 1 end) as ok_count,
  count(case when r.status_code >= 500 then 1 end) as error_count,
  count(case when r.status_code >= 400 and r.status_code < 500 then 1 end) as warning_count,
from edge_logs t
  cross join unnest(metadata) as m
  cross join unnest(m.response) as r
where t.timestamp > '2026-07-01T09:59:00.000Z'
group by
timestamp
order by
  timestamp asc
--- a timestamp that two rows have is ambiguous
select id, timestamp from postgres_logs cross join unnest(metadata) as m cross join unnest(m.parsed) as p
--- newest errors of the database
select id, postgres_logs.timestamp, event_message, p.error_severity, p.sql_state_code
from postgres_logs
  cross join unnest(metadata) as m
  cross join unnest(m.parsed) as p
where p.error_severity in ('ERROR', 'FATAL', 'PANIC')
order by postgres_logs.timestamp desc, id, p.process_id, p.session_id
limit 7
--- top paths with their slowest answer
select
  r.path as path,
  r.method as method,
  count(*) as requests,
  max(s.origin_time) as slowest,
  round(avg(s.origin_time), 1) as mean
from edge_logs as el
  cross join unnest(el.metadata) as md
  cross join unnest(md.request) as r
  cross join unnest(md.response) as s
where not starts_with(r.path, '/realtime')
group by path, method
order by requests desc, path, method
limit 10;
--- slow functions
select m.function_id, cast(t.timestamp as datetime) as called, m.execution_time_ms
from function_edge_logs as t
  left join unnest(t.metadata) as m
where m.execution_time_ms > 40
order by m.execution_time_ms desc, t.id, m.execution_id
--- function logs with a level
select id, function_logs.timestamp, event_message, metadata.event_type, metadata.level
from function_logs
  cross join unnest(metadata) as metadata
where (metadata.level = 'error' or metadata.level in ('warning')) and regexp_contains(event_message, '(?i)error|listening|\n')
order by timestamp desc, id, event_type, level
limit 100
--- auth failures
select cast(a.timestamp as datetime) as timestamp, msg, status, path, level
from auth_logs a
cross join unnest(metadata) as metadata
where
  -- everything that failed
  level = 'error' or safe_cast(status as int64) >= 400
order by a.timestamp, msg, status, path, level
--- storage cache
select
  count(case when h.cf_cache_status = 'HIT' then 1 end) as hits,
  count(case when h.cf_cache_status in ('MISS', 'NONE/UNKNOWN', 'EXPIRED', 'DYNAMIC') then 1 end) as misses,
  safe_divide(countif(h.cf_cache_status = 'HIT'), count(h.cf_cache_status)) as ratio
from edge_logs f
  cross join unnest(f.metadata) as m
  cross join unnest(m.request) as r
  cross join unnest(m.response) as res
  cross join unnest(res.headers) as h
where r.method = 'GET'
--- one list over several sources
with unified as (
  select id, timestamp, 'edge' as kind, cast(r.status_code as string) as status
  from edge_logs as e cross join unnest(e.metadata) as m cross join unnest(m.response) as r
  union all
  select id, pl.timestamp, 'postgres', p.sql_state_code
  from postgres_logs as pl cross join unnest(metadata) as m cross join unnest(m.parsed) as p
  union all
  select id, timestamp, 'function', cast(null as string) from function_logs
)
select kind, status, count(*) as n, min(timestamp) as first_seen
from unified
where status is null or status != '200'
group by kind, status
order by kind, status
--- histogram with percentages
select
  status_code,
  count(*) as n,
  round(count(*) * 100 / sum(count(*)) over (), 2) as percent
from edge_logs, unnest(metadata) as m, unnest(m.response) as response
group by status_code
order by n desc, status_code
--- clients by user agent
select ifnull(nullif(h.user_agent, ''), '(none)') as agent, count(distinct t.id) as n, array_agg(distinct h.cf_ipcountry ignore nulls order by h.cf_ipcountry) as countries
from edge_logs as t, t.metadata as m, m.request as r, r.headers as h
group by agent
order by n desc, agent
--- addresses by country
select upper(h.cf_ipcountry) as country, count(*) as n, count(distinct h.cf_connecting_ip) as ips
from edge_logs
left join unnest(metadata) as m on true
left join unnest(m.request) as r on true
left join unnest(r.headers) as h on true
where h.x_real_ip is not null or h.cf_connecting_ip is not null
group by country
having n >= 1
order by n desc, country nulls last
--- connections of realtime
select timestamp, m.external_id, x.connected, x.limit as allowed
from realtime_logs
cross join unnest(metadata) as m
cross join unnest(m.measurements) as x
order by timestamp, external_id, connected, allowed, id
--- storage requests by object
select split(o.objectPath, '/')[safe_offset(0)] as folder, count(*) as n, sum(o.responseTime) as total_ms, max(o.executionTime) as slowest
from storage_logs, unnest(metadata) as o
group by 1
order by 2 desc, 1
--- pooler messages by kind
select
  case
    when event_message like 'C-0x%' then 'client'
    when regexp_contains(event_message, r'^\d{2}/\w{3}/\d{4}') then 'access'
    when event_message = '' then 'empty'
    else 'other'
  end as kind,
  count(*) as n,
  min(regexp_extract(event_message, r'age=(\d+)s')) as least_age
from pgbouncer_logs
group by kind
order by kind
--- latest entry of each host
select host, id, timestamp
from (
  select m.host, t.id, t.timestamp, row_number() over (partition by m.host order by t.timestamp desc, t.id desc) as nr
  from postgrest_logs as t cross join unnest(t.metadata) as m
)
where nr = 1
order by host
--- error rate per hour and project
select
  date(timestamp) as day,
  extract(hour from timestamp) as hour,
  coalesce(project, 'unknown') as project,
  countif(s.status_code >= 500) / count(*) as rate
from edge_logs as t
cross join unnest(t.metadata) as m
cross join unnest(m.response) as s
group by day, hour, project
order by day, hour, project
--- roles of tokens
select p.role, count(*) as n, logical_or(p.expires_at > 1782900010) as late
from edge_logs t
cross join unnest(metadata) m
cross join unnest(m.request) r
cross join unnest(r.sb) s
cross join unnest(s.jwt) j
cross join unnest(j.authorization) a
cross join unnest(a.payload) p
group by p.role
order by n desc, p.role
--- queries with their details
select id, p.query, p.detail, concat(ifnull(p.user_name, '?'), '@', ifnull(p.database_name, '?')) as who
from postgres_logs as t
cross join unnest(metadata) as m
cross join unnest(m.parsed) as p
where p.detail is not null and p.query is not null
order by id, who
--- count of one source
select count(*) as count from realtime_logs
--- messages that hold a phrase
select id, event_message from auth_logs where event_message like '%"grant_type":"password"%' and timestamp >= '2026-07-01 10:05:00' order by timestamp desc, id limit 5
--- parameters in the window of an explorer
--@ {"from": ["TIMESTAMP", 1782900300000000], "to": ["TIMESTAMP", 1782900600000000], "project": ["STRING", "alpha"]}
select id, timestamp from edge_logs where timestamp > @from and timestamp <= @to and project = @project order by timestamp desc, id desc
--- whole rows as json
select id, to_json_string(m) as m from function_logs, unnest(metadata) as m order by id, m limit 6
--- millis of the newest rows
select unix_millis(timestamp) as t, id from function_edge_logs order by timestamp desc, id desc limit 5
--- sessions of a process
select p.process_id, array_agg(struct(p.session_line_num as line, p.session_id as session) order by p.session_line_num, p.session_id limit 3) as lines
from postgres_logs, unnest(metadata) m, unnest(m.parsed) p
group by p.process_id
order by p.process_id
--- field of the wrong unnest
select m.status_code from edge_logs cross join unnest(metadata) as m
--- at is a reserved word
select id as at from edge_logs
--- reserved word as an alias
select id as from from edge_logs
--- double colon cast
select id::string from edge_logs
--- like with a wrong type
select id from edge_logs where timestamp like '2026%'
--- interval as text
select id from edge_logs where timestamp > timestamp_sub(current_timestamp(), interval '1 day')
