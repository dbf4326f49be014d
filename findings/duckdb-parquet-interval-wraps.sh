#!/bin/sh
# What: DuckDB writes the hours of an INTERVAL to Parquet modulo 2^32 milliseconds: 2000 hours come back as 806 hours,
# 57 minutes and 12.704 seconds. Parquet's INTERVAL has 32 bits for milliseconds, and DuckDB does not move what is more
# into days. Negative intervals are refused, so there is a check of the range, but not of this end.
#
# Why it matters: a total of durations, such as hours worked or the time of machines in a month, soon has more than 49.7
# days in its hours. The export to Parquet changes it without an error; CSV and JSON keep it.
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

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run("CREATE TABLE hours AS SELECT 250 * INTERVAL '8 hours' AS worked");
const copied = async (format) => {
  await connection.run(`COPY hours TO 'hours.${format}'`);
  const sql = `SELECT CAST(CAST(worked AS INTERVAL) AS VARCHAR) FROM 'hours.${format}'`;
  return (await connection.runAndReadAll(sql)).getRows()[0][0];
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const [csv, json, parquet] = [await copied('csv'), await copied('json'), await copied('parquet')];
console.log(`250 times 8 hours: CSV ${csv}, JSON ${json}, Parquet ${parquet}`);
const negative = await connection.run("COPY (SELECT INTERVAL '-1 hour' AS v) TO 'v.parquet'").then(
  () => 'written',
  (error) => error.message,
);
console.log(`a negative interval: ${negative}`);

const wrapped = (2000 * 3_600_000) % 2 ** 32;
const isWrapped = parquet === '806:57:12.704' && wrapped === ((806 * 60 + 57) * 60 + 12) * 1000 + 704;
const isAsDescribed = csv === '2000:00:00' && json === csv && isWrapped && negative.includes('negative');
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: hours of intervals wrap around in Parquet.'
