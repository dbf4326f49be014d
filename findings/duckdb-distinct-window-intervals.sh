#!/bin/sh
# What: DuckDB's DISTINCT aggregates over a window can tell apart what `=` calls equal. Of the intervals 1 day, 24 hours,
# 36 hours and 1 day, `count(DISTINCT x) OVER ()` counts three, where `count(DISTINCT x)` and GROUP BY find two.
#
# Why it matters: SUM and AVG of DISTINCT intervals over a window add an interval of the same length twice.
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
await connection.run("CREATE TABLE t AS SELECT unnest([INTERVAL '1 day', INTERVAL '24 hours', INTERVAL '36 hours', INTERVAL '1 day']) AS x");
const one = async (sql) => (await connection.runAndReadAll(sql)).getRows()[0][0];

const equal = await one("SELECT INTERVAL '1 day' = INTERVAL '24 hours'");
const counted = Number(await one('SELECT count(DISTINCT x) FROM t'));
const grouped = Number(await one('SELECT count(*) FROM (SELECT x FROM t GROUP BY x)'));
const windowed = Number(await one('SELECT count(DISTINCT x) OVER () FROM t'));
console.log(`DuckDB ${version()}, Node ${process.version}`);
console.log(`equal: ${equal}; count(DISTINCT x): ${counted}; groups: ${grouped}; count(DISTINCT x) OVER (): ${windowed}`);
process.exit(equal === true && counted === 2 && grouped === 2 && windowed === 3 ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: DISTINCT over a window tells equal intervals apart.'
