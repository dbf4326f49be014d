import { readFileSync } from 'node:fs';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { SDL_FILE } from '../../src/graphql/print.ts';
import { graphqlServer } from '../support/graphql-server.ts';

/** Two operations in one document. */
const TWO = 'query A { a: __typename } query B { b: __typename }';
/** Clients that accept nothing newer get 200 for an operation that is refused. */
const GRAPHQL_RESPONSE = { accept: 'application/graphql-response+json' };
const LOGS = 'logsAll(project: "p", projectTier: FREE) { rowCount }';
const WITH_VARIABLES =
  'query ($p: String!, $tier: ProjectTier = PRO, $end: DateTime) { logsAll(project: $p, projectTier: $tier, isoTimestampEnd: $end) { rowCount } }';

test('the schema that introspection shows is the committed one', async () => {
  const { post } = await graphqlServer();

  const { body } = await post({ query: getIntrospectionQuery({ specifiedByUrl: true }) });

  const schema = buildClientSchema(body.data as unknown as IntrospectionQuery);
  const lines = (sdl: string) => sdl.trim().split('\n');
  expect(lines(printSchema(schema))).toEqual(lines(readFileSync(SDL_FILE, 'utf8')));
});

test.each([
  ['A', { a: 'Query' }],
  ['B', { b: 'Query' }],
])('operationName chooses the operation %s of a document', async (operationName, data) => {
  const { post } = await graphqlServer();

  expect((await post({ query: TWO, operationName })).body).toEqual({ data });
});

test.each([undefined, null, '', 'C', '__proto__'])(
  'a document of several operations runs none of them by the name %j, and its error names them',
  async (operationName) => {
    const { app, key, post, source } = await graphqlServer();
    const query = `${TWO} query D { ${LOGS} }`;

    const sent = await post({ query, operationName });
    const inUrl = await app.inject({
      url: `/graphql?${new URLSearchParams({ query, operationName: operationName ?? '' })}`,
      headers: { 'x-api-key': key },
    });

    for (const [status, body] of [
      [sent.status, sent.body],
      [inUrl.statusCode, inUrl.json()],
    ] as const) {
      expect([status, body.data]).toEqual([400, undefined]);
      expect(body.errors).toEqual([
        {
          message: '"operationName" must be one of A, B, D',
          extensions: {
            code: 'OPERATION_RESOLUTION_FAILURE',
            requestId: expect.any(String),
          },
        },
      ]);
    }
    expect(source.plans).toEqual([]);
  },
);

test('the error of a document of many operations is short', async () => {
  const { post } = await graphqlServer();
  const operations = Array.from(
    { length: 50 },
    (_, i) => `query ${'Q'.repeat(190)}${i} { a: __typename }`,
  );

  const { body } = await post({ query: operations.join(' ') });

  const message = body.errors?.[0]?.message ?? '';
  expect(message).toMatch(/^"operationName" must be one of (Q{20}…, )+…$/);
  expect(message.length).toBeLessThan(300);
});

test.each([undefined, null, ''])('the only operation needs no name: %j', async (operationName) => {
  const { app, key, post } = await graphqlServer();
  const data = { __typename: 'Query' };

  expect((await post({ query: 'query A { __typename }', operationName })).body).toEqual({ data });
  const url = '/graphql?query=query+A+{__typename}&operationName=';
  expect((await app.inject({ url, headers: { 'x-api-key': key } })).json()).toEqual({ data });
});

test.each([
  ['a mutation', 'mutation { __typename }'],
  ['a subscription', 'subscription { __typename }'],
  ['@defer', `{ ... @defer { ${LOGS} } }`],
  ['@stream', `{ endpoints @stream { name } ${LOGS} }`],
  ['a field that there is not', `{ logsAl { rowCount } ${LOGS} }`],
  ['a field that needs a selection', `{ logsAll(project: "p", projectTier: FREE) ${LOGS} }`],
  ['a selection of a scalar', `{ ${LOGS} endpoints { name { length } } }`],
  ['an unknown argument', `{ logsAll(project: "p", projectTier: FREE, tenant: "q") { rowCount } }`],
  ['an argument twice', `{ logsAll(project: "p", project: "q", projectTier: FREE) { rowCount } }`],
  ['an unknown value of an enum', '{ logsAll(project: "p", projectTier: GOLD) { rowCount } }'],
  ['text for an enum', '{ logsAll(project: "p", projectTier: "FREE") { rowCount } }'],
  ['one name for two fields', `{ x: endpoints { name } x: ${LOGS} }`],
  [
    'one name for two projects',
    `{ ${LOGS} logsAll(project: "q", projectTier: FREE) { rowCount } }`,
  ],
  ['a fragment of no type', `{ ${LOGS} ...F } fragment F on Nothing { __typename }`],
  ['a fragment of another type', `{ ${LOGS} ...F } fragment F on Endpoint { name }`],
  ['an unused fragment', `{ ${LOGS} } fragment F on Query { __typename }`],
  ['a variable that is not declared', '{ logsAll(project: $p, projectTier: FREE) { rowCount } }'],
  ['a variable of another type', `query ($t: String!) { ${LOGS.replace('FREE', '$t')} }`],
  ['a variable that may be null', `query ($p: String) { ${LOGS.replace('"p"', '$p')} }`],
  ['an unknown directive', `{ __typename @cached ${LOGS} }`],
  ['a definition of a type', `type Query { a: Int } query { ${LOGS} }`],
])('a document with %s is refused before anything runs', async (_, query) => {
  const { post, source } = await graphqlServer();

  const { status, body } = await post({ query }, GRAPHQL_RESPONSE);

  expect(status).toBe(400);
  expect(body).not.toHaveProperty('data');
  for (const { extensions } of body.errors ?? []) {
    expect(extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED');
  }
  expect(source.plans).toEqual([]);
});

test.each([
  ['[]', '[]'],
  ['a batch', JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }])],
  ['a batch of one', JSON.stringify([{ query: '{ __typename }' }])],
  ['null', 'null'],
  ['text', '"{ __typename }"'],
  ['no query', '{}'],
  ['a query that is null', '{"query":null}'],
  ['a query that is a number', '{"query":1}'],
  ['a query that is an object', '{"query":{"query":"{ __typename }"}}'],
  ['an empty query', '{"query":""}'],
  ['variables that are text', '{"query":"{ __typename }","variables":"{}"}'],
  ['variables that are a list', '{"query":"{ __typename }","variables":[]}'],
  ['extensions that are text', '{"query":"{ __typename }","extensions":"a"}'],
  ['a name that is a number', '{"query":"query A { __typename }","operationName":1}'],
  ['an unknown member', '{"query":"{ __typename }","sql":"SELECT 1"}'],
  ['two documents', '{"query":"{ __typename }"}{"query":"{ __typename }"}'],
])('a body that is or has %s is refused with 400', async (_, payload) => {
  const { post } = await graphqlServer();

  const { status, body } = await post(payload, GRAPHQL_RESPONSE);

  expect(status).toBe(400);
  expect(body).not.toHaveProperty('data');
  expect(body.errors).toMatchObject([
    { message: expect.any(String), extensions: { code: expect.stringMatching(/^[A-Z_]+$/) } },
  ]);
});

test('a file upload is refused, whatever the form says', async () => {
  const { app, key } = await graphqlServer();

  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=x' },
    payload:
      '--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--x--\r\n',
  });

  expect(response.statusCode).toBe(415);
  expect(response.json().errors[0].extensions.code).toBe('UNSUPPORTED_MEDIA_TYPE');
});

test.each([
  ['application/json', JSON.stringify({ query: '{ __typename }' })],
  ['application/json; charset=utf-8', JSON.stringify({ query: '{ __typename }' })],
  ['Application/JSON ; Charset=UTF-8', JSON.stringify({ query: '{ __typename }' })],
  ['application/graphql+json', JSON.stringify({ query: '{ __typename }' })],
  ['application/graphql', '{ __typename }'],
  ['application/x-www-form-urlencoded', 'query=%7B+__typename+%7D&variables=%7B%7D'],
])('a body of the type %s is an operation', async (type, payload) => {
  const { post } = await graphqlServer();

  expect((await post(payload, { 'content-type': type })).body).toEqual({
    data: { __typename: 'Query' },
  });
});

test.each([
  ['all of them', { p: 'a', tier: 'FREE', end: '2026-07-01' }, 'a', 'FREE', 1_782_864_000_000_000n],
  ['those without a default', { p: 'a' }, 'a', 'PRO', undefined],
  ['null where it may be', { p: 'a', end: null }, 'a', 'PRO', undefined],
  ['more than are declared', { p: 'a', q: 'b', __proto__: {} }, 'a', 'PRO', undefined],
])('variables may be %s', async (_, variables, project, tier, end) => {
  const { post, source } = await graphqlServer();

  const { body } = await post({ query: WITH_VARIABLES, variables });

  expect(body).toEqual({ data: { logsAll: { rowCount: 0 } } });
  expect(source.bound).toMatchObject({ project, project_tier: tier });
  if (end !== undefined) expect(Object.values(source.bound)).toContain(end);
});

test.each([
  ['none', {}, '"$p" of required type "String!" was not provided'],
  ['null for what is required', { p: null }, '"$p"'],
  ['a number for text', { p: 1 }, '"$p"'],
  ['a list for text', { p: ['a'] }, '"$p"'],
  ['an unknown value of an enum', { p: 'a', tier: 'GOLD' }, '"$tier"'],
  ['another spelling of an enum', { p: 'a', tier: 'pro' }, '"$tier"'],
  ['a number for an enum', { p: 'a', tier: 1 }, '"$tier"'],
  ['no moment', { p: 'a', end: 'soon' }, 'DateTime cannot be "soon"'],
  ['a number for a moment', { p: 'a', end: 1_782_864_000 }, 'DateTime cannot be 1782864000'],
  ['null for an enum that must not be null', { p: 'a', tier: null }, 'projectTier'],
])('variables may not be %s', async (_, variables, says) => {
  const { post, source } = await graphqlServer();

  const { body } = await post({ query: WITH_VARIABLES, variables });

  expect(body.data ?? { logsAll: null }).toEqual({ logsAll: null });
  expect(body.errors).toMatchObject([
    { message: expect.stringContaining(says), extensions: { code: 'BAD_USER_INPUT' } },
  ]);
  expect(source.plans).toEqual([]);
});
