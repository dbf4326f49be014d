import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { type Invocation, invocationRow } from '../support/log-rows.ts';

const TABLE = 'deno-relay-logs';
/** Not on any bucket's edge. */
const NOW = '2026-07-01T12:34:56.789Z';

type Bucket = Readonly<Record<string, unknown>>;

async function bucketsOf(
  invocations: readonly Invocation[],
  query: Readonly<Record<string, string>>,
): Promise<readonly Bucket[]> {
  return ask(invocations.map(invocationRow), query);
}

async function ask(
  rows: readonly object[],
  query: Readonly<Record<string, string>>,
): Promise<readonly Bucket[]> {
  const { rest } = await gateway({ rows: { [TABLE]: rows }, now: NOW });
  const { body } = await rest('functions.invocation-stats', { project: 'demo', ...query });
  return body.result;
}

const micros = (iso: string) => Date.parse(iso) * 1_000;

const filled = (buckets: readonly Bucket[]) => buckets.filter(({ count }) => count !== 0);

test.each([
  ['5min', 301, '2026-07-01T12:29:56Z', '2026-07-01T12:34:56Z'],
  ['15min', 16, '2026-07-01T12:19:00Z', '2026-07-01T12:34:00Z'],
  ['1hr', 61, '2026-07-01T11:34:00Z', '2026-07-01T12:34:00Z'],
  ['1day', 25, '2026-06-30T12:00:00Z', '2026-07-01T12:00:00Z'],
  ['7day', 8, '2026-06-24T00:00:00Z', '2026-07-01T00:00:00Z'],
  ['never heard of', 25, '2026-06-30T12:00:00Z', '2026-07-01T12:00:00Z'],
])(
  'functions.invocation-stats has all buckets of %s, empty ones included',
  async (interval, count, first, last) => {
    const buckets = await bucketsOf([], { interval });

    expect(buckets).toHaveLength(count);
    expect(buckets[0]).toEqual({
      timestamp: micros(first),
      min_execution_time: null,
      max_execution_time: null,
      avg_execution_time: null,
      p95_execution_time: null,
      p99_execution_time: null,
      count: 0,
      error_count: 0,
    });
    expect(buckets.at(-1)?.['timestamp']).toBe(micros(last));
    const times = buckets.map(({ timestamp }) => Number(timestamp));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  },
);

test('functions.invocation-stats computes the statistics of a bucket', async () => {
  const invocations = Array.from({ length: 200 }, (_, i) => ({
    at: `2026-07-01T12:30:${String(i % 60).padStart(2, '0')}.${String(i).padStart(6, '0')}Z`,
    ms: i + 1,
    status: i < 5 ? 500 : 200,
  }));

  expect(filled(await bucketsOf(invocations, { interval: '1hr' }))).toEqual([
    {
      timestamp: micros('2026-07-01T12:30:00Z'),
      min_execution_time: 1,
      max_execution_time: 200,
      avg_execution_time: 100.5,
      p95_execution_time: 190,
      p99_execution_time: 198,
      count: 200,
      error_count: 5,
    },
  ]);
});

test('functions.invocation-stats ignores rows before the first bucket and keeps those at its start', async () => {
  const invocations = [{ at: '2026-07-01T12:18:59.999999Z' }, { at: '2026-07-01T12:19:00Z' }];

  const buckets = await bucketsOf(invocations, { interval: '15min' });

  expect(buckets[0]?.['count']).toBe(1);
  expect(filled(buckets)).toHaveLength(1);
});

test('functions.invocation-stats filters by function where one is given', async () => {
  const invocations = [
    { at: '2026-07-01T12:30:00Z', functionId: 'f1' },
    { at: '2026-07-01T12:30:01Z', functionId: 'f2' },
  ];
  const total = async (query: Readonly<Record<string, string>>) =>
    filled(await bucketsOf(invocations, { interval: '15min', ...query }))[0]?.['count'];

  expect(await total({})).toBe(2);
  expect(await total({ function_id: '' })).toBe(2);
  expect(await total({ function_id: 'f2' })).toBe(1);
  expect(await total({ function_id: 'nosuch' })).toBeUndefined();
});

test('functions.invocation-stats counts the status 400 as an error, and 399 not', async () => {
  const invocations = [399, 400, 401, 200].map((status, i) => ({
    at: `2026-07-01T12:30:0${i}Z`,
    status,
  }));

  expect(filled(await bucketsOf(invocations, { interval: '15min' }))[0]).toMatchObject({
    count: 4,
    error_count: 2,
  });
});

test('functions.invocation-stats counts one project only', async () => {
  const invocations = [
    { at: '2026-07-01T12:30:00Z', project: 'demo' },
    { at: '2026-07-01T12:30:01Z', project: 'other' },
  ];

  expect(filled(await bucketsOf(invocations, { interval: '15min' }))[0]?.['count']).toBe(1);
});

test('functions.invocation-stats counts a record once, whatever the length of its arrays', async () => {
  const entry = { execution_time_ms: 10, function_id: 'f1', project_ref: 'demo' };
  const at = '2026-07-01T12:30:00Z';
  const rows = [
    { timestamp: at, metadata: [{ ...entry, response: [] }] },
    {
      timestamp: at,
      metadata: [{ ...entry, response: [{ status_code: 500 }, { status_code: 503 }] }],
    },
    { timestamp: at, metadata: [entry, entry] },
    {
      timestamp: at,
      metadata: [{ ...entry, execution_time_ms: null, response: [{ status_code: null }] }],
    },
    { timestamp: at, metadata: [] },
  ];

  expect(filled(await ask(rows, { interval: '15min' }))).toMatchObject([
    {
      count: 4,
      error_count: 1,
      min_execution_time: 10,
      max_execution_time: 10,
      avg_execution_time: 10,
    },
  ]);
});
