#!/bin/sh
# What: `read_csv` of DuckDB with `header = true` and `auto_detect = false` takes a blank first line for the header. The
# names of the columns become the first row. Blank lines further down are skipped, and with detection the first one is
# too: the same file has one row more, without an error, because detection is off.
#
# Why it matters: detection is switched off, and columns are given as VARCHAR, to get exactly what is in a file. Some
# exports begin with a blank line.
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
import { writeFileSync } from 'node:fs';
import { DuckDBInstance, version } from '@duckdb/node-api';

writeFileSync('first.csv', '\nid,name\n1,x\n2,y\n');
writeFileSync('middle.csv', 'id,name\n\n1,x\n\n2,y\n');

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const read = async (file, options) => {
  const sql = `FROM read_csv('${file}', header = true, columns = {id: 'VARCHAR', name: 'VARCHAR'}${options})`;
  const rows = JSON.stringify((await connection.runAndReadAll(sql)).getRowsJson());
  console.log(`${file}${options}: ${rows}`);
  return rows;
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const detected = await read('first.csv', '');
const first = await read('first.csv', ', auto_detect = false');
const middle = await read('middle.csv', ', auto_detect = false');

const RIGHT = '[["1","x"],["2","y"]]';
const isAsDescribed =
  detected === RIGHT && middle === RIGHT && first === '[["id","name"],["1","x"],["2","y"]]';
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: a blank first line is taken for the header.'
