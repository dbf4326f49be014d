import { type Bomb, DEEP, nested, url } from './bomb.ts';
import { document, graphqlBody } from './documents.ts';

/** Bodies of the GraphQL path that are no good before there is a document. */
export const GRAPHQL_BODIES: readonly Bomb[] = [
  document(
    'variables 400 000 deep',
    'query ($x: JSON!) { sandbox(endpoint: "logs.all", sql: "SELECT 1", arguments: $x) { rows } }',
  ),
  graphqlBody(
    'a variable 400 000 deep',
    `{"query":"query ($x: JSON!) { sandbox(endpoint: \\"logs.all\\", sql: \\"SELECT 1\\", arguments: $x) { rows } }","variables":{"x":${nested('[', '', ']', DEEP)}}}`,
  ),
  graphqlBody(
    'an object 100 000 deep for arguments',
    `{"query":"query ($x: JSON!) { sandbox(endpoint: \\"logs.all\\", sql: \\"SELECT 1\\", arguments: $x) { rows } }","variables":{"x":${nested('{"project":', '1', '}', 80_000)}}}`,
  ),
  graphqlBody(
    'a string variable 400 000 deep',
    `{"query":"query ($x: String!) { sandbox(endpoint: $x, sql: \\"\\", arguments: 1) { rows } }","variables":{"x":${nested('[', '', ']', DEEP)}}}`,
  ),
  graphqlBody(
    'a variable of 100 000 members',
    `{"query":"query ($x: String!) { sandbox(endpoint: $x, sql: \\"\\", arguments: 1) { rows } }","variables":{"x":{${Array.from({ length: 80_000 }, (_, i) => `"${i}":1`).join(',')}}}}`,
  ),
  graphqlBody(
    '80 000 variables that nothing declares',
    `{"query":"{ __typename }","variables":{${Array.from({ length: 80_000 }, (_, i) => `"v${i}":1`).join(',')}}}`,
  ),
  graphqlBody(
    'extensions 400 000 deep',
    `{"query":"{ __typename }","extensions":${nested('[', '', ']', DEEP)}}`,
  ),
  graphqlBody('a body 500 000 deep', nested('[', '', ']', 500_000)),
  graphqlBody('a body without an end', '{"query":'.repeat(100_000)),
  graphqlBody('a query that is 400 000 lists', `{"query":${nested('[', '', ']', DEEP)}}`),
  graphqlBody('a batch of 10 000', JSON.stringify(Array(10_000).fill({ query: '{ __typename }' }))),
  graphqlBody('a query that is a number', '{"query":1}'),
  graphqlBody('a query that is null', '{"query":null}'),
  graphqlBody('variables that are text', '{"query":"{ __typename }","variables":"x"}'),
  graphqlBody('variables that are a list', '{"query":"{ __typename }","variables":[1]}'),
  graphqlBody('an operation that is an object', '{"query":"{ __typename }","operationName":{}}'),
  graphqlBody(
    'an operation of 900 000 letters',
    `{"query":"{ __typename }","operationName":"${'a'.repeat(900_000)}"}`,
  ),
  graphqlBody('a prototype', '{"query":"{ __typename }","__proto__":{"query":1},"constructor":1}'),
  graphqlBody('a body that is text', '"query"'),
  graphqlBody('a body that is null', 'null'),
  graphqlBody('no body', ''),
  graphqlBody(
    'a document of another type',
    nested('{ a ', '', '}', 100_000),
    'application/graphql',
  ),
  graphqlBody('a form', `query=${nested('[', '', ']', DEEP)}`, 'application/x-www-form-urlencoded'),
  graphqlBody(
    'a form of variables',
    `query={__typename}&variables=${nested('[', '', ']', DEEP)}`,
    'application/x-www-form-urlencoded',
  ),
  graphqlBody(
    'parts',
    '--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n[]\r\n--x--',
    'multipart/form-data; boundary=x',
  ),
  graphqlBody('a type without parts', 'x', 'multipart/form-data'),
  url('a document in the URL', `/graphql?query=${'['.repeat(16_000)}`),
  url('fields in the URL', `/graphql?query=${'{a'.repeat(8_000)}`),
  url('variables in the URL', `/graphql?query={__typename}&variables=${'['.repeat(16_000)}`),
  url('a broken escape in the URL', '/graphql?query=%zz&variables=%'),
];
