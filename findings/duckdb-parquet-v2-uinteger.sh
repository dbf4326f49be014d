#!/bin/sh
# What: DuckDB with `PARQUET_VERSION V2` writes UINTEGERs of 2^31 and more in a way that others do not read: the first
# value of a column is written with its 33rd bit where the format has 32. hyparquet reads 2147483647 in the place of
# 4294967295, and a wrong number in all rows behind it; parquet-wasm refuses the file. DuckDB reads it, and the same
# column of version V1 is right everywhere.
#
# Why it matters: V2 is the way to smaller files. Hashes and addresses of IPv4 are such numbers; a column that does not
# begin with a large one is read by hyparquet, so a test may pass.
#
# Versions: @duckdb/node-api 1.5.5-r.5 (DuckDB 1.5.5), hyparquet 1.33.0, parquet-wasm 0.8.0, Node 20 or later.
# Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact hyparquet@1.33.0 parquet-wasm@0.8.0 @duckdb/node-api@1.5.5-r.5

cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { DuckDBInstance, version } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { readParquet } from 'parquet-wasm/node';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const outcomes = async (format) => {
  const values = 'SELECT CAST(unnest([4294967295, 4294967294, 7]) AS UINTEGER) AS v';
  await connection.run(`COPY (${values}) TO 'v.parquet' (PARQUET_VERSION ${format})`);
  const own = (await connection.runAndReadAll("SELECT v FROM 'v.parquet'")).getRows().join();
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile('v.parquet') });
  let wasm = 'read';
  try {
    readParquet(readFileSync('v.parquet'));
  } catch (error) {
    wasm = String(error);
  }
  const all = [own, rows.map(({ v }) => v).join(), wasm];
  console.log(`${format}: DuckDB ${all[0]}; hyparquet ${all[1]}; parquet-wasm ${all[2]}`);
  return all;
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const [first, second] = [await outcomes('V1'), await outcomes('V2')];
const RIGHT = '4294967295,4294967294,7';
const isAsDescribed =
  `${first}` === `${[RIGHT, RIGHT, 'read']}` && second[0] === RIGHT && second[1].startsWith('2147483647,') &&
  second[2].includes('too large');
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: large UINTEGERs of version V2 are read as other numbers or refused.'
