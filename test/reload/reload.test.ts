import { PassThrough, type Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { RateLimiter } from '../../src/request/rate-limiter.ts';
import { type ReloadingGateway, reloadingGateway } from '../support/reloading-gateway.ts';
import { OWN } from '../support/tenant-rows.ts';
import { WRONG_CONFIG_FILES } from './wrong-config-files.ts';

const OLD_ID = '1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c';
const OTHER_ID = '2e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c';

/** Arguments of `usage.api-counts`, whose answers are kept. */
const COUNTS = { project: 'mine', interval: 'daily' };

function asking({ rest, graphql, secret }: ReloadingGateway) {
  const key = { 'x-api-key': secret };
  return {
    counts: (name: string, headers = {}) => rest(name, COUNTS, { ...key, ...headers }),
    sandbox: async (endpoint: string) => {
      const query = `query Q($a: JSON!) { sandbox(endpoint: "${endpoint}", arguments: $a, sql: "SELECT 1 AS n") { rowCount } }`;
      const a = { project: 'mine', project_tier: 'PRO' };
      const { errors = [] } = await graphql(query, { a }, key);
      return errors.map(({ extensions }) => extensions.code);
    },
  };
}

test('a changed alias is an endpoint at once on both interfaces, and a removed one is none', async () => {
  const made = await reloadingGateway({ settings: { ENDPOINT_ALIASES: { [OLD_ID]: 'logs.all' } } });
  const { sandbox } = asking(made);
  const statusOf = async (id: string) =>
    (await made.rest(id, { project: 'mine', project_tier: 'PRO' }, { 'x-api-key': made.secret }))
      .status;
  expect([await statusOf(OLD_ID), await statusOf(OTHER_ID)]).toEqual([200, 404]);
  expect([await sandbox(OLD_ID), await sandbox(OTHER_ID)]).toEqual([[], ['ENDPOINT_NOT_FOUND']]);

  await made.change({ ENDPOINT_ALIASES: { [OTHER_ID]: 'logs.all' } });
  expect([await statusOf(OLD_ID), await statusOf(OTHER_ID)]).toEqual([404, 200]);
  expect([await sandbox(OLD_ID), await sandbox(OTHER_ID)]).toEqual([['ENDPOINT_NOT_FOUND'], []]);

  await made.change({});
  expect([await statusOf(OTHER_ID), await statusOf('logs.all')]).toEqual([404, 200]);
});

test('changed origins count for preflights, answers and errors before any hook', async () => {
  const made = await reloadingGateway({ settings: { CORS_ORIGINS: ['https://a.example'] } });
  const allowed = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const answers = [
      await made.app.inject({ method: 'OPTIONS', url: '/graphql', headers }),
      await made.app.inject({ url: '/livez', headers }),
      await made.app.inject({ url: '/%zz', headers }),
    ];
    return answers.map((answer) => answer.headers['access-control-allow-origin']);
  };
  const [A, B] = ['https://a.example', 'https://b.example'];
  const never = Array(3).fill(undefined);
  expect([await allowed(A), await allowed(B)]).toEqual([[A, A, A], never]);

  await made.change({ CORS_ORIGINS: [B] });
  expect([await allowed(A), await allowed(B)]).toEqual([never, [B, B, B]]);

  await made.change({});
  expect(await allowed(A)).toEqual(['*', '*', '*']);
});

test('changed limits count for the requests of the running minute', async () => {
  const made = await reloadingGateway({ settings: { RATE_LIMIT_PER_MINUTE: 100 } });
  const { counts } = asking(made);
  for (let i = 0; i < 4; i += 1) expect((await counts('usage.api-counts')).status).toBe(200);

  await made.change({ RATE_LIMIT_PER_MINUTE: 3 });
  const refused = await counts('usage.api-counts');
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(refused.headers['ratelimit-policy']).toBe('"default";q=3;w=60');

  await made.change({ RATE_LIMIT_PER_MINUTE: 3, RATE_LIMIT_CACHED: false });
  expect((await counts('usage.api-counts')).status).toBe(200);

  await made.change({});
  expect((await counts('usage.api-counts')).headers['ratelimit-policy']).toBe(
    '"default";q=600000;w=60',
  );
});

test('a changed limit of addresses counts for requests without a valid key', async () => {
  const made = await reloadingGateway({ settings: { REFUSED_KEYS_PER_MINUTE: 2 } });
  const refusal = async () => (await made.app.inject({ url: '/api/endpoints' })).statusCode;
  expect([await refusal(), await refusal(), await refusal()]).toEqual([401, 401, 429]);

  await made.change({ REFUSED_KEYS_PER_MINUTE: 100 });
  expect(await refusal()).toBe(401);
});

test('limits of one key come in place of its own, and go with their entry', async () => {
  const made = await reloadingGateway();
  const { counts } = asking(made);
  const asked = async () => ({
    policy: (await counts('logs.all')).headers['ratelimit-policy'],
    run: await made.rest(
      'logs.all',
      { project: 'mine', project_tier: 'PRO' },
      { 'x-api-key': made.secret },
    ),
    bounds: made.runs.at(-1)?.bounds,
    limits: made.runs.at(-1)?.limits,
  });

  const limits = { requestsPerMinute: 50, maxRunning: 1, maxWaiting: 2, maxBytes: 3e9 };
  await made.change({ KEY_LIMITS: { [made.keyId]: limits, another: { requestsPerMinute: 1 } } });
  expect(await asked()).toMatchObject({
    policy: '"default";q=50;w=60',
    bounds: { maxRunning: 1, maxWaiting: 2 },
    limits: { keyBytes: 3e9 },
  });

  await made.change({ KEY_LIMITS: { another: { requestsPerMinute: 1 } } });
  const without = await asked();
  expect(without.policy).toBe('"default";q=600000;w=60');
  expect(without.bounds?.maxRunning).toBeUndefined();
  expect(without.limits?.keyBytes).toBeUndefined();
});

test('a reload drops the answers of the microcache', async () => {
  const made = await reloadingGateway({
    settings: { ENDPOINT_ALIASES: { [OLD_ID]: 'usage.api-counts' } },
  });
  const { counts } = asking(made);
  // Computed, noted, kept.
  for (let time = 0; time < 3; time += 1) await counts(OLD_ID);
  const kept = await counts(OLD_ID);
  expect(kept.body.result).toEqual([]);

  await made.change({ ENDPOINT_ALIASES: { [OLD_ID]: 'logs.all' } });
  expect((await counts(OLD_ID)).body.result.map(({ id }) => id)).toEqual([`${OWN}-id`]);
});

test('a request finishes on the settings that it began with, and leaves nothing of them behind', async () => {
  let begun = 0;
  const limiter: RateLimiter = {
    take: () => {
      begun += 1;
      return { taken: 1, resetMs: 60_000 };
    },
  };
  const settings = {
    ENDPOINT_ALIASES: { [OLD_ID]: 'usage.api-counts' },
    CORS_ORIGINS: ['https://a.example'],
    RATE_LIMIT_PER_MINUTE: 7,
  };
  const made = await reloadingGateway({ settings, limiter });
  const post = (payload: string | Readable) =>
    made.app.inject({
      method: 'POST',
      url: `/api/endpoints/query/${OLD_ID}`,
      headers: {
        'x-api-key': made.secret,
        'content-type': 'application/json',
        origin: 'https://a.example',
      },
      payload,
    });
  const body = JSON.stringify(COUNTS);
  // Kept rows that were asked for again, so that the microcache would keep the answer.
  await post(body);
  await post(body);

  const before = begun;
  const bodies = [new PassThrough(), new PassThrough()];
  const running = bodies.map(post);
  await expect.poll(() => begun).toBe(before + 2);
  await made.change({});
  for (const one of bodies) one.end(body);

  for (const { statusCode, headers } of await Promise.all(running)) {
    expect(statusCode).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
    expect(headers['ratelimit-policy']).toBe('"default";q=7;w=60');
  }
  expect((await post(body)).statusCode).toBe(404);
});

test('bad files leave the settings in force and are reported once each; the next good one is used', async () => {
  const made = await reloadingGateway({
    settings: { ENDPOINT_ALIASES: { [OLD_ID]: 'usage.api-counts' } },
  });
  const { counts } = asking(made);

  for (const { text, says } of WRONG_CONFIG_FILES) {
    const said = await made.report(text);
    expect(said).toContain(`Cannot use the settings in "${made.file}": `);
    expect(said).toContain(says);
    expect(said).not.toContain('\n');
  }
  expect(made.isInForce()).toBe(false);
  expect((await counts(OLD_ID)).status).toBe(200);
  expect(made.reports).toHaveLength(WRONG_CONFIG_FILES.length);

  await made.change({});
  expect(made.isInForce()).toBe(true);
  expect((await counts(OLD_ID)).status).toBe(404);
});

test('a variable comes before its member, which is reported', async () => {
  const made = await reloadingGateway({
    environment: { RATE_LIMIT_PER_MINUTE: '5' },
    settings: { RATE_LIMIT_PER_MINUTE: 50 },
  });
  const { counts } = asking(made);

  await made.change({ RATE_LIMIT_PER_MINUTE: 500, RATE_LIMIT_CACHED: true });

  expect((await counts('logs.all')).headers['ratelimit-policy']).toBe('"default";q=5;w=60');
  const overridden = 'overridden: RATE_LIMIT_PER_MINUTE';
  expect(made.reports).toEqual([overridden, 'again', overridden]);
});
