#!/bin/sh
# What: DuckDB's `count(*)` over a window is -1 where the frame ends before it starts, such as
# `ROWS BETWEEN 1 PRECEDING AND 3 PRECEDING`: not in all rows, but in those far enough from the edge. `count(x)` is 0 and
# `sum(x)` NULL over the same frame.
#
# Why it matters: such a frame is valid and empty; SQL that is generated, or takes its distances from a form, makes it
# easily. A count of -1 passes `count < 1`, divides, and lowers a sum of counts, without an error.
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
const valuesOf = async (aggregate, frame) => {
  const sql = `SELECT ${aggregate} OVER (ORDER BY x ${frame}) FROM range(5) AS t(x) ORDER BY x`;
  const values = (await connection.runAndReadAll(sql)).getRows().flat();
  const text = JSON.stringify(values.map((value) => (value === null ? null : Number(value))));
  console.log(`${aggregate} ${frame}: ${text}`);
  return text;
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const rows = 'ROWS BETWEEN 1 PRECEDING AND 3 PRECEDING';
const range = 'RANGE BETWEEN 3 FOLLOWING AND 1 FOLLOWING';
const found = [
  await valuesOf('count(*)', rows),
  await valuesOf('count(*)', range),
  await valuesOf('count(x)', rows),
  await valuesOf('sum(x)', rows),
];
const isAsDescribed =
  found[0].includes('-1') && found[1].includes('-1') && found[2] === '[0,0,0,0,0]' &&
  found[3] === '[null,null,null,null,null]';
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: an empty frame has -1 rows.'
