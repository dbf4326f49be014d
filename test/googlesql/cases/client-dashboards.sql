--- order by an aggregate
select r.path, count(*) as n from edge_logs cross join unnest(metadata) m cross join unnest(m.request) r group by r.path order by count(*) desc, r.path limit 4
--- order by an expression over aliases
select r.method as m, count(*) as n, avg(s.origin_time) as t from edge_logs, unnest(metadata) md, unnest(md.request) r, unnest(md.response) s group by m order by n * 2 desc, upper(m)
--- having an alias
select identifier as who, count(*) as n from edge_logs group by who having n > 1 and who is not null order by who
--- where with an alias of the from clause only
select e.id as i from edge_logs as e where e.id > 'e-0005' and e.id not in ('e-0007', 'e-0008') order by i limit 3
--- distinct with order by something else
select distinct identifier from edge_logs order by id
--- distinct count with a condition
select count(distinct if(s.status_code >= 400, el.id, null)) as failing, count(distinct r.path) paths from edge_logs el, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s
--- union of numbers and nulls
select 'a' as k, 1 as v union all select 'b', 2.5 union all select 'c', null order by k
--- union of times and texts
select timestamp as t from pgbouncer_logs where id < 'b' union all select '2026-07-01 00:00:00' order by 1
--- union in parentheses
(select id from pgbouncer_logs order by id limit 1) union all (select id from postgrest_logs order by id desc limit 1) order by id
--- union of stars
select * except (metadata) from (select * except (identifier) from postgrest_logs) union all select * except (metadata, file) from pgbouncer_logs order by id limit 3
--- union by name of other columns
select id as a, timestamp as b from pgbouncer_logs union all select id, timestamp from postgrest_logs order by b, a limit 3
--- limit and offset in a subquery
select count(*) as n from (select id from edge_logs order by id limit 5 offset 2)
--- in a subquery with a limit
select id from edge_logs where id in (select id from edge_logs order by id desc limit 2) order by id
--- correlated count
select a.id, (select count(*) from auth_logs as b where b.timestamp < a.timestamp) as earlier from auth_logs as a order by a.id limit 5
--- correlated exists over two views
select p.id from postgres_logs p where exists (select 1 from edge_logs e where e.identifier = p.identifier and e.timestamp <= p.timestamp) order by p.id limit 5
--- full join using
select day, ifnull(a.n, 0) as auth, ifnull(e.n, 0) as edge from (select date(timestamp) as day, count(*) n from auth_logs group by day) a full join (select date(timestamp) as day, count(*) n from edge_logs group by day) e using (day) order by day
--- right join
select e.id, a.id as other from edge_logs e right join auth_logs a on a.id = replace(e.id, 'e', 'a') order by a.id limit 4
--- joins of three views
select count(*) as n from edge_logs e join auth_logs a on date(e.timestamp) = date(a.timestamp) left join postgres_logs p on p.id = a.id where p.id is null
--- lists of numbers joined
select n, count(e.id) as logs from unnest(generate_array(0, 2)) as n left join edge_logs e on mod(length(e.event_message), 3) = n group by n order by n
--- spans of days
select d, countif(date(l.timestamp) = d) as logs from unnest(generate_date_array('2026-06-30', '2026-07-02')) d cross join storage_logs l group by d order by d
--- a calendar left joined
select d, count(l.id) as logs from unnest(generate_date_array(date '2026-06-30', date_add('2026-06-30', interval 2 day), interval 1 day)) as d left join storage_logs l on date(l.timestamp) = d group by d order by d
--- differences of dates
select date '2026-07-02' - date '2026-07-01' as a, date '2026-07-01' + 3 as b, date '2026-07-01' - 1 as c, date_diff(date '2026-07-01', '2026-06-01', isoweek) as d, 5 + date '2026-07-01' as e
--- times in conditions
select id from pgbouncer_logs where extract(hour from timestamp) between 0 and 23 and time(timestamp) >= time '00:00:00' and datetime(timestamp) < datetime '2027-01-01' and date(timestamp) in (date '2026-07-01', '2026-07-02') order by id
--- a time compared with a date
select id from pgbouncer_logs where timestamp >= date '2026-07-01'
--- a datetime compared with a date
select count(*) as n from pgbouncer_logs where datetime(timestamp) >= date '2026-07-01'
--- a date compared with a time
select id from pgbouncer_logs where date(timestamp) = timestamp
--- a time cast from a text column
select m.timestamp as t, safe_cast(m.timestamp as timestamp) as ts, safe.parse_timestamp('%Y-%m-%dT%H:%M:%E*SZ', m.timestamp) as p, safe_cast(m.time as timestamp) as u from auth_logs cross join unnest(metadata) m order by auth_logs.id, t limit 6
--- a number out of text
select safe_cast(m.duration as int64) / 1e6 as ms, safe_cast(m.status as int64) as status, cast(safe_cast(m.status as float64) as int64) as st from auth_logs, unnest(metadata) m order by auth_logs.id, m.path limit 5
--- case of strings in times
select case when id < 'b-0001' then timestamp else '2026-07-01' end as t, if(id is null, '2026-07-01', timestamp) as u, coalesce(null, timestamp, '2026-01-01') as v, ifnull(timestamp, '2026-01-01') as w, nullif(timestamp, '2026-01-01') as x, greatest(timestamp, '2026-07-01 10:00:00') as y from pgbouncer_logs order by id limit 2
--- between dates in text
select count(*) as n from edge_logs where date(timestamp) between '2026-07-01' and '2026-07-31' and timestamp not between '2026-08-01' and '2026-09-01'
--- parts of a time in text
select id, format_timestamp('%D %R %h %C %g %G %V %U %W %k %l %P %n|%t|%%|%Q|%E4Y|%y', timestamp) as a from realtime_logs order by id limit 2
--- parsing of many forms
select parse_timestamp('%s', '1782900000') a, parse_timestamp('%a %b %e %H:%M:%S %Y', 'Wed Jul 1 10:00:00 2026') b, parse_timestamp('%m/%d/%y %I:%M %p', '07/01/26 10:00 PM') c, parse_timestamp('%FT%TZ', '2026-07-01T10:00:00Z') d, parse_timestamp('%Y-%m-%d %H:%M:%S', '2026-07-01 10:00:00', 'America/New_York') e, parse_date('%e %B %Y', '1 July 2026') f, parse_timestamp('%F %H:%M:%E3S', '2026-07-01 10:00:00.123') g
--- a window of rows before
select id, count(*) over (order by unix_seconds(timestamp) range between 60 preceding and current row) as in_a_minute from auth_logs order by id
--- a window over groups
select r.method, count(*) as n, rank() over (order by count(*) desc) as place, sum(count(*)) over () as total, round(100 * count(*) / sum(count(*)) over (), 2) as percent from edge_logs, unnest(metadata) m, unnest(m.request) r group by r.method order by place, r.method
--- qualify over groups
select r.path, s.status_code, count(*) n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by 1, 2 qualify row_number() over (partition by s.status_code order by count(*) desc, r.path) = 1 order by 2, 1
--- gaps between logs
select id, timestamp_diff(timestamp, lag(timestamp) over (order by timestamp, id), millisecond) as gap from edge_logs order by timestamp, id limit 6
--- the last value that was there
select id, last_value(identifier ignore nulls) over (order by timestamp, id) as last_known, first_value(id) over (partition by date(timestamp) order by timestamp, id) as first_of_day from edge_logs order by timestamp, id limit 8
--- percentiles over a window
select distinct r.method, percentile_cont(s.origin_time, 0.5) over (partition by r.method) as median from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s order by 1
--- array of structs and back
with grouped as (select r.method, array_agg(struct(el.id, r.path) order by el.id limit 2) as items from edge_logs el, unnest(metadata) m, unnest(m.request) r group by r.method)
select method, i.id, i.path, o from grouped, unnest(items) as i with offset o order by method, o
--- arrays filtered in place
select id, array(select x from unnest(split(event_message, ' ')) as x where x not in ('|', '') limit 3) as words, array_length(split(event_message, '|')) as parts from edge_logs order by id limit 3
--- a nested with
with a as (with b as (select id, identifier from edge_logs) select identifier, count(*) n from b group by identifier) select * from a where n = (select max(n) from a) order by identifier
--- recursion over minutes
with recursive t as (select timestamp '2026-07-01 10:00:00' as m union all select timestamp_add(m, interval 1 minute) from t where m < '2026-07-01 10:03:00') select m, (select count(*) from auth_logs where timestamp_trunc(timestamp, minute) = m) as n from t order by m
--- grouped by a struct field and an expression
select m.level, regexp_contains(event_message, 'error') as is_error, count(*) as n from function_logs, unnest(metadata) m group by m.level, is_error order by 1, 2
--- grouped by what is selected with another name
select lower(m.level) as level, count(*) from function_logs, unnest(metadata) m group by lower(m.level) order by 1
--- grouped by an alias of a field with the same name
select m.level as level, count(*) as n from function_logs cross join unnest(metadata) as m group by level order by level
--- ungrouped field of the same name
select m.level, event_type, count(*) as n from function_logs cross join unnest(metadata) as m group by level
--- conditional counts as columns
select date(timestamp) as day, countif(level = 'error') as errors, countif(level = 'warning') as warnings, countif(level is null) as none, count(*) - countif(level in ('error', 'warning')) as rest from function_logs l, unnest(l.metadata) as m group by day order by day
--- logical operators without parentheses
select count(*) as n from edge_logs, unnest(metadata) m, unnest(m.response) s, unnest(m.request) r where not r.method = 'GET' and s.status_code = 200 or s.status_code = 500 and r.method <> 'POST'
--- comparison chains with nulls
select countif(s.status_code != 200) a, countif(not s.status_code = 200) b, countif(s.status_code is distinct from 200) c, countif(coalesce(s.status_code, 0) != 200) d from edge_logs left join unnest(metadata) m left join unnest(m.response) s
--- concatenations of all kinds
select id || ' at ' || timestamp as a, concat(id, ':', length(event_message)) as b, 'n' || 1 || true as c, concat(date(timestamp), '!') as d from pgbouncer_logs order by id limit 2
--- text positions
select substr(event_message, 1, strpos(event_message, ' ') - 1) as verb, substr(event_message, strpos(event_message, '|') + 2, 3) as status, split(event_message, ' | ')[safe_offset(2)] as ip, split(event_message, ' | ')[safe_offset(20)] as none from edge_logs order by id limit 3
--- urls apart
select regexp_extract(r.url, r'^https?://([^/]+)') as host, regexp_extract(r.url, r'\?(.*)$') as query, regexp_replace(r.path, r'/\d+', '/:id') as route, split(r.path, '/')[safe_ordinal(2)] as first from edge_logs, unnest(metadata) m, unnest(m.request) r order by edge_logs.id limit 5
--- escapes in patterns
select event_message like '%\\_%' as a, event_message like 'PATCH%' as b, regexp_contains(event_message, '\\d{3}') as c, regexp_contains(event_message, r'\|\s\d+') as d, event_message not like '%|%' as e from edge_logs order by id limit 2
--- json in and out
select json_value(to_json_string(m), '$.host') as a, json_query(to_json_string(l), '$.metadata') as b, json_value(to_json(m), '$.host') as c, to_json_string(to_json(struct(l.id))) as d from pgbouncer_logs l, unnest(metadata) m order by l.id limit 2
--- json access with dots
select parse_json('{"a":{"b":[1,{"c":"x"}]}}').a.b[1].c as a, string(parse_json('{"k":"v"}').k) as b, int64(parse_json('{"n":5}')['n']) as c, parse_json('null') is null as d
--- json of whole rows
select to_json_string(p) as row_text from pgbouncer_logs p order by id limit 1
--- array of whole rows
select array_agg(p order by p.id limit 1)[offset(0)].id as first from pgbouncer_logs p
--- any value of a struct
select any_value(m).host is not null as has, any_value(struct(m.host as h)).h is null as none from pgbouncer_logs, unnest(metadata) m where id = 'b-0001'
--- numbers as text
select format('%d of %d', 1, 2) a, cast(round(1234.5678, 2) as string) b, format('%.0f%%', 12.5) c, cast(1e10 as string) d, cast(0.1 + 0.2 as string) e, format("%'.1f", 1234567.89) f, cast(100 as float64) g, 1/3 h
--- zero divisors
select id, safe_divide(1, length(id) - 6) as a, ieee_divide(1, 0) > 5 as b, nullif(length(id), 6) as c, 1 / nullif(length(id) - 6, 0) as d from pgbouncer_logs order by id limit 2
--- a division by zero
select 1 / 0 as x
--- bytes and hashes
select to_hex(md5('a')) a, to_base64(sha1('a')) b, from_hex('6162') c, safe_convert_bytes_to_string(b'\xff') d, length(b'abc') e, cast('abc' as bytes) f, to_hex(cast('ä' as bytes)) g
--- names in quotes of every kind
select `id` as `my id`, r.`path` as `path/to`, `m`.`request`[safe_offset(0)].`method` `verb` from `edge_logs` `e`, unnest(`e`.`metadata`) `m`, unnest(m.request) r order by `my id` limit 2
--- columns of a table twice
select e.id, e.*  except (id) from pgbouncer_logs e order by e.id limit 1
--- every column of an unnested struct
select m.* from pgbouncer_logs, unnest(metadata) as m order by m.host limit 3
--- stars with more
select *, length(id) as n from (select id, file from pgbouncer_logs) order by id limit 2
--- select as struct in an array
select array(select as struct m.level, m.event_type from unnest(l.metadata) m order by 1, 2) as items from function_logs l order by l.id limit 3
--- an array of one field
select id, array(select h.user_agent from unnest(e.metadata) m, unnest(m.request) r, unnest(r.headers) h) as agents, (select any_value(r.method) from unnest(metadata) m, unnest(m.request) r) as method from edge_logs e order by id limit 4
--- unnest with a filter on its offset
select l.id, arg, pos from auth_logs l, unnest(metadata) m, unnest(m.args) as arg with offset pos where pos = 0 order by l.id, arg
--- values in lists from columns
select l.id from realtime_logs l, unnest(metadata) m, unnest(m.context) c where 'elixir' in unnest(c.domain) or array_length(c.mfa) > 2 order by l.id
--- detections as text
select array_to_string(array(select cast(d as string) from unnest(b.detectionIds) d order by d), ',') as ids, array_length(b.detectionIds) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(r.cf) cf, unnest(cf.botManagement) b order by 1, 2
--- named window with a frame
select id, sum(length(id)) over (w rows between 1 preceding and 1 following) as s, count(*) over w as c from pgbouncer_logs window w as (order by id) order by id
--- comments that hold quotes
select id -- it's a "comment"
from pgbouncer_logs /* ' */ where id != '--' # `
order by id limit 1
--- a semicolon and blanks
  select count(*) as count from auth_logs ;   
--- timestamps between parameters as text
SELECT id, event_message FROM postgres_logs WHERE timestamp >= CAST('2026-07-01T00:00:00.000Z' AS TIMESTAMP) AND timestamp <= CAST('2026-07-02T00:00:00.000Z' AS TIMESTAMP) AND LOWER(event_message) LIKE LOWER('%CHECKPOINT%') ORDER BY timestamp DESC, id LIMIT 3
--- time of day by zone
select extract(hour from timestamp at time zone 'Europe/Berlin') as h, count(*) n from edge_logs group by h order by h
--- weekday names
select format_date('%A', date(timestamp)) as day, extract(dayofweek from timestamp) as n, count(*) as logs from auth_logs group by day, n order by n
--- a bucket of five minutes
select timestamp_seconds(div(unix_seconds(timestamp), 300) * 300) as bucket, count(*) n from auth_logs group by bucket order by bucket
--- another bucket of five minutes
select timestamp_sub(timestamp_trunc(timestamp, minute), interval mod(extract(minute from timestamp), 5) minute) as bucket, count(*) as n from auth_logs group by 1 order by 1
--- buckets of values
select range_bucket(s.origin_time, [10, 100, 1000]) as bucket, count(*) as n, case when s.origin_time < 100 then 'fast' when s.origin_time < 1000 then 'ok' else 'slow' end as class from edge_logs, unnest(metadata) m, unnest(m.response) s group by bucket, class order by 1, 3
