import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import type { RunRequest } from '../../../src/execution/request.ts';
import { Runner } from '../../../src/execution/runner.ts';
import { createOperation } from '../../../src/graphql/operation/create-operation.ts';
import { RunRecord } from '../../../src/server/run-record.ts';
import type { Answer, Source } from '../../../src/sources/source.ts';
import { live } from '../../support/live.ts';
import { PROJECT } from '../../support/project.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';

const KEY = {
  keyId: 'a',
  name: 'test',
  endpoints: undefined,
  pins: new Map(),
  redact: false,
  sandbox: true,
};

const registry = new Registry(prepareEndpoints(PROJECT));

/** Asks for an endpoint within one operation. */
function operation(source: Source) {
  const options = { ...live(), admit: undefined, record: new RunRecord('graphql') };
  const { run } = createOperation(new Runner(source, { dataSource: 'test' }), options);
  return async (endpoint: string, values: Readonly<Record<string, string>>, sql?: string) =>
    run({ ...requestFor(endpoint, values), sql });
}

function requestFor(endpoint: string, values: Readonly<Record<string, string>>): RunRequest {
  return {
    endpoint: registry.find(endpoint, KEY),
    caller: KEY,
    arguments: { project: 'demo', interval: 'hourly', project_tier: 'PRO', ...values },
    sql: undefined,
    redact: false,
    via: 'graphql',
  };
}

const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'answered'));

const TOO_MANY = {
  code: 'BAD_USER_INPUT',
  message:
    'This operation needs more than 20 runs of the engine, the most allowed; ask for the rest in another',
};

test('createOperation runs a question once and bills it once', async () => {
  const source = new ScriptedSource(() => ({ cacheStatus: 'MISS', bytesBilled: 10 }));
  const run = operation(source);
  const ask = (project: string) => run('usage.api-counts', { project });

  const answers = await Promise.all([ask('a'), ask('b'), ask('a')]);

  expect(source.plans).toHaveLength(2);
  expect(answers.map(({ cacheStatus, bytesBilled }) => [cacheStatus, bytesBilled])).toEqual([
    ['MISS', 10],
    ['MISS', 10],
    ['COLLAPSED', 0],
  ]);
});

test('createOperation refuses what needs a run of the engine beyond the twentieth', async () => {
  const source = new ScriptedSource();
  const ask = operation(source);
  const projects = Array.from({ length: 22 }, (_, i) => `p${i}`);

  const outcomes = await Promise.allSettled(
    ['p0', ...projects].map((project) => ask('usage.api-counts', { project })),
  );

  const [answered, refused] = [outcomes.slice(0, 21), outcomes.slice(21)];
  expect(new Set(codesOf(answered))).toEqual(new Set(['answered']));
  expect(refused).toMatchObject([{ reason: TOO_MANY }, { reason: TOO_MANY }]);
  expect(source.plans).toHaveLength(20);
});

test('createOperation counts runs that can be merged once, and kept answers not at all', async () => {
  const below = new ScriptedSource();
  const kept: Answer = {
    rows: [],
    truncated: false,
    bytesBilled: 0,
    computedAt: 0n,
    cacheStatus: 'HIT',
  };
  const source: Source = {
    answer: (plan, run) => source.peek?.(plan) ?? below.answer(plan, run),
    peek: ({ identity }) => (identity.includes('kept') ? kept : undefined),
  };
  const ask = operation(source);
  const many = Array.from({ length: 30 }, (_, i) => `${i}`);

  const outcomes = await Promise.allSettled([
    ...many.map((id) => ask('functions.invocation-stats', { function_id: id })),
    ...many.map((id) => ask('usage.api-counts', { project: `kept ${id}` })),
  ]);

  expect(new Set(codesOf(outcomes))).toEqual(new Set(['answered']));
});

test('createOperation compiles no more SQL than may run', async () => {
  const source = new ScriptedSource();
  const ask = operation(source);

  const outcomes = await Promise.allSettled(
    Array.from({ length: 58 }, (_, i) => ask('logs.all', {}, `SELECT ${i} AS n`)),
  );

  const codes = codesOf(outcomes);
  expect(codes.slice(0, 20)).toEqual(Array(20).fill('answered'));
  expect(codes.slice(20)).toEqual(Array(38).fill('BAD_USER_INPUT'));
  expect(source.plans).toHaveLength(20);
});

test('createOperation admits each run once, and kept answers without asking', async () => {
  const below = new ScriptedSource(() => ({ cacheStatus: 'MISS' }));
  const kept: Answer = {
    rows: [],
    truncated: false,
    bytesBilled: 0,
    computedAt: 0n,
    cacheStatus: 'HIT',
  };
  const source: Source = {
    answer: (plan, run) => source.peek?.(plan) ?? below.answer(plan, run),
    peek: ({ identity }) => (identity.includes('kept') ? kept : undefined),
  };
  let admitted = 0;
  const admit = async () => {
    admitted += 1;
  };
  const { run, outcome } = createOperation(new Runner(source, { dataSource: 'test' }), {
    ...live(),
    admit,
    record: new RunRecord('graphql'),
  });
  const ask = (project: string, redact = false) =>
    run({ ...requestFor('usage.api-counts', { project }), redact });

  expect(ask('kept')).toMatchObject({ cacheStatus: 'HIT' });
  await ask('kept', true);
  expect(outcome).toMatchObject({ hasMisses: false, results: [{ redacted: false }, {}] });
  await Promise.all([ask('a'), ask('a'), ask('b')]);

  expect(admitted).toBe(2);
  expect(outcome).toMatchObject({ hasMisses: true, results: [{}, {}] });
});
