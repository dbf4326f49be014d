#!/bin/sh
# What: DuckDB computes the argument of an aggregate for the rows that its FILTER leaves out, so that a value which cannot
# be computed there fails the statement. SUM, LIST, DISTINCT and window aggregates do so; the same condition in a CASE in
# the argument, or in WHERE, guards the value.
#
# Why it matters: `SUM(CAST(s AS INTEGER)) FILTER (WHERE s <> 'x')` looks as if it summed up what can be cast. PostgreSQL
# computes arguments only of rows that pass the filter, and a translation from another dialect relies on it easily.
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
await connection.run("CREATE TABLE t AS SELECT * FROM (VALUES ('1'), ('x'), ('3')) AS v(s)");
const answer = async (select) => {
  try {
    const reader = await connection.runAndReadAll(`${select} FROM t`);
    return String(reader.getRows()[0]?.[0]);
  } catch (error) {
    return error.message.split('\n')[0];
  }
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const number = 'CAST(s AS INTEGER)';
const filter = "FILTER (WHERE s <> 'x')";
const filtered = [
  `SELECT sum(${number}) ${filter}`,
  `SELECT list(${number}) ${filter}`,
  `SELECT sum(DISTINCT ${number}) ${filter}`,
  `SELECT sum(${number}) ${filter} OVER ()`,
];
const guarded = `SELECT sum(CASE WHEN s <> 'x' THEN ${number} END)`;
let isAsDescribed = true;
for (const select of filtered) {
  const text = await answer(select);
  console.log(`${select}: ${text}`);
  isAsDescribed &&= text.startsWith('Conversion Error');
}
const sum = await answer(guarded);
console.log(`${guarded}: ${sum}`);
process.exit(isAsDescribed && sum === '4' ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: arguments are computed of rows that FILTER leaves out.'
