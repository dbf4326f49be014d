#!/bin/sh
# What: `printf('%f', x)` of DuckDB writes some fifty digits of a large double, of which the first 17 are right, and then
# zeros: 1000000000000000052532974413404335021972656250000… of 1e300, where C writes
# 1000000000000000052504760255204420248704468581108159…. It writes `100` for `%.0g` of 123, where C writes `1e+02`,
# `inf0000000` for `%010f` of infinity, and lets a space win over a plus sign in `%+ d`.
#
# Why it matters: a text made by `printf` reads back as another number, without an error.
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
const format = async (specifier, value) => {
  const sql = `SELECT printf('${specifier}', ${value})`;
  const [[text]] = (await connection.runAndReadAll(sql)).getRowsJson();
  console.log('%s of %s: %s', specifier, value, text);
  return text;
};

console.log('DuckDB %s, Node %s', version(), process.version);
const large = await format('%.0f', "CAST('1e300' AS DOUBLE)");
const general = await format('%.0g', "CAST('123' AS DOUBLE)");
const infinite = await format('%010f', "CAST('inf' AS DOUBLE)");
const signs = await format('%+ d', '5');

console.log('%s: the digits of 1e300', BigInt(1e300));
const isAsDescribed =
  BigInt(large) !== BigInt(1e300) && general === '100' && infinite === 'inf0000000' && signs === ' 5';
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: printf writes wrong digits of large doubles.'
