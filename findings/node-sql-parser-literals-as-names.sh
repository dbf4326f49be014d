#!/bin/sh
# What: node-sql-parser takes literals of BigQuery that it does not know for a column or number with an alias, and prints
# them so: `b'abc'` as `b AS abc`, `0x1F` as `0 AS x1F`, and NUMERIC '1.5' as a column NUMERIC with a name in backquotes.
# In a raw string it puts a line break in the place of `\n`.
#
# Why it matters: the package is used to check or rewrite queries before they run. What it prints is another query that may
# run: 0 in the place of 31, or a column named `b`; and its list of columns names what is none.
#
# Versions: node-sql-parser 5.4.0, Node 20 or later. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact node-sql-parser@5.4.0

cat >try.cjs <<'JS'
const { Parser } = require('node-sql-parser');

const parser = new Parser();
const OPTIONS = { database: 'BigQuery' };
const printed = (sql) => {
  const text = parser.sqlify(parser.astify(sql, OPTIONS), OPTIONS);
  console.log(`${sql}  is printed as  ${JSON.stringify(text)}`);
  return text;
};

console.log(`node-sql-parser 5.4.0, Node ${process.version}`);
const number = printed('SELECT 0x1F');
const numeric = printed("SELECT NUMERIC '1.5'");
const bytes = printed("SELECT b'abc'");
const raw = printed("SELECT r'a\\n'");
const columns = parser.columnList("SELECT b'abc', NUMERIC '1.5' FROM t", OPTIONS);
console.log(`columns of b'abc' and NUMERIC '1.5': ${columns}`);

const isAsDescribed =
  number === 'SELECT 0 AS x1F' && numeric === 'SELECT NUMERIC AS `1.5`' && bytes === 'SELECT b AS abc' &&
  raw.includes('a\n') && columns.some((name) => name.endsWith('::b'));
process.exit(isAsDescribed ? 0 : 1);
JS
node try.cjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: literals are printed as names.'
