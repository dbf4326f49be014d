#!/bin/sh
# What: the scalar Byte of graphql-scalars reads base64 as hexadecimal where all of its letters are small hexadecimal
# digits: "abcd", which is the three bytes 69 b7 1d, becomes the two bytes ab cd. It takes both forms, and looks for
# hexadecimal first.
#
# Why it matters: clients that send base64, as most do with bytes, get through, but for one value of three bytes in 256;
# so tests pass, and some short values are stored as other bytes, without an error.
#
# Versions: graphql-scalars 2.0.0, graphql 17.1.0, Node 22 or later. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact graphql-scalars@2.0.0 graphql@17.1.0

cat >try.mjs <<'JS'
import { GraphQLObjectType, GraphQLSchema, GraphQLString, graphqlSync } from 'graphql';
import { GraphQLByte } from 'graphql-scalars';

const bytes = {
  type: GraphQLString,
  args: { value: { type: GraphQLByte } },
  resolve: (_, { value }) => value.toString('hex'),
};
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { bytes } }) });
const source = 'query ($value: Byte) { bytes(value: $value) }';
const received = (value) => graphqlSync({ schema, source, variableValues: { value } }).data?.bytes;

console.log(`graphql-scalars 2.0.0, Node ${process.version}`);
const short = Buffer.from('69b71d', 'hex').toString('base64');
console.log(`bytes 69b71d, sent as "${short}", are received as ${received(short)}`);
let wrong = 0;
const VALUES = 20_000;
for (let i = 0; i < VALUES; i += 1) {
  const sent = Buffer.alloc(3);
  sent.writeUIntBE((i * 7919 * 101) % 2 ** 24, 0, 3);
  if (received(sent.toString('base64')) !== sent.toString('hex')) wrong += 1;
}
console.log(`${wrong} of ${VALUES} values of three bytes are received as others`);
process.exit(short === 'abcd' && received(short) === 'abcd' && wrong > VALUES / 500 && wrong < VALUES / 100 ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: base64 is read as hexadecimal.'
