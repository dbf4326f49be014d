#!/bin/sh
# What: the scalar USCurrency of graphql-scalars loses a cent: the input "$19.99" is 1998.9999999999998 cents in the
# resolver, and is written as "$19.98". The input is multiplied by 100 as a double and not rounded; the output is cut.
#
# Why it matters: a price that a client saves comes back a cent lower, without an error. Of the amounts up to 100 dollars,
# one in 17 changes, and one in nine is no integer where the resolver expects cents.
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
import { GraphQLObjectType, GraphQLSchema, graphqlSync } from 'graphql';
import { GraphQLUSCurrency } from 'graphql-scalars';

let cents;
const price = {
  type: GraphQLUSCurrency,
  args: { price: { type: GraphQLUSCurrency } },
  resolve: (_, args) => {
    cents = args.price;
    return cents;
  },
};
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { price } }) });
const source = 'query ($price: USCurrency) { price(price: $price) }';
const answered = (price) => graphqlSync({ schema, source, variableValues: { price } }).data?.price;

console.log(`graphql-scalars 2.0.0, Node ${process.version}`);
const [first, second] = [answered('$19.99'), answered(answered('$19.99'))];
console.log(`$19.99 is answered as ${first}, and that as ${second}`);
let [fractions, changes] = [0, 0];
for (let amount = 0; amount < 10_000; amount += 1) {
  const text = `$${(amount / 100).toFixed(2)}`;
  if (answered(text) !== text) changes += 1;
  if (!Number.isInteger(cents)) fractions += 1;
}
console.log(`of 10 000 amounts up to $99.99, ${fractions} are no integer of cents and ${changes} change`);
process.exit(first === '$19.98' && fractions > 1000 && changes > 500 ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: USCurrency loses cents.'
