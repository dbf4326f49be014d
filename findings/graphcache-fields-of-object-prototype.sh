#!/bin/sh
# What: in Graphcache, a field that is an object without a key and is called as a member of Object.prototype, such as
# `hasOwnProperty`, has the same value in all rows of an answer: that of the last one.
#
# Why it matters: GraphQL allows such names, the answer of the server is right, and the client shows other values without
# an error.
#
# Versions: @urql/exchange-graphcache 9.0.2, @urql/core 6.0.3, Node 22 or later. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @urql/core@6.0.3 @urql/exchange-graphcache@9.0.2 graphql@17.1.0

cat >try.mjs <<'JS'
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';

/** The value of a field in two rows, as the client shows it. */
async function shown(name) {
  const rows = [1, 2].map((n) => ({ __typename: 'Row', [name]: { __typename: 'Part', n } }));
  const client = new Client({
    url: 'http://127.0.0.1/graphql',
    preferGetMethod: false,
    fetch: async () => Response.json({ data: { rows } }),
    exchanges: [cacheExchange({ keys: { Row: () => null, Part: () => null } }), fetchExchange],
  });
  const { data } = await client.query(`{ rows { ${name} { n } } }`, {}).toPromise();
  return data.rows.map((row) => row[name].n).join();
}

const [plain, inherited] = [await shown('part'), await shown('hasOwnProperty')];
console.log(`rows with 1 and 2: "part" is shown as ${plain}, "hasOwnProperty" as ${inherited}`);
process.exit(plain === '1,2' && inherited !== '1,2' ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: rows share the object of a field that is called as a member of Object.prototype.'
