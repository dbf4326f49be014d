#!/bin/sh
# What: In a lambda of DuckDB, `t.x` is the field `x` of a column `t` where the query has such a column, not of the
# lambda's own variable `t`; `t['x']` is of the variable.
#
# Why it matters: a generated lambda gives other values, or fails, as soon as a table has a column of its variable's name;
# there is no warning, and the innermost name does not win as it does for `t` alone.
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
const valueOf = async (body, rows) => {
  const sql = `SELECT list_transform([{x: 'variable'}], lambda t: ${body})[1] FROM ${rows}`;
  return (await connection.runAndReadAll(sql)).getRows()[0][0];
};
const WITH_COLUMN = "(SELECT {x: 'column'} AS t)";

console.log(`DuckDB ${version()}, Node ${process.version}`);
const alone = await valueOf('t.x', '(SELECT 1 AS other)');
const dotted = await valueOf('t.x', WITH_COLUMN);
const subscript = await valueOf("t['x']", WITH_COLUMN);
console.log(`t.x: ${alone} without, ${dotted} with a column t; t['x']: ${subscript} with it`);
process.exit(alone === 'variable' && dotted === 'column' && subscript === 'variable' ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: a column hides the variable of a lambda in t.x.'
