#!/bin/sh
# What: DuckDB's cast of DECIMAL to DOUBLE is not the nearest double: it rounds more than once. The cast of the same
# digits as text is right, and equal to what JavaScript reads.
#
# Why it matters: `CAST(numeric AS FLOAT64)` of a number with a fraction above 2^53 can be one double too low, and of
# doubles from 1 to 7 stored as DECIMAL(18,16), one in 35 does not come back: `=` and joins miss it.
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
const valuesOf = async (digits, type) => {
  const decimal = `CAST('${digits}' AS ${type})`;
  const sql = `SELECT CAST(${decimal} AS VARCHAR), CAST(${decimal} AS DOUBLE), CAST('${digits}' AS DOUBLE)`;
  return (await connection.runAndReadAll(sql)).getRows()[0];
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
let isAsDescribed = true;
const CASES = [['9007199254740993.000000001', 'DECIMAL(38,9)'], ['1.0195018535151813', 'DECIMAL(18,16)']];
for (const [digits, type] of CASES) {
  const [exact, byCast, byText] = await valuesOf(digits, type);
  console.log(`${type} ${exact}: by cast ${byCast}, of its text ${byText}, in JavaScript ${Number(digits)}`);
  isAsDescribed &&= exact === digits && byCast !== Number(digits) && byText === Number(digits);
}

const DOUBLES = 20_000;
const reader = await connection.runAndReadAll(`SELECT count(*)::INT FROM range(${DOUBLES}) AS t(i),
  LATERAL (SELECT 1 + 8 * (i * 7919.0::DOUBLE % ${DOUBLES}) / ${DOUBLES} / sqrt(2) AS x)
  WHERE CAST(CAST(CAST(x AS VARCHAR) AS DECIMAL(18,16)) AS DOUBLE) <> x`);
const [[changed]] = reader.getRows();
console.log(`${changed} of ${DOUBLES} doubles from 1 to 7 differ after DECIMAL(18,16)`);
process.exit(isAsDescribed && changed > DOUBLES / 100 ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: the cast of DECIMAL to DOUBLE is not the nearest double.'
