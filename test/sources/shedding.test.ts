import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';

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
