--- select not null
select not null
--- select id from edge_logs where not null
select id from edge_logs where not null
--- select id from edge_logs where id is not null and not null
select id from edge_logs where id is not null and not null
--- select 1 = (not null)
select 1 = (not null)
--- select not not null
select not not null
--- select null not null
select null not null
--- select - null, + null
select - null, + null
--- select 1 is not null not null
select 1 is not null not null
--- select not null is null
select not null is null
--- select (not null)
select (not null)
--- select case when not null then 1 end
select case when not null then 1 end
--- select coalesce(array<int64>[], ['a'])
select coalesce(array<int64>[], ['a'])
--- select array<int64>[] union all select ['a']
select array<int64>[] union all select ['a']
--- select if(true, array<int64>[], array<float64>[])
select if(true, array<int64>[], array<float64>[])
--- select array_concat(array<int64>[], ['a'])
select array_concat(array<int64>[], ['a'])
--- select array_concat(array<int64>[], array<float64>[])
select array_concat(array<int64>[], array<float64>[])
--- select array_concat([], ['a'])
select array_concat([], ['a'])
--- select array_concat([1], ['a'])
select array_concat([1], ['a'])
--- select array_concat([1], [1.5])
select array_concat([1], [1.5])
--- select array_concat(array<int64>[1], [1.5])
select array_concat(array<int64>[1], [1.5])
--- select array_to_string(array<int64>[], 'x')
select array_to_string(array<int64>[], 'x')
--- select 'a' in unnest(array<int64>[])
select 'a' in unnest(array<int64>[])
--- select array_to_string([], 'x')
select array_to_string([], 'x')
--- select coalesce(['a'], [])
select coalesce(['a'], [])
--- select cast(array<int64>[] as array<string>)
select cast(array<int64>[] as array<string>)
--- select if(true, ['2026-01-01'], [date '2026-01-01'])
select if(true, ['2026-01-01'], [date '2026-01-01'])
--- select array<date>['2026-01-01']
select array<date>['2026-01-01']
--- select [date '2026-01-01', '2026-01-02']
select [date '2026-01-01', '2026-01-02']
--- select array_concat(array<date>[], ['2026-01-02'])
select array_concat(array<date>[], ['2026-01-02'])
--- select if(true, array<struct<a int64>>[], [])
select if(true, array<struct<a int64>>[], [])
--- select if(true, array<struct<a int64>>[], [struct('x' as a)])
select if(true, array<struct<a int64>>[], [struct('x' as a)])
--- select if(true, array<struct<a int64>>[], [struct(1 as b)])
select if(true, array<struct<a int64>>[], [struct(1 as b)])
--- select if(true, array<struct<a float64>>[], [struct(1 as b)])
select if(true, array<struct<a float64>>[], [struct(1 as b)])
--- select case when true then array<timestamp>[] else ['2026-01-01'] end
select case when true then array<timestamp>[] else ['2026-01-01'] end
--- select array(select 1) = array<float64>[]
select array(select 1) = array<float64>[]
--- select array_length(array_concat(array<bytes>[], ['a']))
select array_length(array_concat(array<bytes>[], ['a']))
--- select struct([]) = struct(array<string>[])
select struct([]) = struct(array<string>[])
--- select array<float64>[] in (array<int64>[])
select array<float64>[] in (array<int64>[])
--- select struct<a string>('2026-01-01') = struct(date '2026-01-01')
select struct<a string>('2026-01-01') = struct(date '2026-01-01')
--- select struct('2026-01-01') = struct(date '2026-01-01')
select struct('2026-01-01') = struct(date '2026-01-01')
--- select if(true, struct<a int64>(1), struct(1.5))
select if(true, struct<a int64>(1), struct(1.5))
--- select if(true, struct<a string>('2026-01-01'), struct(date '2026-01-01' as x))
select if(true, struct<a string>('2026-01-01'), struct(date '2026-01-01' as x))
--- select array<string>['2026-01-01'] = [date '2026-01-01']
select array<string>['2026-01-01'] = [date '2026-01-01']
--- select array<struct<a string>>[('2026-01-01')]
select array<struct<a string>>[('2026-01-01')]
--- select [struct<a string>('2026-01-01')] = [struct(date '2026-01-01')]
select [struct<a string>('2026-01-01')] = [struct(date '2026-01-01')]
--- select if(true, [struct('2026-01-01')], [struct(date '2026-01-01')])
select if(true, [struct('2026-01-01')], [struct(date '2026-01-01')])
--- select cast('2026-01-01' as string) = date '2026-01-01'
select cast('2026-01-01' as string) = date '2026-01-01'
--- select struct<a float64>(1) = struct(numeric '1')
select struct<a float64>(1) = struct(numeric '1')
--- select array<string>['2026-01-01'], date '2026-01-02' in unnest(array<string>['2026-01-01'])
select array<string>['2026-01-01'], date '2026-01-02' in unnest(array<string>['2026-01-01'])
--- select date '2026-01-02' in unnest(['2026-01-01'])
select date '2026-01-02' in unnest(['2026-01-01'])
--- select date '2026-01-02' in unnest([])
select date '2026-01-02' in unnest([])
--- select 1.5 in unnest([1, 2])
select 1.5 in unnest([1, 2])
--- select 1.5 in unnest(array<int64>[1, 2])
select 1.5 in unnest(array<int64>[1, 2])
--- select cast(array<int64>[1, 2] as array<string>)
select cast(array<int64>[1, 2] as array<string>)
--- select cast(array<string>['2026-01-01'] as array<date>), cast(['2026-01-01'] as array<date>)
select cast(array<string>['2026-01-01'] as array<date>), cast(['2026-01-01'] as array<date>)
--- select array<struct<int64>>[struct<int64>(1)] = [struct(1.5)]
select array<struct<int64>>[struct<int64>(1)] = [struct(1.5)]
--- select array<int64>[1] = [1.0]
select array<int64>[1] = [1.0]
--- select struct<array<int64>>([]) = struct(array<float64>[])
select struct<array<int64>>([]) = struct(array<float64>[])
--- select struct(array<int64>[]) = struct(array<float64>[])
select struct(array<int64>[]) = struct(array<float64>[])
--- select if(true, array<string>[], []) 
select if(true, array<string>[], []) 
--- select if(true, array<string>[], [null]) 
select if(true, array<string>[], [null]) 
--- select array<string>[null] = [1]
select array<string>[null] = [1]
--- select struct(struct('2026-01-01')) = struct(struct(date '2026-01-01'))
select struct(struct('2026-01-01')) = struct(struct(date '2026-01-01'))
--- select if(true, [struct(1)], [struct(1.5)])
select if(true, [struct(1)], [struct(1.5)])
--- select struct([]) = struct(['a'])
select struct([]) = struct(['a'])
--- select array<struct<a array<string>>>[struct([])]
select array<struct<a array<string>>>[struct([])]
--- select struct<array<string>>([])
select struct<array<string>>([])
--- select [struct([]), struct(['a'])]
select [struct([]), struct(['a'])]
--- select [struct('2026-01-01'), struct(date '2026-01-01')]
select [struct('2026-01-01'), struct(date '2026-01-01')]
--- select if(true, struct([]), struct(['a']))
select if(true, struct([]), struct(['a']))
--- select [struct(null)] = [struct('a')]
select [struct(null)] = [struct('a')]
--- select if(true, [struct(null as x)], [struct('a' as x)])
select if(true, [struct(null as x)], [struct('a' as x)])
--- select struct(null) = struct('a')
select struct(null) = struct('a')
--- select array_concat([struct(1 as a, null as b)], [struct(2 as a, 'x' as b)])
select array_concat([struct(1 as a, null as b)], [struct(2 as a, 'x' as b)])
--- select [struct(1 as a, null as b), struct(2 as a, 'x' as b)]
select [struct(1 as a, null as b), struct(2 as a, 'x' as b)]
--- select 1.5 in ('a', 'b')
select 1.5 in ('a', 'b')
--- select [1.5] in (['a'])
select [1.5] in (['a'])
--- select id in (select 1.5) from edge_logs
select id in (select 1.5) from edge_logs
--- select array<float64>[] in (select ['a'])
select array<float64>[] in (select ['a'])
--- select struct('a') = struct(null)
select struct('a') = struct(null)
--- select [struct('x' as b), struct(null as b)]
select [struct('x' as b), struct(null as b)]
--- select [struct(null as b), struct('x' as b)]
select [struct(null as b), struct('x' as b)]
--- select [struct(1 as b), struct('x' as b)]
select [struct(1 as b), struct('x' as b)]
--- select [struct<a string>('x'), struct(null)]
select [struct<a string>('x'), struct(null)]
--- select [struct(null), struct<a string>('x')]
select [struct(null), struct<a string>('x')]
--- select [struct(null as b), struct(id as b)] from pgbouncer_logs
select [struct(null as b), struct(id as b)] from pgbouncer_logs
--- select [struct(id as b), struct(null as b)] from pgbouncer_logs
select [struct(id as b), struct(null as b)] from pgbouncer_logs
--- select (null, 'a') in ((1, 'b'))
select (null, 'a') in ((1, 'b'))
--- select ('a', 'a') in ((null, 'b'))
select ('a', 'a') in ((null, 'b'))
--- select (null, 'a') in (('x', 'b'))
select (null, 'a') in (('x', 'b'))
--- select [struct<array<string>>(['x']), struct([])]
select [struct<array<string>>(['x']), struct([])]
--- select struct(['a']) = struct([])
select struct(['a']) = struct([])
--- select [struct<array<string>>(['x']), struct(null)]
select [struct<array<string>>(['x']), struct(null)]
--- select [struct(1.5, 'x'), struct(null, null), struct(1, 'y')]
select [struct(1.5, 'x'), struct(null, null), struct(1, 'y')]
--- select [struct(1, 'x'), struct(null, null), struct(1.5, 'y')]
select [struct(1, 'x'), struct(null, null), struct(1.5, 'y')]
--- select if(true, struct('a' as x), struct(null)), if(true, struct(id as x), struct(null)), if(true, s
select if(true, struct('a' as x), struct(null)), if(true, struct(id as x), struct(null)), if(true, struct(timestamp as x), struct('2026-01-01')) from pgbouncer_logs
--- select array_concat([struct('x' as b)], [struct(null as b)])
select array_concat([struct('x' as b)], [struct(null as b)])
--- select if(true, struct(null as x), struct(id)) from pgbouncer_logs
select if(true, struct(null as x), struct(id)) from pgbouncer_logs
--- select struct(1, null) union all select struct(1, 'a')
select struct(1, null) union all select struct(1, 'a')
--- select struct(1, 'a') union all select struct(1, null)
select struct(1, 'a') union all select struct(1, null)
--- select if(true, struct(null as x), struct(timestamp)) from pgbouncer_logs
select if(true, struct(null as x), struct(timestamp)) from pgbouncer_logs
--- select [struct(date '2026-01-01'), struct(null), struct('2026-01-01')]
select [struct(date '2026-01-01'), struct(null), struct('2026-01-01')]
--- select [struct(null), struct(date '2026-01-01')]
select [struct(null), struct(date '2026-01-01')]
--- select struct(null) = struct(id) from pgbouncer_logs
select struct(null) = struct(id) from pgbouncer_logs
--- select struct(id) = struct(null) from pgbouncer_logs
select struct(id) = struct(null) from pgbouncer_logs
--- select struct(id, 1) in ((null, 1)) from pgbouncer_logs
select struct(id, 1) in ((null, 1)) from pgbouncer_logs
--- select struct(null, 1) in ((id, 1)) from pgbouncer_logs
select struct(null, 1) in ((id, 1)) from pgbouncer_logs
--- select case when true then struct(null as a) else struct('a' as a) end
select case when true then struct(null as a) else struct('a' as a) end
--- select coalesce(struct(null as a, 1 as b), struct('a', 2))
select coalesce(struct(null as a, 1 as b), struct('a', 2))
--- select timestamp_sub('2026-07-01 11:00:00', interval 60 minute), timestamp_add('2026-07-01', interva
select timestamp_sub('2026-07-01 11:00:00', interval 60 minute), timestamp_add('2026-07-01', interval 1 hour), timestamp_trunc('2026-07-01 11:00:00', hour)
--- select datetime_sub('2026-07-01 11:00:00', interval 60 minute), datetime_add('2026-07-01', interval 
select datetime_sub('2026-07-01 11:00:00', interval 60 minute), datetime_add('2026-07-01', interval 1 month), datetime_trunc('2026-07-01 11:00:00', hour)
--- select date_sub('2026-07-01', interval 1 day), date_add('2026-07-01', interval 1 month), date_trunc(
select date_sub('2026-07-01', interval 1 day), date_add('2026-07-01', interval 1 month), date_trunc('2026-07-01', month)
--- select timestamp_diff('2026-07-01 11:00:00', '2026-07-01', hour), datetime_diff('2026-07-01 11:00:00
select timestamp_diff('2026-07-01 11:00:00', '2026-07-01', hour), datetime_diff('2026-07-01 11:00:00', '2026-07-01', hour), date_diff('2026-07-01', '2026-06-01', day)
--- select extract(hour from '2026-07-01 11:00:00')
select extract(hour from '2026-07-01 11:00:00')
--- select date('2026-07-01 11:00:00'), datetime('2026-07-01 11:00:00'), timestamp('2026-07-01 11:00:00'
select date('2026-07-01 11:00:00'), datetime('2026-07-01 11:00:00'), timestamp('2026-07-01 11:00:00'), time('11:00:00')
--- select format_timestamp('%F', '2026-07-01 11:00:00'), format_date('%F', '2026-07-01'), format_dateti
select format_timestamp('%F', '2026-07-01 11:00:00'), format_date('%F', '2026-07-01'), format_datetime('%F', '2026-07-01 11:00:00'), format_time('%T', '11:00:00')
--- select unix_seconds('2026-07-01 11:00:00'), unix_millis('2026-07-01'), unix_micros('2026-07-01'), un
select unix_seconds('2026-07-01 11:00:00'), unix_millis('2026-07-01'), unix_micros('2026-07-01'), unix_date('2026-07-01')
--- select time_add('11:00:00', interval 1 hour), time_sub('11:00:00', interval 1 hour), time_diff('11:0
select time_add('11:00:00', interval 1 hour), time_sub('11:00:00', interval 1 hour), time_diff('11:00:00', '10:00:00', minute), time_trunc('11:10:00', hour)
--- select last_day('2026-07-01'), string('2026-07-01')
select last_day('2026-07-01'), string('2026-07-01')
--- select '2026-07-01' + interval 1 day
select '2026-07-01' + interval 1 day
--- select timestamp '2026-07-01' - '2026-06-01'
select timestamp '2026-07-01' - '2026-06-01'
--- select timestamp_diff(timestamp, '2026-07-01', day) d, timestamp_sub(timestamp, interval 1 day) from
select timestamp_diff(timestamp, '2026-07-01', day) d, timestamp_sub(timestamp, interval 1 day) from pgbouncer_logs order by id limit 1
--- select date_diff(timestamp, '2026-07-01', day) d from pgbouncer_logs order by id limit 1
select date_diff(timestamp, '2026-07-01', day) d from pgbouncer_logs order by id limit 1
--- select timestamp_sub(date '2026-07-01', interval 1 day)
select timestamp_sub(date '2026-07-01', interval 1 day)
--- select generate_timestamp_array('2026-07-01', '2026-07-02', interval 12 hour)
select generate_timestamp_array('2026-07-01', '2026-07-02', interval 12 hour)
--- select generate_date_array('2026-07-01', '2026-07-02')
select generate_date_array('2026-07-01', '2026-07-02')
--- select greatest('2026-07-01', timestamp '2026-06-01'), if(true, '2026-07-01', timestamp '2026-06-01'
select greatest('2026-07-01', timestamp '2026-06-01'), if(true, '2026-07-01', timestamp '2026-06-01'), coalesce(null, '2026-07-01', timestamp '2026-06-01')
--- select '2026-07-01' < date '2026-07-02', '2026-07-01' between timestamp '2026-07-01' and '2026-07-02
select '2026-07-01' < date '2026-07-02', '2026-07-01' between timestamp '2026-07-01' and '2026-07-02', date '2026-07-01' in ('2026-07-01', '2026-07-02')
--- select case timestamp '2026-07-01' when '2026-07-01' then 1 end, nullif(timestamp '2026-07-01', '202
select case timestamp '2026-07-01' when '2026-07-01' then 1 end, nullif(timestamp '2026-07-01', '2026-07-01'), timestamp '2026-07-01' is distinct from '2026-07-01'
--- select extract(date from '2026-07-01 11:00:00')
select extract(date from '2026-07-01 11:00:00')
--- select timestamp_trunc(datetime '2026-07-01 11:00:00', hour), timestamp_trunc(date '2026-07-01', mon
select timestamp_trunc(datetime '2026-07-01 11:00:00', hour), timestamp_trunc(date '2026-07-01', month)
--- select date(timestamp '2026-07-01', 'UTC'), date('2026-07-01 11:00:00+02', 'UTC')
select date(timestamp '2026-07-01', 'UTC'), date('2026-07-01 11:00:00+02', 'UTC')
--- select datetime('2026-07-01 11:00:00+02', 'UTC')
select datetime('2026-07-01 11:00:00+02', 'UTC')
--- select time('2026-07-01 11:00:00+02', 'UTC')
select time('2026-07-01 11:00:00+02', 'UTC')
--- select any_value(id having max metadata) from edge_logs
select any_value(id having max metadata) from edge_logs
--- select any_value(id having max edge_logs) from edge_logs
select any_value(id having max edge_logs) from edge_logs
--- select any_value(id having max json '1') from edge_logs
select any_value(id having max json '1') from edge_logs
--- select any_value(id having max [1]) from edge_logs
select any_value(id having max [1]) from edge_logs
--- select +null
select +null
--- select + + null
select + + null
--- select - + null
select - + null
--- select + (null)
select + (null)
--- select + cast(null as int64), + null + 1
select + cast(null as int64), + null + 1
--- select + 'a'
select + 'a'
--- select + + 'a'
select + + 'a'
--- select + -null
select + -null
--- select ~ + null
select ~ + null
--- select any_value(id having max (1,2)) from edge_logs
select any_value(id having max (1,2)) from edge_logs
--- select any_value(id having max null) from edge_logs
select any_value(id having max null) from edge_logs
--- select any_value(id having max [1.5]) from edge_logs
select any_value(id having max [1.5]) from edge_logs
--- select + true
select + true
--- select approx_top_count(json '1', 1) from pgbouncer_logs
select approx_top_count(json '1', 1) from pgbouncer_logs
--- select percentile_disc(json '1', 1) over () from pgbouncer_logs
select percentile_disc(json '1', 1) over () from pgbouncer_logs
--- select percentile_disc((1,'a'), 1) over () from pgbouncer_logs
select percentile_disc((1,'a'), 1) over () from pgbouncer_logs
--- an array literal with null coerces
SELECT ARRAY_CONCAT([1.5], [NULL, 2])[OFFSET(2)] AS a, 1.5 IN UNNEST([1, NULL]) AS b, DATE '2020-01-01' IN UNNEST([NULL, '2020-01-01']) AS c, IF(TRUE, [NUMERIC '1'], [NULL, 2]) AS d
--- an array literal of null alone is of int64
SELECT 'x' IN UNNEST([NULL])
