import { expect, test } from 'vitest';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { FieldstoneError } from '../../src/errors.ts';
import { SingleFlight } from '../../src/sources/single-flight.ts';
import type { Answer, Plan, RunOptions, Source } from '../../src/sources/source.ts';
import { live } from '../support/live.ts';
import { testPlan, testQuery } from '../support/test-plan.ts';

/** A source whose runs end when the test says so. */
class HeldSource implements Source {
  readonly runs: {
    readonly signal: AbortSignal;
    finish(answer: Answer): void;
    fail(error: Error): void;
  }[] = [];

  answer(_plan: Plan, { signal }: RunOptions): Promise<Answer> {
    return new Promise((finish, fail) => {
      this.runs.push({ signal, finish, fail });
      signal.addEventListener('abort', () => fail(signal.reason as Error));
    });
  }
}

const ANSWER: Answer = {
  rows: [[1]],
  truncated: false,
  bytesBilled: 0,
  cacheStatus: 'MISS',
  computedAt: 5n,
};

test('SingleFlight runs one plan once for all who ask meanwhile', async () => {
  const source = new HeldSource();
  const flights = new SingleFlight(source);

  const answers = Array.from({ length: 1000 }, () => flights.answer(testPlan('a'), live()));
  source.runs[0]?.finish(ANSWER);
  const [first, ...others] = await Promise.all(answers);

  expect(source.runs).toHaveLength(1);
  expect(first).toEqual(ANSWER);
  expect(new Set(others.map(({ cacheStatus }) => cacheStatus))).toEqual(new Set(['COLLAPSED']));
});

test('SingleFlight runs other keys and later questions apart', async () => {
  const source = new HeldSource();
  const flights = new SingleFlight(source);

  const first = flights.answer(testPlan('a'), live());
  const other = flights.answer(testPlan('b'), live());
  for (const run of source.runs) run.finish(ANSWER);
  await Promise.all([first, other]);
  const later = flights.answer(testPlan('a'), live());
  source.runs[2]?.finish(ANSWER);

  expect((await later).cacheStatus).toBe('MISS');
  expect(source.runs).toHaveLength(3);
});

test('SingleFlight lets no other wait for the run of a key with limits, which may wait for others', async () => {
  const source = new HeldSource();
  const flights = new SingleFlight(source);
  const ask = (keyId: string, limits: EngineQuery['limits'] = {}) => {
    const query = testQuery();
    const purpose = { ...query.purpose, keyId };
    const queryAt = () => ({ ...query, purpose, limits });
    return flights.answer(testPlan('a', { queryAt }), live());
  };

  const answers = [
    ask('limited', { keyBytes: 1 }),
    ask('limited too', { keyDailyBytes: 1 }),
    ask('a'),
    ask('b'),
    ask('late', { keyDailyBytes: 1 }),
  ];
  source.runs[0]?.fail(new Error('too much'));
  source.runs[1]?.finish(ANSWER);
  source.runs[2]?.finish(ANSWER);
  const settled = await Promise.allSettled(answers);

  expect(source.runs).toHaveLength(3);
  expect(settled.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});

test('SingleFlight leaves the others alone when one waiter leaves', async () => {
  const source = new HeldSource();
  const flights = new SingleFlight(source);
  const leaving = new AbortController();

  const first = flights.answer(testPlan('a'), live({ signal: leaving.signal }));
  const second = flights.answer(testPlan('a'), live());
  leaving.abort(new Error('left'));

  await expect(first).rejects.toThrow('left');
  expect(source.runs[0]?.signal.aborted).toBe(false);
  source.runs[0]?.finish(ANSWER);
  await expect(second).resolves.toMatchObject({ rows: [[1]] });
});

test('SingleFlight aborts the run when the last waiter has left, and who comes then starts anew', async () => {
  const source = new HeldSource();
  const flights = new SingleFlight(source);
  const leaving = new AbortController();

  const answers = [
    flights.answer(testPlan('a'), live({ signal: leaving.signal })),
    flights.answer(testPlan('a'), live({ signal: leaving.signal })),
  ];
  leaving.abort(new Error('left'));
  await Promise.allSettled(answers);
  const next = flights.answer(testPlan('a'), live());
  source.runs[1]?.finish(ANSWER);

  expect(source.runs[0]?.signal.aborted).toBe(true);
  await expect(next).resolves.toMatchObject({ cacheStatus: 'MISS' });
});

test('SingleFlight gives a failure to all who wait, and forgets it', async () => {
  const source = new HeldSource();
  const flights = new SingleFlight(source);

  const answers = [flights.answer(testPlan('a'), live()), flights.answer(testPlan('a'), live())];
  source.runs[0]?.fail(new Error('broken'));
  const settled = await Promise.allSettled(answers);
  const next = flights.answer(testPlan('a'), live());
  source.runs[1]?.finish(ANSWER);

  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(next).resolves.toMatchObject({ rows: [[1]] });
});

test('SingleFlight starts nothing for a caller who has left already', async () => {
  const source = new HeldSource();

  await expect(
    new SingleFlight(source).answer(
      testPlan('a'),
      live({ signal: AbortSignal.abort(new Error('gone')) }),
    ),
  ).rejects.toThrow('gone');
  expect(source.runs).toHaveLength(0);
});

/** A plan that a key asks for. */
function planOf(keyId: string): Plan {
  const query = testQuery();
  return testPlan('a', {
    queryAt: () => ({ ...query, purpose: { ...query.purpose, keyId } }),
  });
}

test('SingleFlight asks anew in the name of those who joined a run that was refused for its key', async () => {
  const source = new HeldSource();
  const flights = new SingleFlight(source);
  const refused = new FieldstoneError('RATE_LIMITED', 'too many');
  const greedy = [flights.answer(planOf('a'), live()), flights.answer(planOf('a'), live())];
  const others = ['b', 'b', 'c'].map((keyId) => flights.answer(planOf(keyId), live()));

  source.runs[0]?.fail(refused);
  const outcomes = await Promise.allSettled(greedy);
  await expect.poll(() => source.runs.length).toBe(2);
  source.runs[1]?.finish(ANSWER);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all(others)).toMatchObject([
    { cacheStatus: 'MISS' },
    { cacheStatus: 'COLLAPSED' },
    { cacheStatus: 'COLLAPSED' },
  ]);
});
