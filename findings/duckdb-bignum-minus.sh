#!/bin/sh
# What: DuckDB's minus of BIGNUM is wrong for numbers of ten bytes and more. `a - a` is not 0: it flips the bits of the
# second operand where they are, which are those of the first. `-a` is the right number, but compares wrongly: its first
# bytes, which are compared first, are not those that it has.
#
# Why it matters: `a - a` of a BIGNUMERIC would be wrong, `ORDER BY -a`, `MAX(-a)` and `-a = b` too; and two threads that
# read the same memory might see each other's bits. `a + (-b)` and `0 + (-a)` are right.
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
await connection.run("CREATE TABLE t AS SELECT CAST('1' || repeat('0', CAST(i AS INTEGER)) AS BIGNUM) AS a FROM range(60) AS r(i)");
const count = async (condition) => {
  const reader = await connection.runAndReadAll(`SELECT count(*)::INT FROM t WHERE ${condition}`);
  return reader.getRows()[0][0];
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const ZERO = "CAST('0' AS BIGNUM)";
const differences = await count(`a - a <> ${ZERO}`);
const negatives = await count(`-a <> CAST('-' || a AS BIGNUM)`);
const sums = await count(`a + (-a) <> ${ZERO} OR ${ZERO} + (-a) <> CAST('-' || a AS BIGNUM)`);
console.log(`of 60 powers of ten, a - a is not 0 for ${differences}, -a is not equal to itself as text for ${negatives}`);
console.log(`a + (-a) or 0 + (-a) is wrong for ${sums}`);
process.exit(differences > 20 && negatives > 20 && sums === 0 ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: minus of BIGNUM is wrong.'
