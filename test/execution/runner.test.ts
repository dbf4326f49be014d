import { expect, test } from 'vitest';
import { NO_SAVINGS } from '../../src/bill/savings.ts';
import { DerivedValues } from '../../src/cache/entry.ts';
import { prepareEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { coerceArguments } from '../../src/execution/arguments/arguments.ts';
import { Cursors, MAX_TAKEN, ownCursorKey } from '../../src/execution/paging/view-cursor.ts';
import type { RunRequest } from '../../src/execution/request.ts';
import { Runner } from '../../src/execution/runner.ts';
import type { Row } from '../../src/googlesql/value.ts';
import type { Answer, Plan, RunOptions } from '../../src/sources/source.ts';
import { usageApiCounts } from '../support/endpoints.ts';
import { live } from '../support/live.ts';
import { PROJECT } from '../support/project.ts';
import { runRequest } from '../support/run-request.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testCaller } from '../support/test-caller.ts';

const registry = new Registry(prepareEndpoints(PROJECT));

const KEY = testCaller({ keyId: 'a' });

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
  ['MISS', 'MISS', 107, {}],
  ['HIT', 'MISS', 7, { cache: 100 }],
  ['MISS', 'HIT', 100, { cache: 7 }],
  ['HIT', 'HIT', 0, { cache: 107 }],
  ['COLLAPSED', 'STALE', 0, { singleFlight: 100, cache: 7 }],
] as const)(
  'Runner bills a page for reads that it caused: %s, then %s',
  async (first, second, bytes, savings) => {
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
    const { bytesBilled, saved } = await runRequest(runner, request('logs.all', { view }), live());

    expect(source.plans).toHaveLength(2);
    expect(bytesBilled).toBe(bytes);
    expect(saved).toEqual({ ...NO_SAVINGS, ...savings });
  },
);

test('Runner has the labels of a caller on its runs, and on no refresh; the key is the same', async () => {
  const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });
  const labels = { team: 'search' };

  const plain = await runner.plan(request('usage.api-counts'), live());
  const labelled = await runner.plan(request('usage.api-counts', { labels }), live());

  expect(labelled.queryAt({ now: 1n }).purpose.labels).toEqual(labels);
  expect(labelled.queryAt({ now: 1n, newerThan: 0n, isRefresh: true }).purpose).not.toHaveProperty(
    'labels',
  );
  expect(labelled.key).toBe(plain.key);
});

test('Runner lets the limits of a key bound its requests, and no refresh', async () => {
  const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });
  const caller = { ...KEY, maxBytes: 1, dailyBytes: 2 };

  const plan = await runner.plan(request('usage.api-counts', { caller }), live());
  const refresh = plan.queryAt({ now: 1n, newerThan: 0n, isRefresh: true });

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

/** A source that keeps what it answers. */
class KeepingSource extends ScriptedSource {
  readonly #kept = new Map<string, Answer>();
  readonly #rowsOf: (plan: Plan) => readonly Row[];

  constructor(rowsOf: (plan: Plan) => readonly Row[]) {
    super((plan) => ({ rows: rowsOf(plan) }));
    this.#rowsOf = rowsOf;
  }

  override answer(plan: Plan, run: RunOptions) {
    const kept = this.#kept.get(plan.key);
    if (kept) return kept as unknown as Promise<Answer>;
    const derived = new DerivedValues(() => {});
    const entry = { rows: this.#rowsOf(plan), truncated: false, bytesBilled: 5, computedAt: 0n };
    const hit = { isCached: () => true, touch: () => {} };
    this.#kept.set(plan.key, { ...entry, derived, cacheStatus: 'HIT', hit });
    return super.answer(plan, run);
  }

  peek(plan: Plan) {
    return this.#kept.get(plan.key);
  }
}

test('Runner answers kept rows at once, billed to nobody, for as long as their age stays the same', async () => {
  const runner = new Runner(new KeepingSource(() => [[7]]), { dataSource: 'test' });
  const plan = await runner.plan(request('usage.api-counts'), live());
  expect(runner.peek(plan)).toBeUndefined();
  expect(runner.run(plan, live())).toBeInstanceOf(Promise);

  const result = runner.run(plan, live({ now: 2_500_000n }));

  expect(runner.peek(plan)).toMatchObject({ rows: [[7]] });
  expect(result).toMatchObject({ rows: [[7]], cacheStatus: 'HIT', bytesBilled: 0 });
  expect(result).toMatchObject({ ageSeconds: 2, fresh: { expiresAt: 3_000_000n } });
});

test('Runner redacts kept rows once, and then answers them at once', async () => {
  const source = new KeepingSource(() => [['from 203.0.113.77']]);
  const runner = new Runner(source, { dataSource: 'test' });
  const asked = request('logs.all', { sql: "SELECT 'x' AS message", redact: true });
  const plan = await runner.plan(asked, live());
  // What the first caller waits for is kept nowhere: its run has no entry yet.
  await runner.run(plan, live());

  const first = runner.run(plan, live());
  const { rows } = await first;

  expect(first).toBeInstanceOf(Promise);
  expect(rows).toEqual([['from REDACTED']]);
  expect(runner.run(plan, live())).toMatchObject({ rows, redacted: true });
});

test('Runner peeks at a page of a view where one read is enough for it', async () => {
  const view = { name: 'edge', limit: 1, after: undefined };
  const peekAt = async (timestamps: readonly number[]) => {
    const source = new KeepingSource(({ columns }) =>
      timestamps.map((moment) => columns.map(({ name }) => (name === 'timestamp' ? moment : null))),
    );
    const runner = new Runner(source, { dataSource: 'test' });
    const plan = await runner.plan(request('logs.all', { view }), live());
    await runner.run(plan, live());
    return runner.peek(plan) !== undefined;
  };

  expect(await peekAt([2, 1])).toBe(true);
  // An order between rows of one key needs all of them.
  expect(await peekAt([1, 1])).toBe(false);
});

test('Runner refuses SQL at an endpoint that takes none, whatever the key may do', async () => {
  const settings = { ...usageApiCounts.settings, sandbox: false };
  const endpoint = prepareEndpoint({ ...usageApiCounts, settings }, PROJECT.tables);
  const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });
  const asked = { ...request('usage.api-counts', { sql: 'SELECT 1 AS one' }), endpoint };

  await expect(runner.plan(asked, live())).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Endpoint "usage.api-counts" takes no SQL of its callers',
  });
});

test('Runner refuses a page that ends among too many rows with one key', async () => {
  const source = new ScriptedSource(({ columns }) => {
    const row = columns.map(({ name }) => (name === 'timestamp' ? 1 : null));
    return { rows: Array.from({ length: MAX_TAKEN + 2 }, () => row) };
  });
  const key = ownCursorKey();
  const cursors = new Cursors(() => [key]);
  const runner = new Runner(source, { dataSource: 'test', cursors });
  const { definition } = registry.find('logs.all', KEY);
  const scope = {
    endpoint: 'logs.all',
    view: 'edge',
    arguments: coerceArguments(definition, request('logs.all').arguments, KEY),
    tenant: undefined,
    redact: false,
  };
  const pageAfter = (taken: number) => {
    const after = cursors.of(scope).issue({ timestamp: 1n, id: null, taken });
    const view = { name: 'edge', limit: 1, after };
    return runRequest(runner, request('logs.all', { view }), live());
  };

  expect((await pageAfter(MAX_TAKEN - 1)).rows).toHaveLength(1);
  await expect(pageAfter(MAX_TAKEN)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'Cannot page through more than 10000 rows that have the same timestamp and id',
  });
});

test('Runner plans at once what is compiled, and asks before it compiles', async () => {
  const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });
  const asked = request('logs.all', { sql: 'SELECT 1 AS planned_once' });
  let compilations = 0;
  const onCompile = () => {
    compilations += 1;
  };
  const refuse = () => {
    throw new Error('no more');
  };

  expect(() => runner.plan(asked, { ...live(), onCompile: refuse })).toThrow('no more');
  const first = runner.plan(asked, { ...live(), onCompile });
  expect(first).toBeInstanceOf(Promise);
  await first;

  expect(runner.plan(asked, { ...live(), onCompile: refuse })).not.toBeInstanceOf(Promise);
  expect(runner.plan(request('usage.api-counts'), live())).not.toBeInstanceOf(Promise);
  expect(compilations).toBe(1);
});
