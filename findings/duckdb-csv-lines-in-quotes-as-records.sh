#!/bin/sh
# What: `read_csv` of DuckDB, in parallel as by default, takes lines inside a quoted field for records where a part of
# about 8 MB ends inside such a field. A query with LIMIT returns these false records without an error; a query that
# reads all of the file fails, and for some files says that a quote is not closed. It is so with one thread too;
# `parallel = false` reads them rightly.
#
# Why it matters: tables, logs and messages in a column of a CSV export are ordinary (RFC 4180 allows line breaks in
# quotes). A page of rows from such a file can hold rows that do not exist.
#
# Input: valid CSV of 13 MB. In the first file each text is a small CSV table, in the second it is lines of words.
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

const table = Array.from({ length: 200 }, (_, i) => `${i},${i % 97}`).join('\n');
const records = Array.from({ length: 10_000 }, (_, i) => `${i},"${table}"\n`);
writeFileSync('tables.csv', `id,text\n${records.join('')}`);
writeFileSync('words.csv', `text\n${`"${'some words\n'.repeat(300)}"\n`.repeat(4000)}`);

const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
const connection = await instance.connect();
const run = async (label, sql) => {
  const outcome = await connection.runAndReadAll(sql).then(
    (reader) => JSON.stringify(reader.getRowsJson()),
    (error) => error.message.replaceAll('\n', ' ').slice(0, 120),
  );
  console.log(`${label}: ${outcome}`);
  return outcome;
};

console.log(`DuckDB ${version()}, Node ${process.version}; every text in tables.csv has ${table.length} letters`);
const short = (options) => `SELECT id, text FROM read_csv('tables.csv'${options}) WHERE length(text) < 9 LIMIT 2`;
const count = (name, options) => `SELECT count(*)::INT FROM read_csv('${name}.csv'${options})`;
const falseRecords = await run('short texts', short(''));
const noRecords = await run('short texts, parallel = false', short(', parallel = false'));
const failures = [await run('count of tables', count('tables', '')), await run('count of words', count('words', ''))];
const counts = [];
for (const name of ['tables', 'words'])
  counts.push(await run(`count of ${name}, parallel = false`, count(name, ', parallel = false')));

const isAsDescribed =
  /^\[\["\d+","\d+"\],/.test(falseRecords) && noRecords === '[]' && `${counts}` === '[[10000]],[[4000]]' &&
  failures[0].includes('Parallel CSV Reader') && failures[1].includes('CSV Error on Line');
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: lines in quotes are read as records.'
