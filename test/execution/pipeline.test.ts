import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { allScans } from '#googlesql';
import type { Caller } from '../../src/auth/caller.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import type {
  DataState,
  Engine,
  EngineQuery,
  EngineResult,
  EngineRun,
  EngineStatement,
} from '../../src/engines/engine.ts';
import { withRun } from '../../src/engines/wrapped-engine.ts';
import { FieldstoneError } from '../../src/errors.ts';
import { createPipeline } from '../../src/execution/pipeline.ts';
import type { RunRequest } from '../../src/execution/request.ts';
import type { RunResult } from '../../src/execution/run-result.ts';
import type { Runner } from '../../src/execution/runner.ts';
import { compiled } from '../support/compiled.ts';
import { HeldEngine } from '../support/held-engine.ts';
import { live } from '../support/live.ts';
import { PROJECT } from '../support/project.ts';
import { runRequest } from '../support/run-request.ts';
import { testCaller } from '../support/test-caller.ts';

const registry = new Registry(prepareEndpoints(PROJECT));

/** An engine that bills each run another amount, and gives none of its members all rows of some merged runs. */
class BillingEngine extends HeldEngine implements Engine {
  readonly bills: number[] = [];
  readonly queries: EngineQuery[] = [];
  readonly #cuts: boolean;

  constructor(cuts: boolean) {
    super();
    this.#cuts = cuts;
  }

  override async run(query: EngineQuery, { signal }: EngineRun): Promise<EngineResult> {
    const number = this.queries.push(query);
    for (let i = 0; i < number % 3; i += 1) await new Promise(setImmediate);
    signal.throwIfAborted();
    if (query.purpose.keyId === 'greedy') throw new FieldstoneError('RATE_LIMITED', 'Too many');
    const bytesBilled = 1_000 + 7 * number;
    this.bills.push(bytesBilled);
    const isMerged = query.purpose.sharers !== undefined;
    return { rows: [], truncated: isMerged && this.#cuts, bytesBilled };
  }
}

const KEYS: Readonly<Record<string, Partial<Caller>>> = {
  plain: {},
  redacting: { redact: true },
  pinned: { pins: new Map([['project', 'a']]) },
  limited: { maxBytes: 1e9 },
  greedy: {},
};

/** A request, as far as it decides which runs it needs. */
interface Asked {
  readonly key: string;
  readonly endpoint: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly sql: string | undefined;
  readonly view: string | undefined;
}

const project = fc.constantFrom('a', 'b');
const key = fc.constantFrom(...Object.keys(KEYS));
const none = fc.constant(undefined);

const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({
    key,
    endpoint: fc.constant('functions.invocation-stats'),
    arguments: fc.record({
      project,
      interval: fc.constantFrom('1hr', '1day'),
      function_id: fc.constantFrom('f1', 'f2', 'f3', ''),
    }),
    sql: none,
    view: none,
  }),
  fc.record({
    key,
    endpoint: fc.constant('usage.api-counts'),
    arguments: fc.record({ project, interval: fc.constantFrom('hourly', 'daily') }),
    sql: fc.constantFrom(undefined, 'SELECT COUNT(*) AS n FROM requests'),
    view: none,
  }),
  fc.record({
    key,
    endpoint: fc.constant('logs.all'),
    arguments: fc.record({ project }),
    sql: none,
    view: fc.constantFrom(undefined, 'edge'),
  }),
);

function requestOf({ key: keyId, view, ...rest }: Asked): RunRequest {
  const caller = testCaller({ keyId, name: keyId, ...KEYS[keyId] });
  const pins = Object.fromEntries(caller.pins);
  return {
    endpoint: registry.find(rest.endpoint, caller),
    caller,
    arguments: { ...rest.arguments, ...pins },
    sql: rest.sql,
    redact: false,
    via: 'rest',
    ...(view !== undefined && { view: { name: view, limit: 3, after: undefined } }),
  };
}

const CACHE_BYTES = 4e6;

function pipeline(engine: Engine) {
  return createPipeline({
    engine,
    dataSource: 'test',
    clock: () => 0n,
    cacheBytes: CACHE_BYTES,
    warmDailyBytes: 0,
    batching: { windowMs: 1, maxMembers: 3 },
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
}

/** Asks for all at once; the results of those that were not refused. */
async function askAll(runner: Runner, wave: readonly Asked[]): Promise<readonly RunResult[]> {
  const results = await Promise.allSettled(
    wave.map((each) => runRequest(runner, requestOf(each), live())),
  );
  results.forEach((result, i) => {
    if (result.status === 'rejected') expect(wave[i]?.key, String(result.reason)).toBe('greedy');
  });
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

test('what all answers are billed is what the engine billed, whoever asks for what at once', async () => {
  const waves = fc.array(fc.array(asked, { maxLength: 12, size: 'max' }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(waves, fc.boolean(), async (all, cuts) => {
      const engine = new BillingEngine(cuts);
      const { runner } = pipeline(engine);
      const results: RunResult[] = [];
      for (const wave of all) results.push(...(await askAll(runner, wave)));

      expect(sumOf(results.map(({ bytesBilled }) => bytesBilled))).toBe(sumOf(engine.bills));
      for (const { bytesBilled, cacheStatus, saved } of results) {
        const isOwn = cacheStatus === 'MISS' || cacheStatus === 'BYPASS';
        expect(bytesBilled > 0).toBe(isOwn);
        expect(saved.cache > 0).toBe(cacheStatus === 'HIT');
        expect(saved.singleFlight > 0).toBe(cacheStatus === 'COLLAPSED');
        if (saved.batching > 0) expect(isOwn).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test("callers' own SQL pushes no stored query's rows out of the cache, and has a quarter of it", async () => {
  const { runner, cache } = pipeline(new BillingEngine(false));
  const ask = async (sql: string | undefined) => {
    const args = { project: 'a', interval: 'hourly' };
    const one: Asked = {
      key: 'plain',
      endpoint: 'usage.api-counts',
      arguments: args,
      sql,
      view: undefined,
    };
    return (await runRequest(runner, requestOf(one), live())).cacheStatus;
  };
  const texts = Array.from({ length: 100 }, (_, i) => `SELECT '${i} ${'x'.repeat(20_000)}' AS x`);

  await ask(undefined);
  for (const text of texts) await ask(text);

  expect(await ask(undefined)).toBe('HIT');
  expect(await ask(texts.at(-1))).toBe('HIT');
  expect(await ask(texts[0])).toBe('MISS');
  const { sandbox } = cache.usage();
  expect(sandbox.bytes).toBeLessThanOrEqual(CACHE_BYTES / 4);
  expect(sandbox.bytes).toBeGreaterThan(CACHE_BYTES / 5);
});

/** An engine whose data a test changes; the state tells the tables that a statement reads. */
class ChangingEngine extends BillingEngine {
  changes = 0;

  constructor() {
    super(false);
  }

  override async run(query: EngineQuery, run: EngineRun): Promise<EngineResult> {
    const dataState = this.dataState(query.statement);
    return { ...(await super.run(query, run)), dataState };
  }

  dataState(statement: EngineStatement): DataState {
    const { resolved } = compiled(statement);
    const scans = [...allScans(resolved.scan)].filter((scan) => scan.kind === 'table');
    const tables = new Set(scans.map(({ table }) => table.name));
    const shared = [...tables].sort().join();
    return { shared, local: `${shared} ${this.changes}` };
  }
}

test('a result is computed anew once its data have changed, whether it was merged with others or not', async () => {
  const engine = new ChangingEngine();
  const { runner } = pipeline(withRun(engine, (query, run) => engine.run(query, run)));
  const ofFunctions = ['f1', 'f2'].map((function_id) => ({
    key: 'plain',
    endpoint: 'functions.invocation-stats',
    arguments: { project: 'a', interval: '1hr', function_id },
    sql: undefined,
    view: undefined,
  }));
  const statuses = async () =>
    (await askAll(runner, ofFunctions)).map(({ cacheStatus }) => cacheStatus);

  const before = [await statuses(), await statuses()];
  engine.changes += 1;
  const after = [await statuses(), await statuses()];

  const both = [Array(2).fill('MISS'), Array(2).fill('HIT')];
  expect([before, after]).toEqual([both, both]);
  expect(engine.queries.map(({ purpose }) => purpose.sharers?.length)).toEqual([2, 2]);
});

test.each([
  ['usage.api-counts', { project: 'a', interval: 'hourly' }],
  ['functions.invocation-stats', { project: 'a', interval: '1hr', function_id: 'f1' }],
])('a miss of %s derives its parameters once', async (name, args) => {
  const { definition, ...endpoint } = registry.find(name, testCaller());
  const { derive } = definition;
  const compute = vi.fn(derive.compute);
  const counted = { ...endpoint, definition: { ...definition, derive: { ...derive, compute } } };
  const { runner } = pipeline(new BillingEngine(false));
  const requested = {
    endpoint: counted,
    caller: testCaller(),
    arguments: args,
    sql: undefined,
    redact: false,
    via: 'rest',
  } as const;

  const statuses = [];
  for (let time = 0; time < 2; time += 1) {
    statuses.push((await runRequest(runner, requested, live())).cacheStatus);
  }

  expect(statuses).toEqual(['MISS', 'HIT']);
  expect(compute).toHaveBeenCalledTimes(1);
});
