import { expect, test } from 'vitest';
import { everyKind, GRAPHQL_TYPES } from '../../support/every-kind.ts';
import { graphqlServer } from '../../support/graphql-server.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';
import { testEndpoint } from '../../support/test-endpoint.ts';

test.each([
  ['BOOL', '1', 1],
  ['INT64', '"ten"', 'ten'],
  ['FLOAT64', '"1"', '1'],
  ['STRING', '1', 1],
  ['STRING', '[1]', [1]],
  ['TIMESTAMP', '"soon"', 'soon'],
  ['DATETIME', '1', 1],
])(
  'the wrong value %s %s is 400, whatever the client accepts and however it is sent',
  async (...given) => {
    const [kind, literal, variable] = given;
    const { post } = await graphqlServer(new ScriptedSource(), [everyKind()]);
    const name = kind.toLowerCase();
    const type = GRAPHQL_TYPES[kind] ?? 'String';
    const operations = [
      { query: `{ everyKind(project: "a", ${name}: ${literal}) { rowCount } }` },
      {
        query: `query ($x: ${type} = ${literal}) { everyKind(project: "a", ${name}: $x) { rowCount } }`,
      },
      {
        query: `query ($x: ${type}) { everyKind(project: "a", ${name}: $x) { rowCount } }`,
        variables: { x: variable },
      },
    ];

    for (const accept of ['application/json', 'application/graphql-response+json']) {
      for (const operation of operations) {
        const { status, body } = await post(operation, { accept });

        expect(status).toBe(400);
        expect(body.errors).toMatchObject([{ locations: [{ line: 1 }] }]);
      }
    }
  },
);

test('a document that is wrong in another way is 200 where only JSON is accepted', async () => {
  const { post } = await graphqlServer(new ScriptedSource(), [everyKind()]);
  const headers = { accept: 'application/json' };

  for (const query of ['{ nothing }', 'query ($x: Int) { everyKind(project: $x) { rowCount } }']) {
    expect((await post({ query }, headers)).status).toBe(200);
  }
});

test.each(['TIMESTAMP', 'DATETIME', 'INT64', 'STRING'])(
  'an empty argument of kind %s is absent where the endpoint says so, over GraphQL as over REST',
  async (kind) => {
    const endpoint = testEndpoint({
      select: 'SELECT @x AS x FROM entries',
      parameters: { x: { type: kind as 'STRING', emptyIsAbsent: true } },
      columns: { x: kind as 'STRING' },
    });
    const type = GRAPHQL_TYPES[kind] ?? 'String';
    const operations = [
      { query: '{ testEndpoint(project: "a", x: "") { rowCount } }' },
      {
        query: `query ($x: ${type}) { testEndpoint(project: "a", x: $x) { rowCount } }`,
        variables: { x: '' },
      },
      { query: `query ($x: ${type} = "") { testEndpoint(project: "a", x: $x) { rowCount } }` },
    ];

    for (const operation of operations) {
      const { post, source } = await graphqlServer(new ScriptedSource(), [endpoint]);

      expect((await post(operation)).body).toEqual({ data: { testEndpoint: { rowCount: 0 } } });
      expect(source.bound['x']).toBeNull();
    }
  },
);
