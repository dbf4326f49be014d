#!/bin/sh
# What: graphql-js cannot print a schema in which an argument of a custom scalar has an object or a list of objects as its
# default: `printSchema` and introspection throw, while building the schema and running operations work.
#
# Why it matters: a JSON scalar with a default like `{ "a": 1 }` is valid, serves requests, and takes the whole schema's
# SDL and every introspection query with it.
#
# Versions: graphql 17.1.0, Node 22 or later. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact graphql@17.1.0

cat >try.mjs <<'JS'
import * as all from 'graphql';

const { GraphQLObjectType, GraphQLScalarType, GraphQLSchema, GraphQLString, graphqlSync, printSchema, version } = all;
const Json = new GraphQLScalarType({ name: 'JSON' });
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      echo: {
        type: GraphQLString,
        args: { value: { type: Json, defaultValue: { a: 1 } } },
        resolve: (_, { value }) => JSON.stringify(value),
      },
    },
  }),
});

console.log(`graphql ${version}, Node ${process.version}`);
const { data } = graphqlSync({ schema, source: '{ echo }' });
let problem = 'printed';
try {
  printSchema(schema);
} catch (error) {
  problem = error.message;
}
console.log(`an operation answers ${data.echo}; printSchema: ${problem}`);
process.exit(data.echo === '{"a":1}' && problem !== 'printed' ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: an object as the default of a custom scalar cannot be printed.'
