import { expect, test } from 'vitest';
import { createLogger } from '../../src/server/logging/logger.ts';
import { startTracing } from '../../src/tracing/start-tracing.ts';
import { LogLines } from '../support/log-lines.ts';
import { until } from '../support/redis-server.ts';
import { tracedGateway } from '../support/traced-gateway.ts';

const COUNTS = { project: 'demo', interval: 'daily' };
/** Spans are sent at once, one by one. */
const AT_ONCE = { OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' };

test('OpenTelemetry’s own variables name the service and set headers, sampling and the path', async () => {
  const { rest, receiver, spans } = await tracedGateway({
    environment: {
      OTEL_SERVICE_NAME: 'logs-eu',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prod',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    },
  });
  const sampled = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  await rest('usage.api-counts', COUNTS);
  await rest('usage.api-counts', COUNTS, sampled);

  const all = await spans();

  expect(new Set(all.map(({ traceId }) => traceId))).toEqual(
    new Set(['4bf92f3577b34da6a3ce929d0e0e4736']),
  );
  expect(all[0]?.resource).toMatchObject({
    'service.name': 'logs-eu',
    'deployment.environment.name': 'prod',
  });
  expect(receiver.requests[0]?.headers['authorization']).toBe('Basic abc');
});

test('a receiver that answers 500 is logged once, and once more when it takes spans again', async () => {
  let isBroken = true;
  const { rest, receiver, tracesLog } = await tracedGateway({
    environment: AT_ONCE,
    answer: (response) => response.writeHead(isBroken ? 500 : 200).end('{}'),
  });
  for (let i = 0; i < 3; i += 1)
    expect(await rest('usage.api-counts', COUNTS)).toMatchObject({ status: 200 });
  await until(() => receiver.requests.length >= 3);
  isBroken = false;
  await rest('usage.api-counts', COUNTS);
  await until(() => tracesLog.entries.length >= 2);

  expect(tracesLog.entries).toMatchObject([
    { level: 'warn', msg: 'the receiver of traces takes no spans: they are lost' },
    { level: 'info', msg: 'the receiver of traces takes spans again' },
  ]);
});

test('a receiver that never answers holds neither a request nor the end', async () => {
  const { rest, receiver, spans } = await tracedGateway({
    environment: AT_ONCE,
    answer: () => {},
  });
  expect(await rest('usage.api-counts', COUNTS)).toMatchObject({ status: 200 });
  await until(() => receiver.requests.length >= 1);
  expect(await rest('usage.api-counts', COUNTS)).toMatchObject({ status: 200 });

  // Resolves although no batch was ever answered.
  await spans();
});

test('tracing that is off wraps nothing', async () => {
  const tracing = await startTracing(false, '1.2.3', createLogger('info', new LogLines()));
  const engine = {} as Parameters<typeof tracing.engine>[0];
  const runner = {} as Parameters<typeof tracing.runner>[0];
  const source = { answer: () => Promise.reject(new Error('not asked')) };

  expect(tracing).toMatchObject({
    requests: undefined,
    observeField: undefined,
    headers: undefined,
  });
  expect(tracing.engine(engine, 'duckdb')).toBe(engine);
  expect(tracing.runner(runner)).toBe(runner);
  expect(tracing.steps.around('cache', source)).toBe(source);
  expect(tracing.steps.below('cache', source)).toBe(source);
});
