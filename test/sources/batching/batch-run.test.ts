import { expect, test } from 'vitest';
import { FieldstoneError } from '../../../src/errors.ts';
import type { MergePart } from '../../../src/sources/batching/merging.ts';
import type { Plan } from '../../../src/sources/source.ts';
import { live } from '../../support/live.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';
import { testPlan, testQuery } from '../../support/test-plan.ts';
import { askAll, membersOf, pairs, plan, rowsOf, wayOf } from './test-members.ts';

test('BatchingSource fails for the member alone whose rows break a promise of the endpoint', async () => {
  const source = new ScriptedSource([
    [0, null],
    [1, 1],
  ]);
  const checked = (member: string): Plan => ({
    ...plan(member),
    checkRows: (rows) => {
      if (rows.some(([value]) => value === null))
        throw new FieldstoneError('ENGINE_FAILED', 'NULL');
    },
  });
  const batching = pairs(source);

  const answers = await Promise.allSettled(
    ['a', 'b'].map((member) => batching.answer(checked(member), live())),
  );

  expect(answers).toMatchObject([
    { reason: { code: 'ENGINE_FAILED' } },
    { value: { rows: [[1]] } },
  ]);
  expect(source.plans).toHaveLength(1);
});

/** A plan that can be merged over two parameters. */
function pairPlan(a: string, b: string): Plan {
  const ways = [wayOf(a, `over a, b=${b}`), wayOf(b, `over b, a=${a}`)];
  const merge: MergePart = { familyKey: 'family', ways, queryAt: testQuery };
  return testPlan(`${a} ${b}`, { queryAt: testQuery, mergeAt: () => merge });
}

test('BatchingSource merges over the parameter that makes the fewest runs', async () => {
  const source = new ScriptedSource((asked, run) => ({
    rows: (membersOf(asked.queryAt(run)) ?? [asked.identity]).map((member, i) => [i, member]),
  }));
  const ask = (...pairsOf: [string, string][]) =>
    askAll(
      pairs(source, pairsOf.length),
      pairsOf.map(([a, b]) => pairPlan(a, b)),
    );

  const overA = await ask(['1', 'x'], ['2', 'x'], ['3', 'x']);
  const overB = await ask(['1', 'x'], ['1', 'y'], ['2', 'x'], ['2', 'y'], ['2', 'z']);

  expect(rowsOf(overA)).toEqual([[['1']], [['2']], [['3']]]);
  expect(rowsOf(overB)).toEqual([[['x']], [['y']], [['x']], [['y']], [['z']]]);
  expect(source.queries.map(membersOf)).toEqual([
    ['1', '2', '3'],
    ['x', 'y'],
    ['x', 'y', 'z'],
  ]);
});

test('BatchingSource runs at once whom nobody of the family can join', async () => {
  let running = 0;
  let most = 0;
  const source = new ScriptedSource(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return {};
  });
  const plans = Array.from({ length: 10 }, (_, i) => pairPlan(`${i}`, `${i}`));

  await askAll(pairs(source, 10), plans);

  expect([source.plans.length, most]).toEqual([10, 10]);
});
