import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { graphqlServer } from '../support/graphql-server.ts';

const GRAPHQL = 'application/graphql-response+json';

/** What an operation is made of. */
interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

const QUERY = `query A($p: String!, $end: DateTime) {
  logsAll(project: $p, projectTier: PRO, isoTimestampEnd: $end) { rowCount }
}
query B($p: String! = "of B") { usageApiCounts(project: $p, interval: DAILY) { rowCount } }
query C { nothing: __typename ...none }
fragment none on Query { __typename }`;

const member = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const urlOf = (members: object) => {
  const sent = Object.entries(members).filter(([, value]) => value !== undefined);
  return new URLSearchParams(sent.map(([name, value]) => [name, member(value)])).toString();
};

const json = (payload: object, type = 'application/json'): InjectOptions => ({
  method: 'POST',
  url: '/graphql',
  headers: { 'content-type': type },
  payload: JSON.stringify(payload),
});

/** The ways to send an operation; those by hash come after one that registers its document. */
const WAYS: Readonly<Record<string, (operation: Operation) => InjectOptions>> = {
  json,
  'json of its own type': (operation) => json(operation, 'application/graphql+json; charset=utf-8'),
  registering: (operation) => json({ ...operation, ...persisted(operation) }),
  'packed json': (operation) => ({
    ...json(operation),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify(operation)),
  }),
  form: (operation) => ({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: urlOf(operation),
  }),
  url: (operation) => ({ method: 'GET', url: `/graphql?${urlOf(operation)}` }),
  'hash in the body': ({ query, ...others }) => json({ ...others, ...persisted({ query }) }),
  'hash and null': (operation) => json({ ...operation, ...persisted(operation), query: null }),
  'hash in the URL': ({ query, ...others }) => ({
    method: 'GET',
    url: `/graphql?${urlOf({ ...others, ...persisted({ query }) })}`,
  }),
  'documentId in the body': ({ query, ...others }) =>
    json({ ...others, documentId: sha256(query) }),
  'documentId in the URL': ({ query, ...others }) => ({
    method: 'GET',
    url: `/graphql?${urlOf({ ...others, documentId: sha256(query) })}`,
  }),
};

const sha256 = (text: string) => hash('sha256', text, 'hex');
const persisted = ({ query }: Pick<Operation, 'query'>) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: sha256(query) } },
});

const project = fc.string({ unit: 'binary', maxLength: 30 });
const operation: fc.Arbitrary<Operation> = fc.record({
  query: fc.nat({ max: 3 }).map((spaces) => `${QUERY}${' '.repeat(spaces)}`),
  variables: fc.record(
    {
      p: fc.oneof(project, fc.constantFrom<unknown>(null, 1, 'a&b=c+d%20e#f', '{"p":1}')),
      end: fc.constantFrom(null, '2026-07-01', '2026-07-01T10:00:00+02:00', 'soon'),
    },
    { requiredKeys: [] },
  ),
  operationName: fc.constantFrom('A', 'A', 'B', 'C', 'D', undefined),
});

test('an operation is the same in whatever way it is sent', async () => {
  const { app, key, source } = await graphqlServer();
  const ask = async (asked: InjectOptions) => {
    const runs = source.plans.length;
    const headers = { ...asked.headers, 'x-api-key': key };
    const { body, headers: sent, statusCode } = await app.inject({ ...asked, headers });
    return {
      status: statusCode,
      type: sent['content-type'],
      body: body.replaceAll(String(sent['x-request-id']), 'id'),
      asked: source.plans.slice(runs).map(({ identity }) => identity),
    };
  };

  await fc.assert(
    fc.asyncProperty(operation, fc.constantFrom('*/*', GRAPHQL), async (sent, accept) => {
      const answers: Record<string, unknown> = {};
      for (const [name, way] of Object.entries(WAYS)) {
        const { headers, ...asked } = way(sent);
        answers[name] = await ask({ ...asked, headers: { ...headers, accept } });
      }

      const same = Object.fromEntries(Object.keys(WAYS).map((name) => [name, answers['json']]));
      expect(answers).toEqual(same);
    }),
    { numRuns: 40 },
  );
});

const LOGS = 'logsAll(project: "p", projectTier: FREE) { rowCount }';

test.each<[string, object, plain: number, graphql: number]>([
  ['an operation that runs', { query: `{ ${LOGS} }` }, 200, 200],
  ['a field that fails', { query: `{ ${LOGS.replace('"p"', '""')} }` }, 200, 200],
  ['a document that is not GraphQL', { query: '{' }, 200, 400],
  ['a document that is not valid', { query: '{ nothing }' }, 200, 400],
  ['a hash that is not known', { documentId: 'x' }, 200, 404],
  ['a document beyond a limit', { query: '@a '.repeat(61) }, 400, 400],
  [
    'an operation that is not there',
    { query: 'query A { __typename }', operationName: 'B' },
    400,
    400,
  ],
  [
    'a variable that is missing',
    { query: `query ($p: String!) { ${LOGS.replace('"p"', '$p')} }` },
    400,
    400,
  ],
])(
  'the status of %s depends on Accept as GraphQL over HTTP says',
  async (_, body, plain, graphql) => {
    const { post } = await graphqlServer();
    const ask = async (accept: string) => {
      const { headers, status } = await post(body, { accept });
      return [status, headers['content-type']];
    };

    const [json, own] = ['application/json; charset=utf-8', `${GRAPHQL}; charset=utf-8`];
    expect(await ask('*/*')).toEqual([plain, json]);
    expect(await ask('application/json')).toEqual([plain, json]);
    expect(await ask(`${GRAPHQL}, application/json;q=0.9`)).toEqual([graphql, own]);
  },
);
