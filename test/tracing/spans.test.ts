import { expect, test } from 'vitest';
import { FieldstoneError } from '../../src/errors.ts';
import { HeldEngine } from '../support/held-engine.ts';
import type { ReceivedSpan } from '../support/otlp-receiver.ts';
import { tracedGateway } from '../support/traced-gateway.ts';

const COUNTS = { project: 'planted-tenant', interval: 'daily' };
const REQUEST = 'GET /api/endpoints/query/:idOrName';
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` };

function only(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const [found, ...more] = spans.filter((span) => span.name === name);
  if (!found || more.length > 0) throw new Error(`Not one "${name}" but ${more.length + 1}`);
  return found;
}

/** The names of the spans below one, in alphabetic order. */
function below(spans: readonly ReceivedSpan[], { spanId }: ReceivedSpan): readonly string[] {
  return spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
}

test('a REST request is a span of the caller’s trace, with its look-up, its run and its encoding', async () => {
  const { log, rest, spans, receiver } = await tracedGateway();

  expect(await rest('usage.api-counts', COUNTS, PARENT)).toMatchObject({ status: 200 });
  const all = await spans();

  const request = only(all, REQUEST);
  expect(request).toMatchObject({
    kind: 2,
    traceId: TRACE_ID,
    parentSpanId: '00f067aa0ba902b7',
    status: 'OK',
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/endpoints/query/:idOrName',
      'http.response.status_code': 200,
      'url.path': '/api/endpoints/query/usage.api-counts',
      'fieldstone.interface': 'rest',
      'fieldstone.endpoint': 'usage.api-counts',
      'fieldstone.cache_status': 'MISS',
    },
    resource: { 'service.name': 'fieldstone', 'service.version': '1.2.3' },
  });
  expect(below(all, request).toSorted()).toEqual([
    'cache look-up',
    'encode',
    'query usage.api-counts',
  ]);
  expect(only(all, 'query usage.api-counts')).toMatchObject({
    kind: 3,
    attributes: { 'db.system.name': 'duckdb', 'db.response.returned_rows': 0 },
    events: ['started'],
  });
  for (const { endedAt, startedAt, traceId } of all) {
    expect(traceId).toBe(TRACE_ID);
    expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    expect(endedAt).toBeLessThanOrEqual(request.endedAt);
  }
  expect(receiver.requests[0]?.url).toBe('/v1/traces');
  expect(log.entries).toMatchObject([{ msg: 'request', traceId: TRACE_ID }]);
});

test('a hit has no run, and a request whose traceparent is broken begins a trace', async () => {
  const { rest, spans } = await tracedGateway({ usesMicrocache: false });
  await rest('usage.api-counts', COUNTS, PARENT);
  await rest('usage.api-counts', COUNTS, { traceparent: '00-broken-01' });
  const all = await spans();

  const [, hit] = all.filter(({ name }) => name === REQUEST);

  expect(hit).toMatchObject({ parentSpanId: undefined });
  expect(hit?.traceId).not.toBe(TRACE_ID);
  expect(hit && below(all, hit).toSorted()).toEqual(['cache look-up', 'encode']);
  expect(all.filter(({ traceId }) => traceId === hit?.traceId)).toMatchObject(
    Array(3).fill({ status: 'OK' }),
  );
});

test('each field of an operation is a span with its own run, though DataLoader runs them together', async () => {
  const { graphql, spans } = await tracedGateway();
  const answer = await graphql<object>(
    `query Both {
      logsAll(project: "planted-tenant", projectTier: PRO) { rowCount }
      usageApiCounts(project: "planted-tenant", interval: DAILY) { rowCount }
    }`,
    {},
    PARENT,
  );
  expect(answer).not.toHaveProperty('errors');
  const all = await spans();

  const request = only(all, 'POST /graphql');
  expect(request).toMatchObject({
    traceId: TRACE_ID,
    attributes: { 'graphql.operation.name': 'Both', 'fieldstone.interface': 'graphql' },
  });
  expect(below(all, request).toSorted()).toEqual([
    'encode',
    'field logs.all',
    'field usage.api-counts',
  ]);
  expect(below(all, only(all, 'field logs.all'))).toEqual(['query logs.all']);
  expect(below(all, only(all, 'field usage.api-counts')).toSorted()).toEqual([
    'cache look-up',
    'query usage.api-counts',
  ]);
});

test('a request that waits for the run of another says so, and links to that run', async () => {
  const engine = new HeldEngine();
  const { rest, spans } = await tracedGateway({ openEngine: async () => engine });
  const first = rest('usage.api-counts', COUNTS);
  await engine.begun(1);
  const second = rest('usage.api-counts', COUNTS, PARENT);
  // A third request whose run has begun shows that the second one has reached its step.
  const third = rest('usage.api-counts', { ...COUNTS, project: 'other' });
  await engine.begun(2);
  for (const run of engine.runs) run.finish();
  await Promise.all([first, second, third]);
  const all = await spans();

  const waiting = only(all, 'wait for another run');
  const request = all.find(({ traceId, name }) => traceId === TRACE_ID && name === REQUEST);
  const [run] = all.filter(({ name }) => name === 'query usage.api-counts');

  expect(request && below(all, request).toSorted()).toEqual([
    'cache look-up',
    'encode',
    'wait for another run',
  ]);
  expect(waiting).toMatchObject({
    traceId: TRACE_ID,
    links: [run?.spanId],
    attributes: { 'fieldstone.cache_status': 'COLLAPSED' },
  });
  expect(run).toMatchObject({
    attributes: { 'fieldstone.job_id': 'job_1', 'fieldstone.bytes_billed': 7 },
  });
});

test('a failed run is shown by its code alone, and the caller is told the trace', async () => {
  const engine = new HeldEngine();
  const { log, rest, graphql, receiver, spans } = await tracedGateway({
    openEngine: async () => engine,
  });
  const failure = () =>
    new FieldstoneError(
      'ENGINE_FAILED',
      'SELECT planted_column FROM planted_table: planted-tenant',
    );
  const refused = rest('usage.api-counts', COUNTS, PARENT);
  await engine.begun(1);
  engine.runs[0]?.fail(failure());
  expect(await refused).toMatchObject({
    status: 502,
    body: { code: 'ENGINE_FAILED', traceId: TRACE_ID },
  });
  const answered = graphql(
    '{ usageApiCounts(project: "planted-tenant", interval: DAILY) { rowCount } }',
    {},
    PARENT,
  );
  await engine.begun(2);
  engine.runs[1]?.fail(failure());
  expect(await answered).toMatchObject({
    errors: [{ extensions: { code: 'ENGINE_FAILED', traceId: TRACE_ID } }],
  });
  const all = await spans();

  const failed = { status: 'ENGINE_FAILED', attributes: { 'error.type': 'ENGINE_FAILED' } };
  expect(all.filter(({ name }) => name.startsWith('query'))).toMatchObject([failed, failed]);
  for (const name of [REQUEST, 'POST /graphql', 'field usage.api-counts'])
    expect(only(all, name)).toMatchObject(failed);
  expect(receiver.text()).not.toMatch(/planted|SELECT/);
  expect(log.entries.filter(({ msg }) => msg === 'request')).toMatchObject([
    { traceId: TRACE_ID, status: 502 },
    { traceId: TRACE_ID, code: 'ENGINE_FAILED' },
  ]);
});

test('spans have no keys, arguments, SQL or headers, and a refusal is no fault of the service', async () => {
  const { app, key, rest, receiver, spans } = await tracedGateway();
  const sql = 'SELECT planted_alias FROM (SELECT id AS planted_alias FROM edge_logs)';
  const logs = { project: 'planted-tenant', project_tier: 'PRO' };

  expect(await rest('logs.all', { ...logs, sql })).toMatchObject({ status: 200 });
  expect(await rest('planted.endpoint', {})).toMatchObject({ status: 404 });
  expect(await rest('logs.all', logs, { 'x-api-key': 'planted-key' })).toMatchObject({
    status: 401,
    body: { traceId: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
  await app.inject({ url: `/${key}?api_key=planted`, headers: { 'user-agent': 'planted' } });
  const bad = await app.inject({ url: '/%planted' });
  expect(bad.json()).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const all = await spans();

  expect(only(all, 'compile SQL').status).toBe('OK');
  const refused = all.filter(({ attributes }) => attributes['fieldstone.code'] !== undefined);
  expect(refused.map(({ attributes, status }) => [attributes['fieldstone.code'], status])).toEqual([
    ['ENDPOINT_NOT_FOUND', 'OK'],
    ['UNAUTHENTICATED', 'OK'],
    ['UNAUTHENTICATED', 'OK'],
    ['BAD_USER_INPUT', 'OK'],
  ]);
  expect(receiver.text()).not.toMatch(/planted|edge_logs|SELECT/);
  expect(receiver.text()).not.toContain(key);
});
