#!/bin/sh
# What: @duckdb/node-api ends a *streamed* result without an error where reading fails in the middle. `fetchChunk()`
# gives an empty chunk, as at the end, and `streamAndReadAll()` resolves with part of the rows and `done` true.
# `runAndReadAll()` of the same statement rejects.
#
# Input: valid SQL that raises an error on one row by `error()`, behind tens of thousands of rows.
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

const ROWS = 1_000_000;
const SQL = `SELECT CASE WHEN i = 900000 THEN error('row 900000 cannot be read') ELSE 'row ' || i END AS text
  FROM range(${ROWS}) AS t(i)`;

const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
const connection = await instance.connect();

const result = await connection.stream(SQL);
let fetched = 0;
let last;
do {
  last = await result.fetchChunk();
  fetched += last?.rowCount ?? 0;
} while (last?.rowCount);
const fetchEnd = last ? `a chunk of ${last.rowCount} rows` : 'no chunk';

const reader = await connection.streamAndReadAll(SQL);

const rejected = await connection.runAndReadAll(SQL).then(
  () => undefined,
  (error) => error.message,
);

console.log(`DuckDB ${version()}, Node ${process.version}`);
console.log(`fetchChunk: ${fetched} of ${ROWS} rows, then ${fetchEnd}, no error`);
console.log(`streamAndReadAll: ${reader.currentRowCount} of ${ROWS} rows, done ${reader.done}, no error`);
console.log(`runAndReadAll: ${rejected ?? 'no error'}`);

const isShort = (count) => count > 0 && count < 900_000;
const isAsDescribed =
  isShort(fetched) && isShort(reader.currentRowCount) && reader.done &&
  rejected?.includes('row 900000 cannot be read');
process.exit(isAsDescribed ? 0 : 1);
JS

if node try.mjs; then
  echo 'As described: a streamed result ends without an error where reading fails.'
else
  echo 'Changed: this is no longer what is described, or it could not be tried.'
  exit 1
fi
