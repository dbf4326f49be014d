import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../support/any-character.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { NAUGHTY } from '../support/naughty.ts';
import { tenantRows } from '../support/tenant-rows.ts';

const rows = tenantRows('2026-07-01T11:59:00Z');

/** Codes that say that a fault is ours. */
const OURS = /"code":"(?:INTERNAL|INTERNAL_SERVER_ERROR|ENGINE_FAILED)"/;

async function expectNoFault({ app, key }: Gateway, body: unknown): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

  const asked = `${JSON.stringify(body).slice(0, 600)} ${answer.body.slice(0, 600)}`;
  expect(answer.statusCode, asked).toBeLessThan(500);
  expect(answer.body, asked).not.toMatch(OURS);
}

const OPERATIONS: Readonly<Record<string, readonly [text: string, variables: object]>> = {
  logsAll: [
    'query ($project: String!, $tier: ProjectTier!, $start: DateTime, $end: DateTime) { logsAll(project: $project, projectTier: $tier, isoTimestampStart: $start, isoTimestampEnd: $end) { rowCount rows { id } } }',
    { project: 'mine', tier: 'PRO', start: null, end: null },
  ],
  usageApiCounts: [
    'query ($project: String!, $interval: UsageApiCountsInterval!) { usageApiCounts(project: $project, interval: $interval) { rowCount } }',
    { project: 'mine', interval: 'DAILY' },
  ],
  functionsInvocationStats: [
    'query ($project: String!, $interval: FunctionsInvocationStatsInterval!, $id: String) { functionsInvocationStats(project: $project, interval: $interval, functionId: $id) { rowCount } }',
    { project: 'mine', interval: 'ONE_HOUR', id: null },
  ],
  sandbox: [
    'query ($endpoint: String!, $arguments: JSON!, $sql: String!) { sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) { rowCount rows } }',
    { endpoint: 'logs.all', arguments: { project: 'mine', project_tier: 'PRO' }, sql: 'SELECT 1' },
  ],
};

const places = Object.entries(OPERATIONS).flatMap(([operation, [, variables]]) =>
  Object.keys(variables).map((variable): [string, string] => [operation, variable]),
);

test.each(places)(
  'graphqlRoute answers no naughty variable with a fault of ours: %s $%s',
  async (operation, variable) => {
    const server = await gateway({ rows });
    const [query, good] = OPERATIONS[operation] ?? ['', {}];

    // Each value is tried with one or two variables; what follows is the same as of the REST path.
    const place = places.findIndex(([of, named]) => of === operation && named === variable);
    const some = NAUGHTY.filter((_, at) => (at + place) % 8 === 0);
    for (const value of [...some, 1, -1, 1e300, true, [], {}, ['a'], { a: 1 }, [[[[]]]]]) {
      await expectNoFault(server, { query, variables: { ...good, [variable]: value } });
    }
  },
);

test.each([
  ['a cycle of fragments', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['an unused fragment in itself', '{ __typename } fragment A on Query { ...A }'],
  ['aliases', `{ ${Array.from({ length: 61 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
  ['nesting', `${'{ a '.repeat(65)}${'}'.repeat(65)}`],
])(
  'graphqlRoute refuses a document beyond the limits with 400, whatever is accepted: %s',
  async (_, query) => {
    const { app, key } = await gateway();

    for (const accept of ['*/*', 'application/json', 'application/graphql-response+json']) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'x-api-key': key, accept },
        payload: { query },
      });
      expect(statusCode, accept).toBe(400);
    }
  },
);

test('graphqlRoute answers no naughty argument of the sandbox with a fault of ours', async () => {
  const server = await gateway({ rows });
  const [query, good] = OPERATIONS['sandbox'] ?? ['', {}];

  for (const value of NAUGHTY) {
    for (const [endpoint, name] of [
      ['usage.api-counts', 'project'],
      ['logs.all', value],
    ]) {
      const asked = {
        project: 'mine',
        interval: 'daily',
        project_tier: 'PRO',
        [name ?? '']: value,
      };
      await expectNoFault(server, { query, variables: { ...good, endpoint, arguments: asked } });
    }
  }
});

const token = fc.constantFrom(
  ...['{', '}', '(', ')', '[', ']', ':', '!', '...', '@', '$', '=', '|', '&', '"', '"""', '#', ','],
  ...[
    'query',
    'mutation',
    'subscription',
    'fragment',
    'on',
    'Query',
    'F',
    'true',
    'null',
    '1',
    '-1.5e9',
  ],
  ...[
    'logsAll',
    'sandbox',
    'endpoints',
    'id',
    '__typename',
    '__schema',
    '__type',
    'include',
    'skip',
    'if',
  ],
  ...[
    '{ endpoints { id } }',
    '{ __typename }',
    'fragment F on Query { __typename }',
    '...F',
    '$a: Int',
  ],
  ...[
    '\u0000',
    '\ufeff',
    '\\',
    '\\u{110000}',
    '"\\ud800"',
    'é',
    '1e999',
    '9'.repeat(300),
    '%',
    ';',
  ],
);

test('graphqlRoute answers no document with a fault of ours', async () => {
  const server = await gateway({ rows });
  const member = fc.oneof(fc.constant(undefined), fc.jsonValue());

  await fc.assert(
    fc.asyncProperty(
      fc.array(token, { maxLength: 14 }).map((tokens) => tokens.join(' ')),
      member,
      member,
      async (query, variables, operationName) => {
        await expectNoFault(server, { query, variables, operationName });
      },
    ),
    { numRuns: 1_000 },
  );
});

test('graphqlRoute answers no body and no URL with a fault of ours', async () => {
  const server = await gateway({ rows });
  const parameter = fc.tuple(
    fc.constantFrom('query', 'variables', 'extensions', 'operationName', 'x'),
    fc.oneof(fc.constantFrom('{ __typename }', '{}', '[', '%', 'null', '1', '%zz'), fc.string()),
  );

  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.json(), fc.string({ unit: anyCharacter })),
      fc.array(parameter, { maxLength: 4 }),
      async (body, parameters) => {
        await expectNoFault(server, body);
        const query = parameters.map(
          ([key, value]) => `${key}=${encodeURI(value.toWellFormed()).replaceAll('#', '')}`,
        );
        const answer = await server.app.inject({
          url: `/graphql?${query.join('&')}`,
          headers: { 'x-api-key': server.key },
        });

        expect(answer.statusCode, `${query} ${answer.body}`).toBeLessThan(500);
        expect(answer.body).not.toMatch(OURS);
      },
    ),
    { numRuns: 400 },
  );
});
