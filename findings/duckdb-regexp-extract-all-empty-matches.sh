#!/bin/sh
# What: DuckDB's `regexp_extract_all` gives empty matches of an assertion twice: `$` has two matches in "ab", `\b` six in
# "aaa bbb" where there are four. `regexp_replace` with 'g' puts one text at each of the same places, and an empty match
# without an assertion, such as `x*`, is there once.
#
# Why it matters: counting matches, pairing the matches of two patterns by their place and unnesting them gives too many,
# and `regexp_extract_all` and `regexp_replace` of one text and pattern disagree.
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
const countsOf = async (text, pattern) => {
  const lengths = ['#', ''].map((by) => `len(regexp_replace($text, $pattern, '${by}', 'g'))::INT`);
  const sql = `SELECT len(regexp_extract_all($text, $pattern))::INT, ${lengths.join(' - ')}`;
  const [[extracted, replaced]] = (await connection.runAndReadAll(sql, { text, pattern })).getRows();
  const inScript = [...text.matchAll(new RegExp(pattern, 'g'))].length;
  console.log(`${pattern} in "${text}": ${extracted} extracted, ${replaced} replaced, ${inScript} in JavaScript`);
  return `${[extracted, replaced, inScript]}`;
};

console.log(`DuckDB ${version()}, Node ${process.version}`);
const counts = [
  await countsOf('ab', '$'),
  await countsOf('aaa bbb', '\\b'),
  await countsOf('ab', '^'),
  await countsOf('ab', 'x*'),
];
process.exit(counts.join(' ') === '2,1,1 6,4,4 1,1,1 3,3,3' ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: empty matches are given twice.'
