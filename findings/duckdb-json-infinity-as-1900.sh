#!/bin/sh
# What: `read_json` of DuckDB reads the texts "infinity", "-infinity" and "epoch" as the date 1900-01-01, where it detects
# the type of a column of which all texts look like dates. With `columns = {until: 'DATE'}` they are infinity and
# 1970-01-01, as in `CAST('epoch' AS DATE)` and in `read_csv`.
#
# Why it matters: DuckDB and PostgreSQL write a date without an end as "infinity", so a table that DuckDB exports as JSON
# comes back with other dates. A price that is valid for ever ends in 1900, without an error.
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
await connection.run(`CREATE TABLE prices AS SELECT id, CAST(v AS DATE) AS until
  FROM (VALUES (1, '2024-05-31'), (2, 'infinity'), (3, '-infinity')) AS t(id, v)`);
await connection.run("COPY prices TO 'prices.json'");
await connection.run("COPY (SELECT 'epoch' AS until) TO 'epoch.json'");
await connection.run("COPY prices TO 'prices.csv'");

const datesOf = async (from) => {
  const sql = `SELECT typeof(until) || ' ' || CAST(until AS VARCHAR) FROM ${from}`;
  const text = (await connection.runAndReadAll(sql)).getRows().join(', ');
  console.log(`${from}: ${text}`);
  return text;
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const RIGHT = 'DATE 2024-05-31, DATE infinity, DATE -infinity';
const table = await datesOf('prices');
const csv = await datesOf("read_csv('prices.csv')");
const declared = await datesOf("read_json('prices.json', columns = {id: 'INT', until: 'DATE'})");
const detected = await datesOf("read_json('prices.json')");
const epoch = await datesOf("read_json('epoch.json')");
const isAsDescribed =
  [table, csv, declared].every((text) => text === RIGHT) &&
  detected === 'DATE 2024-05-31, DATE 1900-01-01, DATE 1900-01-01' && epoch === 'DATE 1900-01-01';
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: infinity in JSON is read as 1900-01-01.'
