import fc from 'fast-check';
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { Derived } from '../../../src/cache/derived.ts';
import type { RunResult } from '../../../src/execution/run-result.ts';
import type { Context } from '../../../src/graphql/operation/context.ts';
import type { FieldExtensions } from '../../../src/graphql/operation/only-field.ts';
import { useKeptAnswers } from '../../../src/graphql/operation/use-kept-answers.ts';
import { gateway } from '../../support/gateway.ts';
import { tenantRows } from '../../support/tenant-rows.ts';

/** A server of one field whose results are as given, with what was run, executed and counted. */
function server(resultOf: (args: object) => Partial<RunResult> | Promise<RunResult>) {
  const seen = { runs: 0, executions: 0, bytes: 0 };
  const run: FieldExtensions['run'] = (args) => {
    seen.runs += 1;
    return resultOf(args) as RunResult;
  };
  const result = new GraphQLObjectType({
    name: 'Result',
    fields: {
      text: {
        type: GraphQLString,
        resolve: () => {
          seen.executions += 1;
          return 'é';
        },
      },
      ageSeconds: { type: GraphQLInt, resolve: () => seen.executions },
    },
  });
  const query = new GraphQLObjectType<RootValueLike>({
    name: 'Query',
    fields: {
      ask: {
        type: result,
        args: { a: { type: GraphQLInt } },
        extensions: { run },
        resolve: ({ result: known }) => known,
      },
    },
  });
  const yoga = createYoga<Context>({
    schema: new GraphQLSchema({ query }),
    plugins: [useKeptAnswers()],
    logging: false,
    maskedErrors: false,
  });
  const ask = async (body: object) => {
    const response = await yoga.fetch('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.text();
  };
  return { ask, seen };
}

interface RootValueLike {
  readonly result: unknown;
}

const FRESH = { fresh: { expiresAt: 0n, hit: { isKept: () => true, touch: () => {} } } };
const ANSWER = '{"data":{"ask":{"text":"é"}}}';

test('sends the answer again that was made from the same rows, and runs the endpoint for each', async () => {
  const derived = new Derived((bytes) => {
    seen.bytes += bytes;
  });
  const { ask, seen } = server(() => ({ ...FRESH, derived, redacted: false }));
  const body = { query: 'query Q($a: Int) { ask(a: $a) { text } }', variables: { a: 1 } };

  const answers = [await ask(body), await ask(body), await ask(body)];

  expect(answers).toEqual([ANSWER, ANSWER, ANSWER]);
  expect(seen).toMatchObject({ runs: 3, executions: 1 });
  expect(seen.bytes).toBeGreaterThan(ANSWER.length + 2 * body.query.length);
});

test.each<[string, Partial<RunResult>, object]>([
  ['other rows', { derived: new Derived(() => {}) }, {}],
  ['redacted rows', { redacted: true }, {}],
  ['rows that are not fresh', { fresh: undefined }, {}],
  ['rows that are not kept', { derived: undefined }, {}],
  ['other variables', {}, { variables: { a: 2 } }],
  ['another operation', {}, { operationName: 'R' }],
  ['another document', {}, { query: 'query Q($a: Int) { ask(a: $a) { text } } # again' }],
])('executes an operation again for %s', async (_, other, request) => {
  const first = { ...FRESH, derived: new Derived(() => {}), redacted: false };
  let result: Partial<RunResult> = first;
  const { ask, seen } = server(() => result);
  const body = {
    query: 'query Q($a: Int) { ask(a: $a) { text } } query R($a: Int) { ask(a: $a) { text } }',
    variables: { a: 1 },
    operationName: 'Q',
  };
  await ask(body);
  result = { ...first, ...other };

  expect(await ask({ ...body, ...request })).toBe(ANSWER);
  expect(seen.executions).toBe(2);
});

test('keeps no answer to a long request', async () => {
  const bytes: number[] = [];
  const derived = new Derived((added) => bytes.push(added));
  const { ask } = server(() => ({ ...FRESH, derived, redacted: false }));
  const query = '{ ask { text } }';

  await ask({ query, variables: { unused: 'x'.repeat(16_384) } });
  expect(bytes).toEqual([]);
  await ask({ query, variables: { unused: 'x'.repeat(16_000) } });

  expect(bytes).not.toEqual([]);
});

test.each([
  ['ages of rows', '{ ask { text ageSeconds } }'],
  ['two fields', '{ ask { text } again: ask { text } }'],
  ['a field under a condition', 'query ($a: Boolean = true) { ask @include(if: $a) { text } }'],
  ['a field of a fragment', '{ ...F } fragment F on Query { ask { text } }'],
])('keeps no answer with %s', async (_, query) => {
  const bytes: number[] = [];
  const derived = new Derived((added) => bytes.push(added));
  const { ask } = server(() => ({ ...FRESH, derived, redacted: false }));

  await ask({ query });

  expect(bytes).toEqual([]);
});

test('keeps a bounded number of answers beside the rows', async () => {
  const derived = new Derived(() => {});
  const { ask, seen } = server(() => ({ ...FRESH, derived, redacted: false }));
  const queries = Array.from({ length: 6 }, (_, i) => ({ query: `{ ask { text } } # ${i}` }));

  for (const query of [...queries, ...queries]) await ask(query);

  expect(seen).toMatchObject({ runs: 12, executions: 8 });
});

test('leaves errors to the execution: of the run, of the arguments and of the variables', async () => {
  const failing = server(() => Promise.reject(new Error('failed')));
  const throwing = server(() => {
    throw new Error('failed at once');
  });
  const query = 'query Q($a: Int) { ask(a: $a) { text } }';

  expect(await failing.ask({ query })).toContain('"failed"');
  expect(await throwing.ask({ query })).toContain('"failed at once"');
  expect(await throwing.ask({ query, variables: { a: 'x' } })).toContain(
    '"$a\\" got invalid value',
  );
  expect(await throwing.ask({ query, operationName: 'Other' })).toContain('"errors"');
  expect(throwing.seen.runs).toBe(1);
});

const NOW = 1_782_907_200_000_000n;
const ROWS = tenantRows('2026-07-01T11:59:30Z');

const asked = fc.record({
  query: fc.constantFrom(
    'query Q($p: String!) { functionsInvocationStats(project: $p, interval: FIFTEEN_MINUTES) { rowCount rows { timestamp count } } }',
    'query Q($p: String!) { s: functionsInvocationStats(project: $p, interval: FIFTEEN_MINUTES) { ...R } } fragment R on FunctionsInvocationStatsResult { truncated meta { cacheStatus computedAt redacted bytesBilled } }',
    'query Q($p: String!) { logsAll(project: $p, projectTier: PRO) { rows { id eventMessage } meta { redacted } } } query R { endpoints { name } }',
    'query Q($p: String!) { logsAll(project: $p, projectTier: PRO, redactPii: true) { rows { id eventMessage } } }',
  ),
  variables: fc.constantFrom({ p: 'mine' }, { p: 'other' }, { p: '' }, { p: 1 }, {}),
  operationName: fc.constantFrom('Q', undefined),
  key: fc.constantFrom('open', 'pinned', 'wrong'),
  redact: fc.boolean(),
  // Rows are fresh or gone: what is stale is refreshed in the background, at another moment in each gateway.
  waitMs: fc.constantFrom(...Array<number>(20).fill(0), 50, 50, 50, 86_400_000),
  times: fc.integer({ min: 1, max: 3 }),
});

/** A gateway with two keys whose clock the test moves. */
async function movedGateway() {
  const clock = { now: NOW };
  const made = await gateway({ rows: ROWS, clock: () => clock.now, keepsAnswers: false });
  const pinned = made.keys.add({ pins: new Map([['project', 'mine']]) });
  return { ...made, clock, secrets: { open: made.key, pinned, wrong: 'fsk_wrong' } };
}

test('five hundred operations have the same answers with kept answers and without', async () => {
  const answer = async (
    { app, clock, secrets }: Moved,
    { key, redact, waitMs, ...body }: Asked,
    note = '',
  ) => {
    clock.now += BigInt(waitMs) * 1_000n;
    const response = await app.inject({
      url: '/graphql',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': secrets[key as keyof typeof secrets],
        ...(redact && { 'svc-endpoint-redact-pii': 'true' }),
      },
      payload: JSON.stringify({ ...body, query: `${body.query}${note}` }),
    });
    const text = response.body.replaceAll(/"requestId":"[^"]*"/g, '');
    return [response.statusCode, response.headers['content-type'], text];
  };
  let operations = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 20, maxLength: 30 }), async (list) => {
      const [keeping, executing] = [await movedGateway(), await movedGateway()];
      for (const { times, ...each } of list) {
        for (let i = 0; i < times; i += 1) {
          operations += 1;
          const wanted = await answer(executing, each, '\n# Not kept: ageSeconds');
          expect(await answer(keeping, each)).toEqual(wanted);
        }
      }
    }),
    { numRuns: 12 },
  );

  expect(operations).toBeGreaterThan(400);
});

type Moved = Awaited<ReturnType<typeof movedGateway>>;
type Asked = Omit<typeof asked extends fc.Arbitrary<infer Value> ? Value : never, 'times'>;
