--- date_diff D D
select date_diff(date '2026-07-01', date '2026-07-01', day)
--- date_diff D DT
select date_diff(date '2026-07-01', datetime '2026-07-01', day)
--- date_diff D TS
select date_diff(date '2026-07-01', timestamp '2026-07-01', day)
--- date_diff D S
select date_diff(date '2026-07-01', '2026-07-01', day)
--- date_diff D N
select date_diff(date '2026-07-01', null, day)
--- date_diff D P
select date_diff(date '2026-07-01', cast(null as string), day)
--- date_diff DT D
select date_diff(datetime '2026-07-01', date '2026-07-01', day)
--- date_diff DT DT
select date_diff(datetime '2026-07-01', datetime '2026-07-01', day)
--- date_diff DT TS
select date_diff(datetime '2026-07-01', timestamp '2026-07-01', day)
--- date_diff DT S
select date_diff(datetime '2026-07-01', '2026-07-01', day)
--- date_diff DT N
select date_diff(datetime '2026-07-01', null, day)
--- date_diff DT P
select date_diff(datetime '2026-07-01', cast(null as string), day)
--- date_diff TS D
select date_diff(timestamp '2026-07-01', date '2026-07-01', day)
--- date_diff TS DT
select date_diff(timestamp '2026-07-01', datetime '2026-07-01', day)
--- date_diff TS TS
select date_diff(timestamp '2026-07-01', timestamp '2026-07-01', day)
--- date_diff TS S
select date_diff(timestamp '2026-07-01', '2026-07-01', day)
--- date_diff TS N
select date_diff(timestamp '2026-07-01', null, day)
--- date_diff TS P
select date_diff(timestamp '2026-07-01', cast(null as string), day)
--- date_diff S D
select date_diff('2026-07-01', date '2026-07-01', day)
--- date_diff S DT
select date_diff('2026-07-01', datetime '2026-07-01', day)
--- date_diff S TS
select date_diff('2026-07-01', timestamp '2026-07-01', day)
--- date_diff S S
select date_diff('2026-07-01', '2026-07-01', day)
--- date_diff S N
select date_diff('2026-07-01', null, day)
--- date_diff S P
select date_diff('2026-07-01', cast(null as string), day)
--- date_diff N D
select date_diff(null, date '2026-07-01', day)
--- date_diff N DT
select date_diff(null, datetime '2026-07-01', day)
--- date_diff N TS
select date_diff(null, timestamp '2026-07-01', day)
--- date_diff N S
select date_diff(null, '2026-07-01', day)
--- date_diff N N
select date_diff(null, null, day)
--- date_diff N P
select date_diff(null, cast(null as string), day)
--- date_diff P D
select date_diff(cast(null as string), date '2026-07-01', day)
--- date_diff P DT
select date_diff(cast(null as string), datetime '2026-07-01', day)
--- date_diff P TS
select date_diff(cast(null as string), timestamp '2026-07-01', day)
--- date_diff P S
select date_diff(cast(null as string), '2026-07-01', day)
--- date_diff P N
select date_diff(cast(null as string), null, day)
--- date_diff P P
select date_diff(cast(null as string), cast(null as string), day)
--- datetime_diff D D
select datetime_diff(date '2026-07-01', date '2026-07-01', day)
--- datetime_diff D DT
select datetime_diff(date '2026-07-01', datetime '2026-07-01', day)
--- datetime_diff D TS
select datetime_diff(date '2026-07-01', timestamp '2026-07-01', day)
--- datetime_diff D S
select datetime_diff(date '2026-07-01', '2026-07-01', day)
--- datetime_diff D N
select datetime_diff(date '2026-07-01', null, day)
--- datetime_diff D P
select datetime_diff(date '2026-07-01', cast(null as string), day)
--- datetime_diff DT D
select datetime_diff(datetime '2026-07-01', date '2026-07-01', day)
--- datetime_diff DT DT
select datetime_diff(datetime '2026-07-01', datetime '2026-07-01', day)
--- datetime_diff DT TS
select datetime_diff(datetime '2026-07-01', timestamp '2026-07-01', day)
--- datetime_diff DT S
select datetime_diff(datetime '2026-07-01', '2026-07-01', day)
--- datetime_diff DT N
select datetime_diff(datetime '2026-07-01', null, day)
--- datetime_diff DT P
select datetime_diff(datetime '2026-07-01', cast(null as string), day)
--- datetime_diff TS D
select datetime_diff(timestamp '2026-07-01', date '2026-07-01', day)
--- datetime_diff TS DT
select datetime_diff(timestamp '2026-07-01', datetime '2026-07-01', day)
--- datetime_diff TS TS
select datetime_diff(timestamp '2026-07-01', timestamp '2026-07-01', day)
--- datetime_diff TS S
select datetime_diff(timestamp '2026-07-01', '2026-07-01', day)
--- datetime_diff TS N
select datetime_diff(timestamp '2026-07-01', null, day)
--- datetime_diff TS P
select datetime_diff(timestamp '2026-07-01', cast(null as string), day)
--- datetime_diff S D
select datetime_diff('2026-07-01', date '2026-07-01', day)
--- datetime_diff S DT
select datetime_diff('2026-07-01', datetime '2026-07-01', day)
--- datetime_diff S TS
select datetime_diff('2026-07-01', timestamp '2026-07-01', day)
--- datetime_diff S S
select datetime_diff('2026-07-01', '2026-07-01', day)
--- datetime_diff S N
select datetime_diff('2026-07-01', null, day)
--- datetime_diff S P
select datetime_diff('2026-07-01', cast(null as string), day)
--- datetime_diff N D
select datetime_diff(null, date '2026-07-01', day)
--- datetime_diff N DT
select datetime_diff(null, datetime '2026-07-01', day)
--- datetime_diff N TS
select datetime_diff(null, timestamp '2026-07-01', day)
--- datetime_diff N S
select datetime_diff(null, '2026-07-01', day)
--- datetime_diff N N
select datetime_diff(null, null, day)
--- datetime_diff N P
select datetime_diff(null, cast(null as string), day)
--- datetime_diff P D
select datetime_diff(cast(null as string), date '2026-07-01', day)
--- datetime_diff P DT
select datetime_diff(cast(null as string), datetime '2026-07-01', day)
--- datetime_diff P TS
select datetime_diff(cast(null as string), timestamp '2026-07-01', day)
--- datetime_diff P S
select datetime_diff(cast(null as string), '2026-07-01', day)
--- datetime_diff P N
select datetime_diff(cast(null as string), null, day)
--- datetime_diff P P
select datetime_diff(cast(null as string), cast(null as string), day)
--- timestamp_diff D D
select timestamp_diff(date '2026-07-01', date '2026-07-01', day)
--- timestamp_diff D DT
select timestamp_diff(date '2026-07-01', datetime '2026-07-01', day)
--- timestamp_diff D TS
select timestamp_diff(date '2026-07-01', timestamp '2026-07-01', day)
--- timestamp_diff D S
select timestamp_diff(date '2026-07-01', '2026-07-01', day)
--- timestamp_diff D N
select timestamp_diff(date '2026-07-01', null, day)
--- timestamp_diff D P
select timestamp_diff(date '2026-07-01', cast(null as string), day)
--- timestamp_diff DT D
select timestamp_diff(datetime '2026-07-01', date '2026-07-01', day)
--- timestamp_diff DT DT
select timestamp_diff(datetime '2026-07-01', datetime '2026-07-01', day)
--- timestamp_diff DT TS
select timestamp_diff(datetime '2026-07-01', timestamp '2026-07-01', day)
--- timestamp_diff DT S
select timestamp_diff(datetime '2026-07-01', '2026-07-01', day)
--- timestamp_diff DT N
select timestamp_diff(datetime '2026-07-01', null, day)
--- timestamp_diff DT P
select timestamp_diff(datetime '2026-07-01', cast(null as string), day)
--- timestamp_diff TS D
select timestamp_diff(timestamp '2026-07-01', date '2026-07-01', day)
--- timestamp_diff TS DT
select timestamp_diff(timestamp '2026-07-01', datetime '2026-07-01', day)
--- timestamp_diff TS TS
select timestamp_diff(timestamp '2026-07-01', timestamp '2026-07-01', day)
--- timestamp_diff TS S
select timestamp_diff(timestamp '2026-07-01', '2026-07-01', day)
--- timestamp_diff TS N
select timestamp_diff(timestamp '2026-07-01', null, day)
--- timestamp_diff TS P
select timestamp_diff(timestamp '2026-07-01', cast(null as string), day)
--- timestamp_diff S D
select timestamp_diff('2026-07-01', date '2026-07-01', day)
--- timestamp_diff S DT
select timestamp_diff('2026-07-01', datetime '2026-07-01', day)
--- timestamp_diff S TS
select timestamp_diff('2026-07-01', timestamp '2026-07-01', day)
--- timestamp_diff S S
select timestamp_diff('2026-07-01', '2026-07-01', day)
--- timestamp_diff S N
select timestamp_diff('2026-07-01', null, day)
--- timestamp_diff S P
select timestamp_diff('2026-07-01', cast(null as string), day)
--- timestamp_diff N D
select timestamp_diff(null, date '2026-07-01', day)
--- timestamp_diff N DT
select timestamp_diff(null, datetime '2026-07-01', day)
--- timestamp_diff N TS
select timestamp_diff(null, timestamp '2026-07-01', day)
--- timestamp_diff N S
select timestamp_diff(null, '2026-07-01', day)
--- timestamp_diff N N
select timestamp_diff(null, null, day)
--- timestamp_diff N P
select timestamp_diff(null, cast(null as string), day)
--- timestamp_diff P D
select timestamp_diff(cast(null as string), date '2026-07-01', day)
--- timestamp_diff P DT
select timestamp_diff(cast(null as string), datetime '2026-07-01', day)
--- timestamp_diff P TS
select timestamp_diff(cast(null as string), timestamp '2026-07-01', day)
--- timestamp_diff P S
select timestamp_diff(cast(null as string), '2026-07-01', day)
--- timestamp_diff P N
select timestamp_diff(cast(null as string), null, day)
--- timestamp_diff P P
select timestamp_diff(cast(null as string), cast(null as string), day)
--- date_add D
select date_add(date '2026-07-01', interval 1 day)
--- date_add DT
select date_add(datetime '2026-07-01', interval 1 day)
--- date_add TS
select date_add(timestamp '2026-07-01', interval 1 day)
--- date_add S
select date_add('2026-07-01', interval 1 day)
--- date_add N
select date_add(null, interval 1 day)
--- date_add P
select date_add(cast(null as string), interval 1 day)
--- date_sub D
select date_sub(date '2026-07-01', interval 1 day)
--- date_sub DT
select date_sub(datetime '2026-07-01', interval 1 day)
--- date_sub TS
select date_sub(timestamp '2026-07-01', interval 1 day)
--- date_sub S
select date_sub('2026-07-01', interval 1 day)
--- date_sub N
select date_sub(null, interval 1 day)
--- date_sub P
select date_sub(cast(null as string), interval 1 day)
--- date_trunc D
select date_trunc(date '2026-07-01', day)
--- date_trunc DT
select date_trunc(datetime '2026-07-01', day)
--- date_trunc TS
select date_trunc(timestamp '2026-07-01', day)
--- date_trunc S
select date_trunc('2026-07-01', day)
--- date_trunc N
select date_trunc(null, day)
--- date_trunc P
select date_trunc(cast(null as string), day)
--- date_trunc D zone
select date_trunc(date '2026-07-01', day, 'UTC')
--- date_trunc DT zone
select date_trunc(datetime '2026-07-01', day, 'UTC')
--- date_trunc TS zone
select date_trunc(timestamp '2026-07-01', day, 'UTC')
--- date_trunc S zone
select date_trunc('2026-07-01', day, 'UTC')
--- date_trunc N zone
select date_trunc(null, day, 'UTC')
--- date_trunc P zone
select date_trunc(cast(null as string), day, 'UTC')
--- format_date D
select format_date('%F', date '2026-07-01')
--- format_date DT
select format_date('%F', datetime '2026-07-01')
--- format_date TS
select format_date('%F', timestamp '2026-07-01')
--- format_date S
select format_date('%F', '2026-07-01')
--- format_date N
select format_date('%F', null)
--- format_date P
select format_date('%F', cast(null as string))
--- date D
select date(date '2026-07-01')
--- date DT
select date(datetime '2026-07-01')
--- date TS
select date(timestamp '2026-07-01')
--- date S
select date('2026-07-01')
--- date N
select date(null)
--- date P
select date(cast(null as string))
--- date D zone
select date(date '2026-07-01', 'UTC')
--- date DT zone
select date(datetime '2026-07-01', 'UTC')
--- date TS zone
select date(timestamp '2026-07-01', 'UTC')
--- date S zone
select date('2026-07-01', 'UTC')
--- date N zone
select date(null, 'UTC')
--- date P zone
select date(cast(null as string), 'UTC')
--- datetime_add D
select datetime_add(date '2026-07-01', interval 1 day)
--- datetime_add DT
select datetime_add(datetime '2026-07-01', interval 1 day)
--- datetime_add TS
select datetime_add(timestamp '2026-07-01', interval 1 day)
--- datetime_add S
select datetime_add('2026-07-01', interval 1 day)
--- datetime_add N
select datetime_add(null, interval 1 day)
--- datetime_add P
select datetime_add(cast(null as string), interval 1 day)
--- datetime_sub D
select datetime_sub(date '2026-07-01', interval 1 day)
--- datetime_sub DT
select datetime_sub(datetime '2026-07-01', interval 1 day)
--- datetime_sub TS
select datetime_sub(timestamp '2026-07-01', interval 1 day)
--- datetime_sub S
select datetime_sub('2026-07-01', interval 1 day)
--- datetime_sub N
select datetime_sub(null, interval 1 day)
--- datetime_sub P
select datetime_sub(cast(null as string), interval 1 day)
--- datetime_trunc D
select datetime_trunc(date '2026-07-01', day)
--- datetime_trunc DT
select datetime_trunc(datetime '2026-07-01', day)
--- datetime_trunc TS
select datetime_trunc(timestamp '2026-07-01', day)
--- datetime_trunc S
select datetime_trunc('2026-07-01', day)
--- datetime_trunc N
select datetime_trunc(null, day)
--- datetime_trunc P
select datetime_trunc(cast(null as string), day)
--- datetime_trunc D zone
select datetime_trunc(date '2026-07-01', day, 'UTC')
--- datetime_trunc DT zone
select datetime_trunc(datetime '2026-07-01', day, 'UTC')
--- datetime_trunc TS zone
select datetime_trunc(timestamp '2026-07-01', day, 'UTC')
--- datetime_trunc S zone
select datetime_trunc('2026-07-01', day, 'UTC')
--- datetime_trunc N zone
select datetime_trunc(null, day, 'UTC')
--- datetime_trunc P zone
select datetime_trunc(cast(null as string), day, 'UTC')
--- format_datetime D
select format_datetime('%F', date '2026-07-01')
--- format_datetime DT
select format_datetime('%F', datetime '2026-07-01')
--- format_datetime TS
select format_datetime('%F', timestamp '2026-07-01')
--- format_datetime S
select format_datetime('%F', '2026-07-01')
--- format_datetime N
select format_datetime('%F', null)
--- format_datetime P
select format_datetime('%F', cast(null as string))
--- datetime D
select datetime(date '2026-07-01')
--- datetime DT
select datetime(datetime '2026-07-01')
--- datetime TS
select datetime(timestamp '2026-07-01')
--- datetime S
select datetime('2026-07-01')
--- datetime N
select datetime(null)
--- datetime P
select datetime(cast(null as string))
--- datetime D zone
select datetime(date '2026-07-01', 'UTC')
--- datetime DT zone
select datetime(datetime '2026-07-01', 'UTC')
--- datetime TS zone
select datetime(timestamp '2026-07-01', 'UTC')
--- datetime S zone
select datetime('2026-07-01', 'UTC')
--- datetime N zone
select datetime(null, 'UTC')
--- datetime P zone
select datetime(cast(null as string), 'UTC')
--- timestamp_add D
select timestamp_add(date '2026-07-01', interval 1 day)
--- timestamp_add DT
select timestamp_add(datetime '2026-07-01', interval 1 day)
--- timestamp_add TS
select timestamp_add(timestamp '2026-07-01', interval 1 day)
--- timestamp_add S
select timestamp_add('2026-07-01', interval 1 day)
--- timestamp_add N
select timestamp_add(null, interval 1 day)
--- timestamp_add P
select timestamp_add(cast(null as string), interval 1 day)
--- timestamp_sub D
select timestamp_sub(date '2026-07-01', interval 1 day)
--- timestamp_sub DT
select timestamp_sub(datetime '2026-07-01', interval 1 day)
--- timestamp_sub TS
select timestamp_sub(timestamp '2026-07-01', interval 1 day)
--- timestamp_sub S
select timestamp_sub('2026-07-01', interval 1 day)
--- timestamp_sub N
select timestamp_sub(null, interval 1 day)
--- timestamp_sub P
select timestamp_sub(cast(null as string), interval 1 day)
--- timestamp_trunc D
select timestamp_trunc(date '2026-07-01', day)
--- timestamp_trunc DT
select timestamp_trunc(datetime '2026-07-01', day)
--- timestamp_trunc TS
select timestamp_trunc(timestamp '2026-07-01', day)
--- timestamp_trunc S
select timestamp_trunc('2026-07-01', day)
--- timestamp_trunc N
select timestamp_trunc(null, day)
--- timestamp_trunc P
select timestamp_trunc(cast(null as string), day)
--- timestamp_trunc D zone
select timestamp_trunc(date '2026-07-01', day, 'UTC')
--- timestamp_trunc DT zone
select timestamp_trunc(datetime '2026-07-01', day, 'UTC')
--- timestamp_trunc TS zone
select timestamp_trunc(timestamp '2026-07-01', day, 'UTC')
--- timestamp_trunc S zone
select timestamp_trunc('2026-07-01', day, 'UTC')
--- timestamp_trunc N zone
select timestamp_trunc(null, day, 'UTC')
--- timestamp_trunc P zone
select timestamp_trunc(cast(null as string), day, 'UTC')
--- format_timestamp D
select format_timestamp('%F', date '2026-07-01')
--- format_timestamp DT
select format_timestamp('%F', datetime '2026-07-01')
--- format_timestamp TS
select format_timestamp('%F', timestamp '2026-07-01')
--- format_timestamp S
select format_timestamp('%F', '2026-07-01')
--- format_timestamp N
select format_timestamp('%F', null)
--- format_timestamp P
select format_timestamp('%F', cast(null as string))
--- timestamp D
select timestamp(date '2026-07-01')
--- timestamp DT
select timestamp(datetime '2026-07-01')
--- timestamp TS
select timestamp(timestamp '2026-07-01')
--- timestamp S
select timestamp('2026-07-01')
--- timestamp N
select timestamp(null)
--- timestamp P
select timestamp(cast(null as string))
--- timestamp D zone
select timestamp(date '2026-07-01', 'UTC')
--- timestamp DT zone
select timestamp(datetime '2026-07-01', 'UTC')
--- timestamp TS zone
select timestamp(timestamp '2026-07-01', 'UTC')
--- timestamp S zone
select timestamp('2026-07-01', 'UTC')
--- timestamp N zone
select timestamp(null, 'UTC')
--- timestamp P zone
select timestamp(cast(null as string), 'UTC')
--- last_day D
select last_day(date '2026-07-01')
--- string D
select string(date '2026-07-01')
--- extract D
select extract(day from date '2026-07-01')
--- extract zone D
select extract(day from date '2026-07-01' at time zone 'UTC')
--- plus D
select date '2026-07-01' + interval 1 day, interval 1 day + date '2026-07-01', date '2026-07-01' - interval 1 day
--- unix D
select unix_seconds(date '2026-07-01')
--- unixd D
select unix_date(date '2026-07-01')
--- gen D
select generate_timestamp_array(date '2026-07-01', date '2026-07-01', interval 1 day)
--- gend D
select generate_date_array(date '2026-07-01', date '2026-07-01')
--- between D
select date '2026-07-01' between '2026-01-01' and timestamp '2026-07-01'
--- last_day DT
select last_day(datetime '2026-07-01')
--- string DT
select string(datetime '2026-07-01')
--- extract DT
select extract(day from datetime '2026-07-01')
--- extract zone DT
select extract(day from datetime '2026-07-01' at time zone 'UTC')
--- plus DT
select datetime '2026-07-01' + interval 1 day, interval 1 day + datetime '2026-07-01', datetime '2026-07-01' - interval 1 day
--- unix DT
select unix_seconds(datetime '2026-07-01')
--- unixd DT
select unix_date(datetime '2026-07-01')
--- gen DT
select generate_timestamp_array(datetime '2026-07-01', datetime '2026-07-01', interval 1 day)
--- gend DT
select generate_date_array(datetime '2026-07-01', datetime '2026-07-01')
--- between DT
select datetime '2026-07-01' between '2026-01-01' and timestamp '2026-07-01'
--- last_day TS
select last_day(timestamp '2026-07-01')
--- string TS
select string(timestamp '2026-07-01')
--- extract TS
select extract(day from timestamp '2026-07-01')
--- extract zone TS
select extract(day from timestamp '2026-07-01' at time zone 'UTC')
--- plus TS
select timestamp '2026-07-01' + interval 1 day, interval 1 day + timestamp '2026-07-01', timestamp '2026-07-01' - interval 1 day
--- unix TS
select unix_seconds(timestamp '2026-07-01')
--- unixd TS
select unix_date(timestamp '2026-07-01')
--- gen TS
select generate_timestamp_array(timestamp '2026-07-01', timestamp '2026-07-01', interval 1 day)
--- gend TS
select generate_date_array(timestamp '2026-07-01', timestamp '2026-07-01')
--- between TS
select timestamp '2026-07-01' between '2026-01-01' and timestamp '2026-07-01'
--- last_day S
select last_day('2026-07-01')
--- string S
select string('2026-07-01')
--- extract S
select extract(day from '2026-07-01')
--- extract zone S
select extract(day from '2026-07-01' at time zone 'UTC')
--- plus S
select '2026-07-01' + interval 1 day, interval 1 day + '2026-07-01', '2026-07-01' - interval 1 day
--- unix S
select unix_seconds('2026-07-01')
--- unixd S
select unix_date('2026-07-01')
--- gen S
select generate_timestamp_array('2026-07-01', '2026-07-01', interval 1 day)
--- gend S
select generate_date_array('2026-07-01', '2026-07-01')
--- between S
select '2026-07-01' between '2026-01-01' and timestamp '2026-07-01'
--- last_day N
select last_day(null)
--- string N
select string(null)
--- extract N
select extract(day from null)
--- extract zone N
select extract(day from null at time zone 'UTC')
--- plus N
select null + interval 1 day, interval 1 day + null, null - interval 1 day
--- unix N
select unix_seconds(null)
--- unixd N
select unix_date(null)
--- gen N
select generate_timestamp_array(null, null, interval 1 day)
--- gend N
select generate_date_array(null, null)
--- between N
select null between '2026-01-01' and timestamp '2026-07-01'
--- last_day P
select last_day(cast(null as string))
--- string P
select string(cast(null as string))
--- extract P
select extract(day from cast(null as string))
--- plus P
select cast(null as string) + interval 1 day, interval 1 day + cast(null as string), cast(null as string) - interval 1 day
--- unix P
select unix_seconds(cast(null as string))
--- unixd P
select unix_date(cast(null as string))
--- gen P
select generate_timestamp_array(cast(null as string), cast(null as string), interval 1 day)
--- gend P
select generate_date_array(cast(null as string), cast(null as string))
--- between P
select cast(null as string) between '2026-01-01' and timestamp '2026-07-01'
--- local years outside 1 to 9999 as text
SELECT STRING(TIMESTAMP '9999-12-31 23:59:59+00', 'Asia/Tokyo'), STRING(TIMESTAMP '0001-01-01 00:00:00.5+00', 'America/New_York'), FORMAT_TIMESTAMP('%E4Y', TIMESTAMP '9999-12-31 23:59:59+00', 'Asia/Tokyo')
