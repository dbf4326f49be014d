#!/bin/sh
# What: parquet-wasm drops the months of Parquet's INTERVAL: "14 months 3 days" is read as 3 days and "1 month" as nothing.
# A value of the format has months, days and milliseconds; the package makes of it Arrow's interval of days and time,
# which has no months, where the one of months, days and nanoseconds would hold it.
#
# Why it matters: terms of contracts and periods of subscriptions are months. They become 0, neither NULL nor an error, and
# the row looks complete.
#
# Versions: parquet-wasm 0.8.0, apache-arrow 21.2.0, @duckdb/node-api 1.5.5-r.5, Node 20 or later. Needs npm and access to
# its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact parquet-wasm@0.8.0 apache-arrow@21.2.0 @duckdb/node-api@1.5.5-r.5

cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { DuckDBInstance, version } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`COPY (SELECT unnest([INTERVAL '1 month', INTERVAL '14 months 3 days',
  INTERVAL '1 day 500 milliseconds']) AS term) TO 'terms.parquet'`);
const sql = "SELECT CAST(term AS VARCHAR) FROM 'terms.parquet'";
const written = (await connection.runAndReadAll(sql)).getRows().join(', ');

const column = tableFromIPC(readParquet(readFileSync('terms.parquet')).intoIPCStream()).getChild('term');
const read = [...column].map(([days, milliseconds]) => `${days} days ${milliseconds} ms`).join(', ');
console.log(`DuckDB ${version()}: ${written}`);
console.log(`parquet-wasm: ${read} (${column.type}, ${column.nullCount} NULLs)`);

const isAsDescribed =
  written === '1 month, 1 year 2 months 3 days, 1 day 00:00:00.5' &&
  read === '0 days 0 ms, 3 days 0 ms, 1 days 500 ms' && column.nullCount === 0;
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: the months of intervals are dropped.'
