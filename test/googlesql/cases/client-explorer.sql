--- whole rows and their parts
select el as log, el.id, m as metadata, r as request
from edge_logs as el left join unnest(el.metadata) as m left join unnest(m.request) as r
order by el.id limit 4
--- comment at every place
/* head */ select -- one
  id /* two */ , # three
  -- four
  timestamp -- five
from /* six */ auth_logs -- seven
-- eight
order /* nine */ by id limit 2 -- ten
; -- eleven
--- double-quoted strings and raw ones
select id, "a'b" as a, 'a"b' as b, r"\d+" as c, """x "y" z""" as d, b"ab" as e, "\x41\u00e4\t" as f
from postgres_logs
where event_message not like "%nothing%" or event_message is null
order by id limit 2
--- a literal time against a column
select count(*) as n from edge_logs
where timestamp >= '2026-07-01' and timestamp < "2026-07-01T11:00:00Z" and timestamp != '2026-07-01 10:00:00+02'
  and timestamp between '2026-06-01T00:00:00.000Z' and '2026-08-01T00:00:00+00:00'
--- a time against expressions
select count(*) as n, countif(timestamp > timestamp('2026-07-01 10:00:00', 'Europe/Berlin')) as a,
  countif(date(timestamp) = '2026-07-01') as b, countif(date(timestamp, 'Asia/Tokyo') = date '2026-07-01') as c,
  countif(datetime(timestamp) >= '2026-07-01 10:00:00') as d, countif(time(timestamp) < '10:00:00') as e,
  countif(timestamp > timestamp_sub('2026-07-01 11:00:00', interval 60 minute)) as f,
  countif(timestamp > timestamp '2026-07-01 10:30:00' - interval 1 hour) as g
from edge_logs
--- all parts of a timestamp
select id, extract(year from timestamp) y, extract(quarter from timestamp) q, extract(month from timestamp) mo, extract(week from timestamp) w,
  extract(isoweek from timestamp) iw, extract(isoyear from timestamp) iy, extract(day from timestamp) d, extract(dayofyear from timestamp) dy,
  extract(minute from timestamp) mi, extract(second from timestamp) s, extract(millisecond from timestamp) ms, extract(microsecond from timestamp) us,
  extract(date from timestamp) dt, extract(time from timestamp) tm, extract(datetime from timestamp at time zone '+05:30') dtm,
  extract(week(monday) from timestamp) wm
from realtime_logs order by id limit 3
--- truncations by zone
select distinct timestamp_trunc(timestamp, day, 'America/Los_Angeles') as a, timestamp_trunc(timestamp, week(thursday)) as b, timestamp_trunc(timestamp, isoweek) as c,
  timestamp_trunc(timestamp, month, "+09:00") as d, timestamp_trunc(timestamp, quarter) as e, timestamp_trunc(timestamp, year) as f,
  date_trunc(date(timestamp), week) as g, datetime_trunc(datetime(timestamp), hour) as h, timestamp_trunc(timestamp, isoyear) as i
from auth_logs order by 1, 2, 3, 8
--- text of times
select id, format_timestamp('%Y-%m-%d %H:%M:%S', timestamp) as a, format_timestamp("%FT%TZ", timestamp, 'UTC') as b,
  format_timestamp('%b %e, %I:%M %p %Z', timestamp, 'Europe/Berlin') as c, format_timestamp('%E3S|%E*S|%s|%j|%u|%w|%y|%a|%A|%B', timestamp) as d,
  format_date('%d/%m/%y', date(timestamp)) as e, format_datetime('%c', datetime(timestamp)) as f, string(timestamp) as g, string(timestamp, 'Asia/Kolkata') as h,
  cast(timestamp as string) as i, format_timestamp('%Ez %z', timestamp, 'America/New_York') as j
from pgbouncer_logs order by id limit 3
--- times out of text
select parse_timestamp('%Y-%m-%dT%H:%M:%E*SZ', '2026-07-01T10:00:00.123Z') as a, parse_timestamp('%d/%b/%Y:%H:%M:%S %z', '01/Jul/2026:10:00:00 +0200') as b,
  parse_date('%Y%m%d', '20260701') as c, parse_datetime('%F %T', '2026-07-01 10:00:00') as d, parse_time('%H:%M', '10:30') as e,
  timestamp_millis(1782900000123) as f, timestamp_micros(1782900000123456) as g, timestamp_seconds(1782900000) as h,
  safe.parse_timestamp('%F', 'soon') as i, safe_cast('2026-13-01' as timestamp) as j, timestamp('2026-07-01T10:00:00.5+02:00') as k
--- distances of times
select timestamp_diff(timestamp '2026-07-01 10:00:00', timestamp '2026-06-01', day) as a, date_diff(date '2026-07-01', date '2025-12-31', week) as b,
  date_diff('2026-07-01', '2026-01-31', month) as c, datetime_diff(datetime '2026-07-01 10:00:00', datetime '2026-07-01 09:59:59', minute) as d,
  time_diff(time '10:00:00', time '09:30:00', second) as e, timestamp_diff('2026-07-01', '2026-06-30 23:59:59.5', millisecond) as f,
  date_add(date '2026-01-31', interval 1 month) as g, date_sub('2026-03-31', interval 1 quarter) as h, last_day(date '2026-02-03') as i,
  timestamp '2026-07-01' + interval 90 minute as j, interval '1-2 3 4:5:6' year to second as k, datetime_add(datetime '2026-07-01 00:00:00', interval -1 week) as l,
  timestamp '2026-07-02' - timestamp '2026-07-01 12:00:00' as m, extract(hour from interval 90 minute) as n
--- aliases that shadow columns
select timestamp_trunc(timestamp, hour) as timestamp, upper(id) as id, count(*) as event_message
from edge_logs where id < 'e-0004' group by timestamp, id order by timestamp, id
--- ordinals and expressions
select r.method, r.path, count(*) from edge_logs, unnest(metadata) m, unnest(m.request) r group by 1, 2 order by 3 desc, 1, 2 limit 5 offset 1
--- metadata as metadata
select id, auth_logs.timestamp, metadata.level, metadata.msg from auth_logs left join unnest(metadata) as metadata order by id, msg limit 5
--- unnest without alias
select id, level, event_type from function_logs cross join unnest(metadata) where level is not null order by id, level, event_type
--- fields without their alias
select path, search, status_code, origin_time, cf_ray as ray from edge_logs cross join unnest(metadata) cross join unnest(request) cross join unnest(response) as r cross join unnest(r.headers) order by 1, 2, 3, 4, 5
--- star of everything
select * from pgbouncer_logs order by id
--- star except and replace
select * except (metadata, event_message) replace (upper(id) as id) from postgrest_logs order by id limit 3
--- letters of a replaced column
select * except (metadata) replace (upper(id) as ID, date(timestamp) as TimeStamp) from pgbouncer_logs order by id limit 2
--- star of a struct
select el.id, r.* except (headers, cf, sb), s.* except (headers) from edge_logs el, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s order by el.id limit 3
--- star of a struct expression
select (select as struct 1 as a, 'x' as b).*, struct(2 as c, [3] as d).*
--- subscripts of all kinds
select id, metadata[0].host as a, metadata[offset(0)].host as b, metadata[safe_offset(3)].host as c, metadata[ordinal(1)].host as d, metadata[safe_ordinal(9)] as e
from postgrest_logs where array_length(metadata) > 0 order by id limit 2
--- deep subscripts
select id, metadata[safe_offset(0)].request[safe_offset(0)].headers[safe_offset(0)].user_agent as agent, metadata[safe_offset(0)].response[safe_offset(0)].status_code as status
from edge_logs order by id limit 6
--- exists over the metadata
select id from edge_logs as e
where exists (select 1 from unnest(e.metadata) m, unnest(m.response) s where s.status_code >= 500)
  and not exists (select * from e.metadata as m, m.request as r where r.method = 'GET')
order by id
--- scalar subqueries over the metadata
select id, (select max(s.status_code) from unnest(metadata) m, unnest(m.response) s) as worst,
  array(select r.path from unnest(metadata) m, unnest(m.request) r order by r.path) as paths,
  (select string_agg(r.method, ',' order by r.method) from unnest(metadata) m cross join unnest(m.request) r) as methods,
  (select as struct m.host, 1 as one from unnest(e.metadata) as x, (select 'h' as host) as m limit 1) as packed
from edge_logs e order by id limit 5
--- in unnest and in a subquery
select id, 'ERROR' in unnest(array(select p.error_severity from unnest(metadata) m, unnest(m.parsed) p)) as failed,
  id in (select id from postgres_logs where identifier is not null) as known
from postgres_logs order by id limit 6
--- tuples in
select id from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s
where (r.method, s.status_code) in (('GET', 200), ('POST', 500), ('PATCH', 500)) order by id
--- like any and like all
select id, event_message like any ('%401%', '%5__%') as a, event_message not like all ('%x', 'y%') as b, event_message like '%|%' as c
from edge_logs order by id limit 5
--- is true and is not false
select id, (s.status_code > 400) is true as a, (s.status_code > 400) is not true as b, (s.status_code > 400) is false as c, (s.status_code is null) is not false as d,
  s.status_code is distinct from 200 as e, not s.status_code = 200 and true as f
from edge_logs left join unnest(metadata) m left join unnest(m.response) s order by id limit 6
--- json of the message
select id, json_value(event_message, '$.msg') as a, json_query(event_message, '$.auth_event') as b, json_extract(event_message, '$.level') as c,
  json_extract_scalar(event_message, "$['path']") as d, json_value(event_message, '$.big') as e, json_value(event_message) as f
from auth_logs order by id limit 6
--- json made of rows
select id, to_json_string(metadata) as a, to_json_string(struct(id, timestamp as ts)) as b, to_json_string([1, 2], true) as c, to_json_string(cast(null as string)) as d
from pgbouncer_logs order by id limit 3
--- json arrays
select json_extract_array('[1,"a",{"b":2}]') as a, json_value_array('["x","y"]') as b, json_query_array('{"k":[true,null]}', '$.k') as c, json_extract_string_array('["p","q"]') as d,
  json_value('{"a":{"b":[10,20]}}', '$.a.b[1]') as e, parse_json('{"a":1.5}') as f, int64(json '7') as g, json_type(json '[]') as h, to_json(struct(1 as a, 'b' as b)) as i
--- regular expressions
select id, regexp_extract(event_message, r'\| (\d{3}) \|') as a, regexp_extract_all(event_message, r'[a-z]+-\d+') as b, regexp_replace(event_message, r'https?://([^/]+)/', r'<\1>/') as c,
  regexp_contains(event_message, r'(?i)PATCH'), regexp_extract(event_message, '[A-Z]+') as d, regexp_substr(event_message, 'ray-[0-9]+') as e
from edge_logs order by id limit 4
--- texts
select id, length(event_message) a, substr(event_message, -5) b, left(id, 2) c, right(id, 2) d, strpos(event_message, '|') e, instr(event_message, '|', 1, 2) f, split(event_message, ' | ')[offset(1)] g,
  replace(id, '-', '_') h, reverse(id) i, lpad(id, 8, '*') j, rtrim(event_message, ' |') k, initcap('hello world') l, id || '/' || identifier m, contains_substr(event_message, 'RAY') n,
  ends_with(id, '1') o, repeat('ab', 2) p, to_base64(b'abc') q, to_hex(sha256(id)) r, translate(id, '0123', 'abcd') s, ascii('a') t, byte_length('ä') u, char_length('ä') v
from edge_logs order by id limit 3
--=
select id, length(event_message) a, substr(event_message, -5) b, left(id, 2) c, right(id, 2) d, strpos(event_message, '|') e, instr(event_message, '|', 1, 2) f, split(event_message, ' | ')[offset(1)] g,
  replace(id, '-', '_') h, reverse(id) i, lpad(id, 8, '*') j, rtrim(event_message, ' |') k, initcap('hello world') l, id || '/' || identifier m, lower(event_message) like '%ray%' n,
  ends_with(id, '1') o, repeat('ab', 2) p, to_base64(b'abc') q, to_hex(sha256(id)) r, translate(id, '0123', 'abcd') s, ascii('a') t, byte_length('ä') u, char_length('ä') v
from edge_logs order by id limit 3
--- formats
select format('%s|%5d|%-5d|%05d|%x|%X|%o|%e', 'a', 42, 42, 42, 255, 255, 8, 12345.678) a, format('%t %T', 'x', 'x') b, format('%t', timestamp '2026-07-01') c, format("%'d", 1234567) d,
  format('%.3f %10.2f', 1.0, 2.345) e, format('%%') f, format('%i', 3) g, format('%g', 0.00001) h, format('%T', [1, 2]) i, format('%-6s|', 'ä') j, format('%t', null) k, format('%10s|%-10s|', 'a', 'b') l
--- numbers
select round(2.5) a, round(-1234.567, -2) b, trunc(2.7) c, ceil(1.2) d, floor(-1.2) e, mod(7, 3) f, div(7, 2) g, abs(-3) h, sign(-2.5) i, pow(2, 10) j, sqrt(2) k, ln(10) l, log10(1000) m, exp(0) n,
  greatest(1, 2.5, 3) o, least('a', 'b') p, safe_divide(1, 0) q, ieee_divide(1, 0) r, 7 / 2 s, -7 / 2 t, 1e3 u, .5 v, 0xff w, 5 & 3 x, 5 | 3 y, 5 ^ 3 z, 1 << 4 aa, ~5 ab, is_nan(0.5) ac, cast('inf' as float64) ad
--- casts
select cast(1 as string) a, cast('1' as int64) b, cast(1.5 as int64) c, cast('0x1f' as int64) d, cast(true as string) e, cast('true' as bool) f, cast(1 as bool) g, cast('2026-07-01' as date) h,
  cast('2026-07-01 10:00:00' as datetime) i, cast('10:00:00' as time) j, cast(date '2026-07-01' as timestamp) k, cast(timestamp '2026-07-01' as date) l, cast('1.25' as numeric) m, cast(b'ab' as string) n,
  cast([1, 2] as array<float64>) o, cast('1' as integer) p, cast(1 as float64) q, safe_cast('x' as int64) r, cast(null as string) s, cast(struct(1, 'a') as struct<a int64, b string>) t
--- aggregates of all kinds
select count(*) a, count(s.status_code) b, count(distinct s.status_code) c, sum(s.origin_time) d, avg(s.origin_time) e, min(el.timestamp) f, max(r.path) g, countif(s.status_code >= 500) h,
  logical_or(s.status_code = 500) i, logical_and(s.status_code = 500) j, string_agg(distinct r.method order by r.method) k, string_agg(r.method, '' order by el.id limit 3) l,
  array_agg(distinct s.status_code ignore nulls order by s.status_code) m, array_agg(s.status_code ignore nulls order by s.status_code desc limit 2) n, round(stddev(s.origin_time), 6) o, round(variance(s.origin_time), 6) p,
  array_concat_agg(split(r.path, '/') order by el.id limit 1) q, bit_or(s.status_code) r, round(corr(s.status_code, s.origin_time), 6) s, any_value(el.project having max el.id) u
from edge_logs el, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s
--- approximate aggregates
select approx_count_distinct(r.path) as paths, approx_top_count(r.method, 1)[offset(0)].count > 0 as any_, array_length(approx_quantiles(s.origin_time, 4)) as quarters
from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s
--=
select count(distinct r.path) as paths, true as any_, 5 as quarters from edge_logs, unnest(metadata) m, unnest(m.request) r
--- window functions
select id, ntile(3) over (order by timestamp, id) a, row_number() over w b, dense_rank() over (order by identifier) c, first_value(id) over w d, last_value(id) over (w rows between current row and unbounded following) e,
  lead(id, 1, 'end') over w f, nth_value(id, 2) over w g, count(*) over (partition by identifier) h, avg(length(event_message)) over (order by timestamp, id rows between 2 preceding and current row) i,
  percent_rank() over (order by identifier) j, cume_dist() over (order by identifier) k, max(timestamp) over () l
from edge_logs window w as (partition by identifier order by timestamp, id) order by id
--- qualify with an alias and a named window
select identifier, id, row_number() over w as n from postgres_logs qualify n <= 2 and count(*) over (partition by identifier) > 1 window w as (partition by identifier order by id) order by 1, 2
--- with chains
with a as (select id, metadata from edge_logs), b as (select a.id, r.method from a, unnest(a.metadata) m, unnest(m.request) r), c as (select method, count(*) n from b group by method)
select c.*, (select count(*) from b) as total from c order by n desc, method
--- union distinct, except and intersect
select identifier from edge_logs union distinct (select identifier from postgres_logs except distinct select 'x') order by 1
--- grouping sets
select r.method, s.status_code, count(*) n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by grouping sets (r.method, s.status_code, ()) order by 1, 2, 3
--=
select r.method as method, cast(null as int64) as status_code, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by r.method union all select cast(null as string) as method, s.status_code, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by s.status_code union all select cast(null as string) as method, cast(null as int64) as status_code, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s order by 1, 2, 3
--- cube
select r.method, s.status_code, count(*) n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by cube (r.method, s.status_code) order by 1, 2, 3
--=
select r.method as method, s.status_code, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by r.method, s.status_code union all select r.method as method, cast(null as int64) as status_code, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by r.method union all select cast(null as string) as method, s.status_code, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s group by s.status_code union all select cast(null as string) as method, cast(null as int64) as status_code, count(*) as n from edge_logs, unnest(metadata) m, unnest(m.request) r, unnest(m.response) s order by 1, 2, 3
--- tablesample
select count(*) > 0 as any_ from edge_logs tablesample system (100 percent)
--- having without group by
select count(*) as n from edge_logs having count(*) > 0
--- order by what is not shown
select id from edge_logs order by timestamp desc, length(event_message) desc nulls last, id limit 5
--- distinct with an order
select distinct identifier, project from edge_logs order by project desc nulls first, identifier
--- joined sources by a request id
select a.id as auth_id, e.id as edge_id, s.status_code from auth_logs as a cross join unnest(a.metadata) as am
left join (edge_logs as e cross join unnest(e.metadata) as em cross join unnest(em.response) as s cross join unnest(s.headers) as sh) on am.request_id = sh.sb_request_id
order by 1, 2, 3 limit 20
--- join using
select id, a.identifier, b.n from edge_logs a join (select identifier, count(*) as n from postgres_logs group by identifier) b using (identifier) order by id
--- self join with a range
select a.id, count(b.id) as before from pgbouncer_logs a left join pgbouncer_logs b on b.timestamp < a.timestamp and b.timestamp >= timestamp_sub(a.timestamp, interval 1 hour) group by a.id order by a.id
--- derived tables in derived tables
select day, sum(n) as n from (select date(ts) as day, n from (select timestamp_trunc(timestamp, hour) as ts, count(*) as n from storage_logs group by ts) as inner_) group by day order by day
--- offsets of an unnest
select id, part, place from edge_logs, unnest(split(event_message, ' | ')) as part with offset as place where place < 2 order by id, place limit 6
--- offset with its own name
select id, offset, part from edge_logs cross join unnest(split(id, '-')) part with offset where offset = 1 order by id limit 3
--- arrays
select generate_array(1, 10, 3) a, array_concat([1], [2, 3]) b, array_reverse([1, 2, 3]) c, array_to_string(['a', null, 'b'], '-', '?') d, [struct(1 as x, 'y' as z)] e, array<int64>[] f, array_length([]) g,
  generate_date_array('2026-07-01', '2026-07-10', interval 3 day) h, [1, 2.5] i, array_agg(x order by x desc) j from unnest([3, 1, 2]) as x
--- structs compared
select struct(1, 'a') = struct(1, 'a') as a, (1, 2) = (1, 3) as b, struct(1 as x).x as c, (select as struct 1 x, 2 y).y as d, struct<a int64, b string>(1, 'b') as e
--- net functions
select net.safe_ip_from_string('10.1.2.3') = net.ip_from_string('10.1.2.3') as a, net.ip_to_string(net.ip_trunc(net.ip_from_string('10.1.2.3'), 24)) as b, net.host('https://api.example.com:443/x?y') as c,
  net.ipv4_to_int64(b'\x01\x02\x03\x04') as d
--- safe prefix
select safe.substr('abc', 1, -1) a, safe.parse_date('%F', 'x') b, safe.timestamp_seconds(9223372036854775807) c, safe.ln(-1) d, safe.divide_by is null as e from (select struct(null as divide_by) as safe)
--- case with a value
select id, case m.level when 'error' then 3 when 'warning' then 2 else null end as rank, case when m.level is null then 'none' end as none, if(m.level = 'error', null, m.level) as level
from function_logs left join unnest(metadata) as m order by id, m.level, m.event_type limit 8
--- nulls of no type
select null as a, [null] as b, struct(null) as c, if(true, null, null) as d, coalesce(null, null) as e, nullif(1, 1) as f
--- a column of a union without type
select id, null as status from pgbouncer_logs where id < 'b' union all select id, 1 from postgrest_logs where id < 'a' order by id
--- anonymous columns
select count(*), max(id), 1 + 1, 'x', id is null from pgbouncer_logs group by id is null order by 5
--- keyword names
select `timestamp`, e.`id` as `select`, id as date, id as time, id as value, id as offset, id as type, id as `order` from pgbouncer_logs e order by id limit 1
--- names in other letters
SELECT ID, Timestamp, M.HOST FROM pgbouncer_logs AS L CROSS JOIN UNNEST(l.METADATA) AS m ORDER BY Id LIMIT 2
--- backticks around paths
select `edge_logs`.`id` from `edge_logs` where `edge_logs`.`id` = 'e-0001'
--- a table in an array path
select e.id, r.method from edge_logs e, e.metadata as m, m.request as r where r.method is not null order by e.id, r.method limit 3
--- with a name of a view
with edge_logs as (select 'mine' as id) select id from edge_logs
--- flattened fields
select id, flatten(metadata.request.method) as methods from edge_logs order by id limit 3
--- hashes
select to_hex(md5(id)) a, to_hex(sha1(id)) b, to_hex(sha512(id)) c, farm_fingerprint(id) d from pgbouncer_logs order by id limit 2
