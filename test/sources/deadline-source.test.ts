import { expect, test } from 'vitest';
import { FieldstoneError } from '../../src/errors.ts';
import { deadlineSource } from '../../src/sources/deadline-source.ts';
import { ReplicaSingleFlight } from '../../src/sources/replica-single-flight.ts';
import { live } from '../support/live.ts';
import { openLevelUp, REDIS_URL } from '../support/redis-level.ts';
import { HeldSource, NOW, openReplica, waits } from '../support/replica.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testPlan } from '../support/test-plan.ts';

const PLAN = testPlan('question');

test('deadlineSource answers what comes in time', async () => {
  const source = deadlineSource(new ScriptedSource([[1]]), 60_000);

  expect(await source.answer(PLAN, live())).toMatchObject({ rows: [[1]] });
});

test('deadlineSource ends a run at its deadline', async () => {
  const below = new HeldSource();
  const source = deadlineSource(below, 20);

  await expect(source.answer(PLAN, live())).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });

  expect(below.runs[0]?.signal.aborted).toBe(true);
});

test('deadlineSource passes on that its caller has left', async () => {
  const caller = new AbortController();
  const answer = deadlineSource(new HeldSource(), 60_000).answer(
    PLAN,
    live({ signal: caller.signal }),
  );

  caller.abort(new Error('Gone'));

  await expect(answer).rejects.toThrow('Gone');
});

test.skipIf(!REDIS_URL)(
  'deadlineSource counts the time in which another replica failed to run',
  async () => {
    const held = new HeldSource();
    const other = await openReplica(held);
    const level = await openLevelUp(REDIS_URL ?? '', { namespace: other.namespace });
    const own = new HeldSource();
    const flight = new ReplicaSingleFlight({
      ...level,
      source: own,
      locks: level.locks,
      clock: () => NOW,
    });
    const failed = other.flight.answer(PLAN, live()).catch((error: unknown) => error);
    await held.begun(1);

    const start = performance.now();
    const answer = Promise.resolve(deadlineSource(flight, 3_000).answer(PLAN, live()));
    const outcome = answer.catch((error: unknown) => error);
    await waits({ ...other, ...level, flight });
    held.runs[0]?.fail(new FieldstoneError('QUERY_TIMEOUT', 'Cannot finish the query'));
    await own.begun(1);

    expect(await outcome).toMatchObject({ code: 'QUERY_TIMEOUT' });
    expect(performance.now() - start).toBeGreaterThan(2_900);
    expect(own.runs[0]?.signal.aborted).toBe(true);
    await failed;
  },
);
