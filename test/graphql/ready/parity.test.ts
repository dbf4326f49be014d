import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Type } from '../../../src/googlesql/types.ts';
import type { Row, Value } from '../../../src/googlesql/value.ts';
import { createOperationRunner } from '../../../src/graphql/context.ts';
import { DOCUMENT_LIMITS } from '../../../src/graphql/document-limits.ts';
import { bodyParams } from '../../../src/graphql/ready/params.ts';
import { Responder } from '../../../src/graphql/ready/responder.ts';
import { createSchema } from '../../../src/graphql/schema.ts';
import { createGraphqlHandler } from '../../../src/graphql/yoga.ts';
import { Runner } from '../../../src/run/runner.ts';
import type { Plan } from '../../../src/run/source.ts';
import { cached, settled } from '../../support/cached.ts';
import { KEPT } from '../../support/cached-server.ts';
import { arbitraryOperation } from './arbitrary-operation.ts';

const SCHEMA = createSchema(KEPT.endpoints);

const CALLER = {
  keyId: 'key',
  name: 'test',
  endpoints: undefined,
  pins: new Map(),
  redact: false,
  sandbox: true,
};

const BODY = { method: 'POST', headers: { 'content-type': 'application/json' } };

/** Yoga and a responder over the same cache. */
function bothWays(rowsOf: (plan: Plan) => readonly Row[]) {
  const { source, clock } = cached((plan) => ({ rows: rowsOf(plan) }));
  const runner = new Runner(source, { dataSource: 'scripted' });
  const handler = createGraphqlHandler({ schema: SCHEMA, reportError: () => {} });
  const responder = new Responder({ schema: SCHEMA, runner, limits: DOCUMENT_LIMITS });
  const { signal } = new AbortController();
  const context = () => ({
    caller: CALLER,
    registry: KEPT,
    redact: false,
    now: clock.now(),
    signal,
  });
  return {
    clock,
    yoga: async (body: string) => {
      const request = new Request('http://x/graphql', { ...BODY, body });
      const response = await handler(request, { ...context(), run: createOperationRunner(runner) });
      return response.text();
    },
    ready: (text: string) =>
      responder.answer({ text, params: bodyParams, context: context() })?.toString(),
  };
}

/** A value of a type, by a number that decides which; the types whose text has a form are given in it. */
function sampleOf(type: Type, seed: number): Value {
  if (seed % 11 === 10) return null;
  switch (type.kind) {
    case 'ARRAY':
      return Array.from({ length: seed % 3 }, (_, i) => sampleOf(type.element, seed + i));
    case 'STRUCT':
      return type.fields.map((field, i) => sampleOf(field.type, seed + i));
    case 'BOOL':
      return seed % 2 === 0;
    case 'INT64':
      return seed % 7 === 6 ? 2n ** 60n + BigInt(seed) : seed - 50;
    case 'TIMESTAMP':
      return 1_782_907_200_000_000 + seed;
    case 'FLOAT64':
      return [0.1, -0, 1e300, 5e-324, Number.NaN][seed % 5] ?? 0;
    case 'DATETIME':
      return seed % 2 === 0 ? '2026-07-01T10:00:00' : '2026-07-01T10:00:00.25';
    case 'JSON':
      return '{"a":[1,null]}';
    default:
      return (
        ['', 'from 203.0.113.9', 'ä € 😀 \u2028', '"quoted"\n\\', 'lone \ud800'][seed % 5] ?? ''
      );
  }
}

const arbitraryRows = fc.array(fc.array(fc.nat({ max: 99 }), { minLength: 12, maxLength: 12 }), {
  maxLength: 4,
});

test('Responder answers what Yoga answers, or leaves it to Yoga', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryOperation(SCHEMA), arbitraryRows, async (operation, seeds) => {
      const { yoga, ready, clock } = bothWays(({ columns }) =>
        seeds.map((row) => columns.map(({ type }, i) => sampleOf(type, row[i] ?? 0))),
      );
      const body = JSON.stringify(operation);

      const first = ready(body);
      await yoga(body);
      clock.advance(7);
      const known = await yoga(body);
      const atOnce = ready(body);
      const again = ready(body);

      expect(first).toBeUndefined();
      expect(again).toBe(atOnce);
      if (known.includes('"errors":')) expect(atOnce).toBeUndefined();
      else {
        expect(atOnce).toBe(known);
        answered += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(answered).toBeGreaterThan(30);
});

const ASKED = 'usageApiCounts(project: "demo", interval: DAILY)';

const ROW: Row = ['2026-07-01T10:00:00', 1, 2, 3, 4];

test.each([
  ['an alias', `{ x: ${ASKED} { n: rowCount rows { t: timestamp } } }`],
  [
    'a field twice',
    `{ ${ASKED} { rows { timestamp } } ${ASKED} { rows { totalRestRequests } truncated } }`,
  ],
  [
    'a fragment',
    `{ ...Q } fragment Q on Query { ${ASKED} { ...R ...R } } fragment R on EndpointResult { rowCount meta { cacheStatus } }`,
  ],
  ['__typename', `{ ${ASKED} { __typename rows { __typename } meta { __typename } } }`],
  [
    'meta',
    `{ ${ASKED} { meta { cacheStatus computedAt ageSeconds redacted definitionVersion bytesBilled } } }`,
  ],
  [
    'two endpoints',
    `{ ${ASKED} { rowCount } logsAll(project: "demo", projectTier: PRO) { rows { id } } }`,
  ],
])('Responder answers %s at once', async (_, query) => {
  const { yoga, ready } = bothWays(({ columns }) => (columns.length === 5 ? [ROW] : []));
  const body = JSON.stringify({ query });

  await yoga(body);

  const known = await yoga(body);
  expect(known).toContain('"data"');
  expect(ready(body)).toBe(known);
});

test('Responder reads variables, and the operation that is named', async () => {
  const { yoga, ready } = bothWays(() => [ROW]);
  const query = `query A($i: UsageApiCountsInterval!, $r: Boolean = true) {
    usageApiCounts(project: "demo", interval: $i, redactPii: $r) { rowCount meta { redacted } }
  } query B { ${ASKED} { truncated } }`;
  const bodies = [
    { query, operationName: 'A', variables: { i: 'DAILY' } },
    { query, operationName: 'A', variables: { i: 'HOURLY', r: null } },
    { query, operationName: 'B', variables: null },
  ].map((body) => JSON.stringify(body));

  for (const body of bodies) await yoga(body);

  for (const body of bodies) {
    const known = await yoga(body);
    expect(known).not.toContain('errors');
    expect(ready(body)).toBe(known);
  }
});

test.each([
  ['introspection', { query: `{ __typename ${ASKED} { rowCount } __schema { description } }` }],
  ['a directive', { query: `{ ${ASKED} { rowCount @include(if: true) } }` }],
  [
    'a directive of a fragment',
    { query: `{ ...F @skip(if: false) } fragment F on Query { ${ASKED} { rowCount } }` },
  ],
  ['the list of endpoints', { query: `{ ${ASKED} { rowCount } endpoints { name } }` }],
  ['a document that is not valid', { query: `{ ${ASKED} { rowCount nothing } }` }],
  ['a document that cannot be parsed', { query: `{ ${ASKED} { rowCount }` }],
  ['a document that is too large', { query: `{ ${ASKED} { ${'a: rowCount '.repeat(61)} } }` }],
  ['no operation of that name', { query: `query A { ${ASKED} { rowCount } }`, operationName: 'B' }],
  [
    'two operations without a name',
    { query: `query A { ${ASKED} { rowCount } } query B { ${ASKED} { rowCount } }` },
  ],
  [
    'a variable that is missing',
    {
      query: `query($i: UsageApiCountsInterval!) { usageApiCounts(project: "demo", interval: $i) { rowCount } }`,
    },
  ],
  ['an unknown member', { query: `{ ${ASKED} { rowCount } }`, id: 1 }],
  ['variables in a list', { query: `{ ${ASKED} { rowCount } }`, variables: [] }],
  ['extensions', { query: `{ ${ASKED} { rowCount } }`, extensions: {} }],
])('Responder leaves %s to Yoga', async (_, operation) => {
  const { yoga, ready } = bothWays(() => [ROW]);
  await yoga(JSON.stringify({ query: `{ ${ASKED} { rowCount } }` }));

  expect(ready(JSON.stringify(operation))).toBeUndefined();
});

test('Responder answers the rows and the age of the moment', async () => {
  let runs = 0;
  const { clock, yoga, ready } = bothWays(() => {
    runs += 1;
    return Array.from({ length: runs }, () => ROW);
  });
  const text = JSON.stringify({
    query: `{ ${ASKED} { rowCount meta { ageSeconds cacheStatus } } }`,
  });
  await yoga(text);
  const shown = () => {
    const { rowCount, meta } = JSON.parse(ready(text) ?? '{}').data.usageApiCounts;
    return [rowCount, meta.ageSeconds, meta.cacheStatus];
  };

  expect(shown()).toEqual([1, 0, 'HIT']);
  expect(shown()).toEqual([1, 0, 'HIT']);
  clock.advance(30);
  expect(shown()).toEqual([1, 30, 'HIT']);
  clock.advance(900);
  expect(shown()).toEqual([1, 930, 'STALE']);
  await settled();
  expect(shown()).toEqual([2, 0, 'HIT']);
  clock.advance(901);
  // Another question has the same rows refreshed.
  ready(JSON.stringify({ query: `{ ${ASKED} { rowCount } }` }));
  await settled();
  expect(shown()).toEqual([3, 0, 'HIT']);
});

test('Responder leaves what a key may not ask to Yoga', async () => {
  const { yoga } = bothWays(() => [ROW]);
  const { source, clock } = cached(() => ({ rows: [ROW] }));
  const runner = new Runner(source, { dataSource: 'scripted' });
  const responder = new Responder({ schema: SCHEMA, runner, limits: DOCUMENT_LIMITS });
  const text = JSON.stringify({ query: `{ ${ASKED} { rowCount } }` });
  const ask = (caller: object) =>
    responder.answer({
      text,
      params: bodyParams,
      context: {
        caller: { ...CALLER, ...caller },
        registry: KEPT,
        redact: false,
        now: clock.now(),
        signal: new AbortController().signal,
      },
    });
  await yoga(text);
  await runner.run(requestOf(clock.now()));

  expect(ask({})?.toString()).toBe('{"data":{"usageApiCounts":{"rowCount":1}}}');
  expect(ask({ endpoints: new Set(['logs.all']) })).toBeUndefined();
  expect(ask({ pins: new Map([['project', 'other']]) })).toBeUndefined();
});

function requestOf(now: bigint) {
  return {
    endpoint: KEPT.find('usage.api-counts', CALLER),
    caller: CALLER,
    arguments: { project: 'demo', interval: 'daily' },
    sql: undefined,
    redact: false,
    door: 'graphql' as const,
    now,
    signal: new AbortController().signal,
  };
}
