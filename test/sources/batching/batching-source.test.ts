import { expect, test } from 'vitest';
import { FieldstoneError } from '../../../src/errors.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { BatchingSource } from '../../../src/sources/batching/batching-source.ts';
import type { Member } from '../../../src/sources/batching/merging.ts';
import type { Answer } from '../../../src/sources/source.ts';
import { live } from '../../support/live.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';
import { testPlan } from '../../support/test-plan.ts';
import { askAll, MAX_ROWS, membersOf, pairs, plan, rowsOf } from './test-members.ts';

test('BatchingSource runs a group once and gives each its own rows in their order', async () => {
  const rows: readonly Row[] = [
    [0, 3],
    [1, 2],
    [1, 1],
  ];
  const source = new ScriptedSource(rows);

  const answers = await askAll(pairs(source, 3), [plan('b'), plan('a'), plan('c')]);

  expect(rowsOf(answers)).toEqual([[[3]], [[2], [1]], []]);
  expect(source.queries.map(membersOf)).toEqual([['b', 'a', 'c']]);
  expect(source.queries[0]?.maxRows).toBe(3 * (MAX_ROWS + 1));
});

test('BatchingSource starts when its window ends, and runs who is alone then as he is', async () => {
  const source = new ScriptedSource([[1]]);
  const batching = new BatchingSource(source, { windowMs: 1 });

  const answers = await askAll(batching, [plan('a')]);

  expect(rowsOf(answers)).toEqual([[[1]]]);
  expect(source.queries.map(membersOf)).toEqual([undefined]);
});

test('BatchingSource keeps groups apart, and opens another window for who comes after a full one', async () => {
  const source = new ScriptedSource((asked, run) => ({
    rows: (membersOf(asked.queryAt(run)) ?? []).map((_, position) => [position]),
  }));
  const batching = pairs(source);

  await askAll(
    batching,
    ['1', '2', '3', '4'].flatMap((id) => [plan(id, 'one'), plan(id, 'two')]),
  );

  expect(source.queries.map(membersOf)).toEqual([
    ['1', '2'],
    ['1', '2'],
    ['3', '4'],
    ['3', '4'],
  ]);
});

test('BatchingSource hands on at once what cannot be merged', async () => {
  const source = new ScriptedSource([[1]]);
  const unmerged = testPlan('a');

  await pairs(source).answer(unmerged, live());

  expect(source.plans).toEqual([unmerged]);
});

test('BatchingSource asks for a member once when two ask for it, also when its INT64 has two forms', async () => {
  const source = new ScriptedSource([
    [0, 'one'],
    [1, 'two'],
  ]);

  const answers = await askAll(pairs(source, 3), [plan(1n), plan(2), plan(1)]);

  expect(rowsOf(answers)).toEqual([[['one']], [['two']], [['one']]]);
  expect(source.queries[0]?.maxRows).toBe(2 * (MAX_ROWS + 1));
});

test('BatchingSource cuts the rows of each member as a single run does', async () => {
  const source = new ScriptedSource([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 4],
  ]);

  const answers = await askAll(pairs(source), [plan('a'), plan('b')]);

  expect(answers.map(({ rows, truncated }) => [rows.length, truncated])).toEqual([
    [3, false],
    [3, true],
  ]);
});

test('BatchingSource runs alone whose rows a cut run may have lost', async () => {
  const source = new ScriptedSource((asked, run) =>
    membersOf(asked.queryAt(run))
      ? {
          truncated: true,
          bytesBilled: 10,
          rows: [
            [0, 1],
            [1, 1],
            [1, 2],
            [1, 3],
            [1, 4],
            [2, 1],
          ],
        }
      : { rows: [['alone']], bytesBilled: 100 },
  );

  const answers = await askAll(
    pairs(source, 4),
    ['a', 'b', 'c', 'd'].map((id) => plan(id)),
  );

  expect(rowsOf(answers)).toEqual([[[1]], [[1], [2], [3]], [['alone']], [['alone']]]);
  expect(answers.map(({ bytesBilled }) => bytesBilled)).toEqual([3, 3, 102, 102]);
  expect(answers.map(({ truncated }) => truncated)).toEqual([false, true, false, false]);
});

test('BatchingSource splits what was billed so that the sum is exact', async () => {
  const source = new ScriptedSource(() => ({ bytesBilled: 10_485_761 }));

  const answers = await askAll(pairs(source, 3), [plan('a'), plan('b'), plan('c')]);

  expect(answers.map(({ bytesBilled }) => bytesBilled)).toEqual([3_495_254, 3_495_254, 3_495_253]);
});

test('BatchingSource runs every member alone when the merged query fails, and only the bad one fails', async () => {
  const broken = new FieldstoneError('ENGINE_FAILED', 'The query failed');
  let running = 0;
  let most = 0;
  const source = new ScriptedSource(async (asked, run) => {
    if (membersOf(asked.queryAt(run)) || asked.identity === 'group 3') throw broken;
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return { rows: [[asked.identity]] };
  });
  const batching = pairs(source, 10);

  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) => batching.answer(plan(`${i}`), live())),
  );

  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : answer.reason)),
  ).toEqual(Array.from({ length: 10 }, (_, i) => (i === 3 ? broken : [[`group ${i}`]])));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test.each(['QUERY_TIMEOUT', 'OVERLOADED', 'ENGINE_UNAVAILABLE'] as const)(
  'BatchingSource does not multiply a run that ended with %s',
  async (code) => {
    const source = new ScriptedSource(() => {
      throw new FieldstoneError(code, 'No');
    });
    const batching = pairs(source);

    const answers = await Promise.allSettled([
      batching.answer(plan('a'), live()),
      batching.answer(plan('b'), live()),
    ]);

    expect(answers).toMatchObject([{ reason: { code } }, { reason: { code } }]);
    expect(source.plans).toHaveLength(1);
  },
);

test('BatchingSource runs each alone where all together would be billed too much', async () => {
  const source = new ScriptedSource((asked, run) => {
    if (!membersOf(asked.queryAt(run))) return { rows: [[asked.identity]] };
    throw new FieldstoneError('COST_LIMIT_EXCEEDED', 'Too much');
  });

  const answers = await askAll(pairs(source), [plan('a'), plan('b')]);

  expect(rowsOf(answers)).toEqual([[['group a']], [['group b']]]);
});

test('BatchingSource fails with rows of a member that nobody asked for', async () => {
  const source = new ScriptedSource([[2, 1]]);

  await expect(askAll(pairs(source), [plan('a'), plan('b')])).rejects.toThrow('nobody asked for');
});

test('BatchingSource starts nothing for who left before, and lets others leave while it gathers', async () => {
  const source = new ScriptedSource([[1]]);
  const batching = pairs(source);
  const leaving = new AbortController();

  const gone = batching.answer(plan('x'), live({ signal: AbortSignal.abort(new Error('gone')) }));
  const left = batching.answer(plan('a'), live({ signal: leaving.signal }));
  leaving.abort(new Error('left'));
  const stays = batching.answer(plan('b'), live());

  await expect(gone).rejects.toThrow('gone');
  await expect(left).rejects.toThrow('left');
  await expect(stays).resolves.toMatchObject({ rows: [[1]] });
  expect(source.plans.map(({ identity }) => identity)).toEqual(['group b']);
});

/** A source whose only run ends when the test says so, or when it is aborted. */
function heldSource() {
  const { promise, resolve, reject } = Promise.withResolvers<Partial<Answer>>();
  const signals: AbortSignal[] = [];
  const source = new ScriptedSource((_, { signal }) => {
    signals.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  return { source, signals, finish: resolve };
}

test('BatchingSource answers the others when one leaves during the run, and the bill is theirs', async () => {
  const { source, signals, finish } = heldSource();
  const batching = pairs(source, 3);
  const leaving = new AbortController();

  const left = batching.answer(plan('a'), live({ signal: leaving.signal }));
  const others = [batching.answer(plan('b'), live()), batching.answer(plan('c'), live())];
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  finish({ rows: [[1, 1]], bytesBilled: 4 });

  await expect(Promise.all(others)).resolves.toMatchObject([
    { rows: [[1]], bytesBilled: 2 },
    { rows: [], bytesBilled: 2 },
  ]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test('BatchingSource aborts the run when all have left, and starts no other', async () => {
  const { source, signals } = heldSource();
  const batching = pairs(source);
  const [first, second] = [new AbortController(), new AbortController()];

  const [a, b] = [first, second].map(({ signal }, i) =>
    batching.answer(plan(`${i}`), live({ signal })),
  );
  first.abort(new Error('left'));
  expect(signals[0]?.aborted).toBe(false);
  second.abort(new Error('left too'));

  await expect(a).rejects.toThrow('left');
  await expect(b).rejects.toThrow('left too');
  expect(signals[0]?.aborted).toBe(true);
  expect(source.plans).toHaveLength(1);
});

test('BatchingSource runs again for other keys what was refused for the key of the first', async () => {
  const ofKey = (member: Member, keyId: string) => plan(member, 'group', keyId);
  const source = new ScriptedSource((asked, run) => {
    if (asked.queryAt(run).purpose.keyId === 'a')
      throw new FieldstoneError('RATE_LIMITED', 'too many');
    return {
      rows: [
        [0, 2],
        [1, 3],
      ],
    };
  });
  const merging = pairs(source, 3);

  const [greedy, ...others] = await Promise.allSettled(
    [ofKey('1', 'a'), ofKey('2', 'b'), ofKey('3', 'b')].map((each) => merging.answer(each, live())),
  );

  expect(greedy).toMatchObject({ status: 'rejected', reason: { code: 'RATE_LIMITED' } });
  expect(others).toMatchObject([{ value: { rows: [[2]] } }, { value: { rows: [[3]] } }]);
  expect(source.queries.map(membersOf).at(-1)).toEqual(['2', '3']);
});
