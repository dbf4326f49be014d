--- a view that is not there
select id, timestamp, event_message from supavisor_logs order by timestamp desc limit 100
--- a view that is nearly there
select id from edge_log
--- a view with a schema
select id from public.edge_logs
--- a base table
select id from `cloudflare.logs.prod`
--- a table of another project
select * from `other-project.dataset.table`
--- an unknown column
select id, status_code from edge_logs
--- an unknown field of an alias
select r.pathname from edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as r
--- an unknown alias
select x.id from edge_logs as e
--- a table name behind its alias
select edge_logs.id from edge_logs as e
--- a field of an array
select metadata.request from edge_logs
--- a field of an array of an alias
select m.request.path from edge_logs cross join unnest(metadata) as m
--- a field of a scalar
select id.x from edge_logs
--- an array that is no array
select * from edge_logs cross join unnest(id) as i
--- an array that is a struct
select h.host from pgbouncer_logs cross join unnest(metadata) as m cross join unnest(m) as h
--- an array before its table
select id from unnest(metadata) as m cross join edge_logs
--- an ambiguous column
select timestamp from edge_logs e join postgres_logs p on e.id = p.id
--- an ambiguous field
select host from edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as r cross join unnest(r.headers) as h
--- a column that is not grouped
select id, count(*) from edge_logs
--- a column that is not grouped by
select timestamp_trunc(timestamp, hour) as ts, id, count(*) as n from edge_logs group by ts
--- an ungrouped column in order by
select identifier, count(*) as n from edge_logs group by identifier order by timestamp
--- an ungrouped column in having
select identifier from edge_logs group by identifier having id = 'x'
--- an aggregate in where
select id from edge_logs where count(*) > 1
--- an aggregate in group by
select count(*) as n from edge_logs group by n
--- an aggregate of an aggregate
select max(count(*)) from edge_logs
--- an analytic function in where
select id from edge_logs where row_number() over (order by id) = 1
--- an analytic function without over
select row_number() from edge_logs
--- an alias in where
select id as log_id from edge_logs where log_id = 'x'
--- an ordinal that is too large
select id from edge_logs order by 2
--- an ordinal of zero
select id, count(*) from edge_logs group by 0
--- grouping by an array
select metadata, count(*) from edge_logs group by metadata
--- distinct structs of arrays
select distinct metadata from edge_logs
--- order by an array
select id from edge_logs order by metadata
--- text compared with a number
select s.status_code from edge_logs, unnest(metadata) m, unnest(m.response) s where s.status_code = '200'
--- a number compared with text
select id from edge_logs where id > 5
--- a time compared with a number
select id from edge_logs where timestamp > 1700000000
--- a time compared with a datetime
select id from edge_logs where timestamp > datetime '2026-07-01'
--- a time compared with nonsense
select id from edge_logs where timestamp > 'yesterday'
--- like on a number
select id from edge_logs, unnest(metadata) m, unnest(m.response) s where s.status_code like '5%'
--- where is no condition
select id from edge_logs where id
--- if over two types
select if(true, 1, 'a')
--- a case over two types
select case when s.status_code > 1 then 'bad' else 0 end from edge_logs, unnest(metadata) m, unnest(m.response) s
--- coalesce over two types
select coalesce(s.status_code, '-') from edge_logs, unnest(metadata) m, unnest(m.response) s
--- an in list over two types
select id from edge_logs where id in ('a', 1)
--- too few arguments
select timestamp_trunc(timestamp) from edge_logs
--- a part that is not there
select timestamp_trunc(timestamp, fortnight) from edge_logs
--- a part that is too small
select date_trunc(date(timestamp), hour) from edge_logs
--- a part in quotes
select timestamp_trunc(timestamp, 'hour') from edge_logs
--- a function of another dialect
select date_part('hour', timestamp) from edge_logs
--- a cast of another dialect
select id::text from edge_logs
--- now of another dialect
select now() - interval '1 day'
--- ilike of another dialect
select id from edge_logs where event_message ilike '%error%'
--- arrows of another dialect
select event_message->>'msg' from auth_logs
--- a star in a sum
select sum(*) from edge_logs
--- count of nothing
select count() from edge_logs
--- distinct of two
select count(distinct id, identifier) from edge_logs
--- two statements
select 1; select 2
--- an unclosed parenthesis
select count(id from edge_logs
--- an unclosed string
select 'abc from edge_logs
--- an unclosed comment
select id from edge_logs /* all of it
--- a missing comma
select id timestamp event_message from edge_logs
--- a comma too many
select id,, timestamp from edge_logs
--- a comma in from
select id from edge_logs, where true
--- a select without items
select from edge_logs
--- a join without a condition
select a.id from edge_logs a join postgres_logs b
--- a cross join with a condition
select a.id from edge_logs a cross join postgres_logs b on a.id = b.id
--- a join on no condition
select a.id from edge_logs a join postgres_logs b on a.id
--- where twice
select id from edge_logs where true where false
--- limit before order by
select id from edge_logs limit 5 order by id
--- where after group by
select identifier from edge_logs group by identifier where true
--- a negative limit
select id from edge_logs limit -1
--- a limit of an expression
select id from edge_logs limit 5 + 5
--- a union of different widths
select id, timestamp from edge_logs union all select id from postgres_logs
--- a union of different types
select id from edge_logs union all select timestamp from postgres_logs
--- a union of neither kind
select id from edge_logs union select id from postgres_logs
--- a subquery of two columns
select (select id, timestamp from edge_logs limit 1)
--- in a subquery of two columns
select id from edge_logs where id in (select id, timestamp from postgres_logs)
--- a derived table that looks outwards
select e.id from edge_logs e, (select e.id as other) as x
--- duplicate table aliases
select 1 from edge_logs a, postgres_logs a
--- duplicate names of with
with a as (select 1 as x), a as (select 2 as x) select x from a
--- an unused broken with
with a as (select nosuch from edge_logs) select 1
--- except of an unknown column
select * except (nosuch) from edge_logs
--- except of all columns
select * except (a) from (select 1 as a)
--- replace of an unknown column
select * replace (1 as nosuch) from edge_logs
--- star without from
select *
--- a field of null
select null.x
--- subscript by a text
select metadata['request'] from edge_logs
--- subscript of a text
select id[0] from edge_logs
--- subscript out of bounds
select metadata[offset(99)].host from pgbouncer_logs
--- an interval without a part
select timestamp_sub(current_timestamp, interval 1) from edge_logs
--- an interval in quotes
select timestamp_add(timestamp '2026-07-01', interval '1 hour')
--- an interval of months on a timestamp
select timestamp_add(timestamp '2026-07-01', interval 1 month)
--- a bad literal
select timestamp '2026-13-45 00:00:00'
--- a bad cast
select cast('abc' as int64)
--- a cast between strangers
select cast(timestamp as int64) from edge_logs
--- a bad pattern
select regexp_contains(id, '(') from edge_logs
--- an escape that is none
select '\d+' from edge_logs
--- a placeholder
select id from edge_logs where id = ?
--- a parameter that is not there
select id from edge_logs where id = @id
--- a keyword as a name
select id as from from edge_logs
--- a hash as a name
select apikey.hash from edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as request cross join unnest(request.sb) as sb cross join unnest(sb.apikey) as sbapikey cross join unnest(sbapikey.apikey) as apikey order by hash
--- a limit as a name
select ms.limit from realtime_logs, unnest(metadata) m, unnest(m.measurements) ms
--- window without a definition
select rank() over w from edge_logs
--- rank without an order
select rank() over () from edge_logs
--- qualify without a window
select id from edge_logs where true qualify id = 'x'
--- having on rows
select id from edge_logs having id = 'x'
--- json path of another dialect
select json_value(event_message, 'a.b') from auth_logs
--- delete
delete from edge_logs where true
--- insert
insert into edge_logs (id) values ('x')
--- update
update edge_logs set id = 'x' where true
--- create
create table x as select 1
--- explain
explain select 1
--- set
set x = 1
--- an empty statement
-- nothing
--- only a semicolon
;
--- describe
describe edge_logs
--- information schema
select table_name from information_schema.tables
--- a table function
select * from external_query('x', 'select 1')
--- a query in from without parentheses
select * from select 1
--- not null as an expression
select id from edge_logs where id = not null
--- not null in a condition
select id from edge_logs where identifier not null
--- is not null of two
select id from edge_logs where (id, identifier) is not
--- equal to null twice
select id from edge_logs where id == 'x'
--- a typed empty array for another
select ifnull(['a'], array<int64>[])
--- typed arrays compared
select array<int64>[] = array<string>[]
--- a comma after the last argument
select concat(id, 'x',) from edge_logs
--- a comma after the last group
select id from edge_logs group by id,
--- between without and
select id from edge_logs where timestamp between '2026-07-01'
--- case without end
select case when true then 1 from edge_logs
--- case without when
select case id else 1 end from edge_logs
--- in without a list
select id from edge_logs where id in ()
--- in an array
select id from edge_logs where id in ['a', 'b']
--- in a bare unnest of fields
select id from edge_logs where 'GET' in unnest(metadata.request.method)
--- a named argument
select regexp_contains(value => id, regexp => 'x') from edge_logs
--- an emoji outside of a string
select 🙂 from edge_logs
--- curly quotes
select “id” from edge_logs
--- dollar quotes
select $1 from edge_logs
--- a colon
select id from edge_logs where id = :id
--- a backslash
select id from edge_logs \g
