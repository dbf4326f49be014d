#!/bin/sh
# What: DuckDB misplaces the end of the frame `RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING` where many rows have one
# key. Of 20 000 rows with the keys 0 to 3, some rows with the key 1 count three rows before them and others all 5000,
# although rows with one key have one frame. The wrong rows are others on other machines and with more threads. A frame
# from a large distance (`1000000 PRECEDING`) is right, and so is `1 FOLLOWING AND UNBOUNDED FOLLOWING` in reverse.
#
# Why it matters: "everything before this day" is this frame, over days with thousands of rows. Sums and counts are too
# low for some rows, without an error; tables of some hundred rows, as in tests, are right.
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

const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
await connection.run('CREATE TABLE t AS SELECT i // 5000 AS k FROM range(20000) AS r(i)');

/** The counts that the rows of each key get. */
const countsOf = async (order, frame) => {
  const counts = `SELECT DISTINCT k, count(*) OVER (ORDER BY k ${order} RANGE BETWEEN ${frame}) AS n FROM t ORDER BY k, n`;
  const sql = `SELECT list(n) FROM (${counts}) GROUP BY k ORDER BY k`;
  const reader = await connection.runAndReadAll(sql);
  const text = JSON.stringify(reader.getRowsJson().map(([list]) => list.map(Number)));
  console.log(`${order} ${frame}: ${text.slice(0, 100)}`);
  return text;
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const wrong = [];
for (let run = 0; run < 5; run += 1) wrong.push(await countsOf('ASC', 'UNBOUNDED PRECEDING AND 1 PRECEDING'));
const bounded = await countsOf('ASC', '1000000 PRECEDING AND 1 PRECEDING');
const reversed = await countsOf('DESC', '1 FOLLOWING AND UNBOUNDED FOLLOWING');

const RIGHT = '[[0],[5000],[10000],[15000]]';
process.exit(wrong.some((text) => text !== RIGHT) && bounded === RIGHT && reversed === RIGHT ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: rows with one key have other frames.'
