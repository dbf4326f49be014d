import { expect, test } from 'vitest';
import { FieldstoneError } from '../../src/errors.ts';
import { deadlineSource } from '../../src/sources/limits.ts';
import { ReplicaSingleFlight } from '../../src/sources/replica-single-flight.ts';
import { gateway } from '../support/gateway.ts';
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

const CACHED = { project: 'demo', interval: 'hourly' };
const SQL = { project: 'demo', project_tier: 'PRO', sql: 'SELECT 1 AS n' };

test('a gateway under overload answers what is kept and refuses what is to be run or compiled', async () => {
  const load = { isOverloaded: false };
  const { rest, runs } = await gateway({ load });
  await rest('usage.api-counts', CACHED);
  load.isOverloaded = true;

  const kept = await rest('usage.api-counts', CACHED);
  const cold = await rest('usage.api-counts', { ...CACHED, interval: 'daily' });
  const sql = await rest('logs.all', SQL);

  expect(kept.status).toBe(200);
  for (const refused of [cold, sql]) {
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'OVERLOADED' },
    });
  }
  expect(runs).toHaveLength(1);
});

test('a gateway that is no longer overloaded runs again', async () => {
  const load = { isOverloaded: true };
  const { rest } = await gateway({ load });
  await rest('logs.all', SQL);
  load.isOverloaded = false;

  expect(await rest('logs.all', SQL)).toMatchObject({ status: 200, body: { result: [{ n: 1 }] } });
});

test('a gateway under overload says in GraphQL too when to try again', async () => {
  const { app, key } = await gateway({ load: { isOverloaded: true } });

  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: { query: '{ usageApiCounts(project: "demo", interval: DAILY) { rowCount } }' },
  });

  expect(answer.statusCode).toBe(200);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.json().errors).toMatchObject([{ extensions: { code: 'OVERLOADED' } }]);
  expect(answer.json().errors[0].extensions).not.toHaveProperty('http');
});
