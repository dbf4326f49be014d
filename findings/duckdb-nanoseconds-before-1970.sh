#!/bin/sh
# What: DuckDB cuts a TIMESTAMP_NS before 1970 upwards to microseconds, and one after 1970 downwards. So the last
# microsecond of a day becomes the next day: in a cast to TIMESTAMP, DATE or TIME, in `date_trunc` and in `date_part`.
#
# Why it matters: pandas and Arrow write nanoseconds to Parquet. The last moment of a day, as pandas itself makes it
# (`Period.end_time`, 23:59:59.999999999), is grouped into the wrong day, month or year, and GoogleSQL, whose types have
# microseconds, cannot be given such a value by a cast.
#
# Versions: @duckdb/node-api 1.5.5-r.5 (DuckDB 1.5.5), Node 20 or later. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @duckdb/node-api@1.5.5-r.5

cat >try.mjs <<'JS'
import { DuckDBInstance, version } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run(`COPY (SELECT CAST(v AS TIMESTAMP_NS) AS v FROM (VALUES
  ('1950-06-30 23:59:59.999999999'), ('2019-06-30 23:59:59.999999999')) AS t(v)) TO 'moments.parquet'`);
const reader = await connection.runAndReadAll(`SELECT typeof(v) AS type, v AS value, CAST(v AS TIMESTAMP) AS timestamp,
  CAST(v AS DATE) AS date, CAST(v AS TIME) AS time, date_trunc('month', v) AS month, date_part('hour', v) AS hour
  FROM 'moments.parquet' ORDER BY v`);
const [before, after] = reader.getRowObjectsJson();

console.log(`DuckDB ${version()}, Node ${process.version}`);
console.log(before);
console.log(after);

const isAsDescribed =
  before.value === '1950-06-30 23:59:59.999999999' && before.timestamp === '1950-07-01 00:00:00' &&
  before.date === '1950-07-01' && before.time === '00:00:00' && before.month.startsWith('1950-07-01') &&
  before.hour === '0' &&
  after.timestamp === '2019-06-30 23:59:59.999999' && after.date === '2019-06-30' &&
  after.month.startsWith('2019-06-01') && after.hour === '23';
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: nanoseconds before 1970 are cut upwards.'
