import { expect, test } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { readTables } from '../../src/endpoint/tables.ts';
import { ENDPOINTS } from '../../src/endpoints/index.ts';
import type { RunRequest } from '../../src/execution/run-request.ts';
import { Runner } from '../../src/execution/runner.ts';
import type { Answer } from '../../src/sources/source.ts';
import { live } from '../support/live.ts';
import { runRequest } from '../support/run-request.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

const registry = new Registry(prepareEndpoints(ENDPOINTS, readTables()));

const KEY: Caller = {
  keyId: 'a',
  name: 'test',
  endpoints: undefined,
  pins: new Map(),
  redact: false,
  sandbox: true,
};

function request(
  endpoint: string,
  { caller = KEY, ...rest }: Partial<RunRequest> = {},
): RunRequest {
  return {
    endpoint: registry.find(endpoint, caller),
    caller,
    arguments: { project: 'demo', project_tier: 'PRO', interval: 'hourly' },
    sql: undefined,
    redact: false,
    via: 'graphql',
    ...rest,
  };
}

test.each([
  ['MISS', 'MISS', 107],
  ['HIT', 'MISS', 7],
  ['MISS', 'HIT', 100],
  ['COLLAPSED', 'STALE', 0],
] as const)(
  'Runner bills a page for reads that it caused: %s, then %s',
  async (first, second, bytes) => {
    const source = new ScriptedSource((plan): Partial<Answer> => {
      const row = plan.columns.map(({ name }) => (name === 'timestamp' ? 1 : null));
      const isFirst = source.plans.length === 1;
      // Two rows with one key: an order between them needs all such rows.
      return {
        rows: [row, row],
        cacheStatus: isFirst ? first : second,
        bytesBilled: isFirst ? 100 : 7,
      };
    });
    const view = { name: 'edge', limit: 1, after: undefined };

    const runner = new Runner(source, { dataSource: 'test' });
    const { bytesBilled } = await runRequest(runner, request('logs.all', { view }), live());

    expect(source.plans).toHaveLength(2);
    expect(bytesBilled).toBe(bytes);
  },
);

test('Runner lets the limits of a key bound its requests, and no refresh', async () => {
  const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });
  const caller = { ...KEY, maxBytes: 1, dailyBytes: 2 };

  const plan = await runner.plan(request('usage.api-counts', { caller }), live());
  const refresh = plan.queryAt({ now: 1n, newerThan: 0n });

  expect(plan.queryAt({ now: 1n }).limits).toMatchObject({ keyBytes: 1, keyDailyBytes: 2 });
  expect(refresh).toMatchObject({ limits: {}, purpose: { via: 'warm' } });
  expect(refresh.limits).not.toHaveProperty('keyBytes');
});

test.each([
  ['SQL', { sql: "SELECT INT64 '203.0.113.77'" }],
  ['an argument', { arguments: { project: 'demo', interval: '203.0.113.77' } }],
])('Runner redacts what an error quotes of %s', async (_, asked) => {
  const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });
  const plan = async (redact: boolean) =>
    runner.plan(request('usage.api-counts', { ...asked, redact }), live());

  await expect(plan(false)).rejects.toThrow('203.0.113.77');
  await expect(plan(true)).rejects.toThrow('REDACTED');
});
