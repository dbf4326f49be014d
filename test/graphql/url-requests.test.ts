import { expect, test } from 'vitest';
import { graphqlServer } from '../support/graphql-server.ts';

const WITH_VARIABLE = 'query ($p: String!) { logsAll(project: $p, projectTier: PRO) { rowCount } }';

/** Asks with parameters in the URL, each in the order in which it is given. */
async function ask(parameters: readonly (readonly [name: string, value: string])[]) {
  const server = await graphqlServer();
  const url = `/graphql?${new URLSearchParams(parameters as [string, string][])}`;
  const headers = { 'x-api-key': server.key, accept: 'application/graphql-response+json' };
  const response = await server.app.inject({ url, headers });
  return { ...server, status: response.statusCode, body: response.json() };
}

test('an operation and its variables may stand in the URL', async () => {
  const { body, source } = await ask([
    ['query', WITH_VARIABLE],
    ['variables', '{"p":"a&b=c é"}'],
  ]);

  expect(body).toEqual({ data: { logsAll: { rowCount: 0 } } });
  expect(source.bound).toMatchObject({ project: 'a&b=c é' });
});

test('operationName in the URL chooses among operations', async () => {
  const { body } = await ask([
    ['query', 'query A { a: __typename } query B { b: __typename }'],
    ['operationName', 'B'],
  ]);

  expect(body).toEqual({ data: { b: 'Query' } });
});

test.each([
  ['no query', []],
  ['an empty query', [['query', '']]],
  [
    'variables that are no JSON',
    [
      ['query', '{ __typename }'],
      ['variables', '{'],
    ],
  ],
  [
    'variables that are a list',
    [
      ['query', '{ __typename }'],
      ['variables', '[]'],
    ],
  ],
  [
    'variables that are a number',
    [
      ['query', '{ __typename }'],
      ['variables', '1'],
    ],
  ],
  [
    'extensions that are no JSON',
    [
      ['query', '{ __typename }'],
      ['extensions', 'x'],
    ],
  ],
  [
    'extensions that are text',
    [
      ['query', '{ __typename }'],
      ['extensions', '"x"'],
    ],
  ],
  ['no value of a variable', [['query', WITH_VARIABLE]]],
] as const)('a URL with %s is refused with 400', async (_, parameters) => {
  const { status, body, source } = await ask(parameters);

  expect(status).toBe(400);
  expect(body).not.toHaveProperty('data');
  expect(body.errors).toMatchObject([
    { message: expect.any(String), extensions: { code: expect.stringMatching(/^[A-Z_]+$/) } },
  ]);
  expect(source.plans).toEqual([]);
});

test.each(['mutation { __typename }', 'subscription { __typename }'])(
  'what is no query is not run by GET: %s',
  async (query) => {
    const { status, body } = await ask([['query', query]]);

    expect([400, 405]).toContain(status);
    expect(body).not.toHaveProperty('data');
  },
);

test.each([
  [
    'is nested deeply',
    'application/json',
    `{"query":"{ __typename }","variables":${'['.repeat(65)}${']'.repeat(65)}}`,
    'The body is nested more than 64 levels deep',
  ],
  [
    'has many members',
    'application/json',
    `{"query":"{ __typename }","variables":[${'0,'.repeat(10_000)}0]}`,
    'The body has more than 10000 members',
  ],
  [
    'is nested deeply, in a type of its own',
    'application/graphql+json; charset=utf-8',
    `{"query":"{ __typename }","variables":${'{"a":'.repeat(65)}0${'}'.repeat(65)}}`,
    'The body is nested more than 64 levels deep',
  ],
  [
    'is a large form',
    'application/x-www-form-urlencoded',
    `query={__typename}&variables=${'a'.repeat(131_072)}`,
    'The body is too large',
  ],
  [
    'is a large document',
    'application/graphql',
    `{ __typename } #${'a'.repeat(131_072)}`,
    'The body is too large',
  ],
])('a body that %s is not parsed', async (_, type, payload, message) => {
  const { post } = await graphqlServer();

  const { status, body } = await post(payload, { 'content-type': type });

  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
});

test('brackets and commas in texts count for nothing', async () => {
  const { post, source } = await graphqlServer();
  const project = `${'[{'.repeat(100)}"\\${','.repeat(20_000)}`;

  const { body } = await post({ query: WITH_VARIABLE, variables: { p: project } });

  expect(body).toEqual({ data: { logsAll: { rowCount: 0 } } });
  expect(source.bound).toMatchObject({ project });
});
