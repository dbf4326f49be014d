#!/bin/sh
# What: DuckDB loses rows of a prepared statement with a window over VALUES: its optimizer `window_self_join` copies the
# plan of a parameter and a cast, and the copy gives no rows.
#
# Why it matters: the same statement with the value as a literal has one row, with the value bound it has none: no error.
# Turning the optimizer off (`SET disabled_optimizers = 'window_self_join'`) gives the right row.
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
import { BIGINT, DuckDBInstance, version } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const statement = (limit) => `SELECT x, count(*) OVER (PARTITION BY y) AS n
  FROM (VALUES (2::BIGINT, 3::BIGINT), (3::BIGINT, 1::BIGINT), (1::BIGINT, CAST(NULL AS BIGINT))) AS s(x, y)
  WHERE y <= ${limit}`;
const rowsOf = async (sql, value) => {
  const prepared = await connection.prepare(sql);
  if (value !== undefined) prepared.bind({ p: value }, { p: BIGINT });
  return (await prepared.runAndReadAll()).getRows().length;
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const literal = await rowsOf(statement('2::BIGINT'));
const bound = await rowsOf(statement('$p'), 2n);
await connection.run("SET disabled_optimizers = 'window_self_join'");
const without = await rowsOf(statement('$p'), 2n);
console.log(`rows: ${literal} with a literal, ${bound} bound, ${without} bound without the optimizer`);
process.exit(literal === 1 && bound === 0 && without === 1 ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: a prepared statement with a window over VALUES loses its row.'
