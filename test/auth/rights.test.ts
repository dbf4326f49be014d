import { describe, expect, test } from 'vitest';
import { MemoryRateLimiter } from '../../src/request/rate-limiter.ts';
import { askSandbox, INTERFACES } from '../execution/attacks/ask.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { type GivenRights, KINDS, type Opened } from '../support/kinds-of-keys.ts';
import { OWN, SECRET, tenantRows } from '../support/tenant-rows.ts';

const ROWS = tenantRows('2026-07-01T11:00:00Z');

/** Arguments of `usage.api-counts`, whose answers are kept. */
const DAILY = { project: 'mine', interval: 'daily' };

async function gatewayFor({ authenticator }: Opened): Promise<Gateway> {
  return gateway({
    rows: ROWS,
    authenticator,
    rateLimit: {
      limiter: new MemoryRateLimiter(),
      requestsPerMinute: 1_000,
      refusalsPerMinute: 1_000,
      countCached: true,
    },
  });
}

type Open = (rights: GivenRights) => Promise<Opened>;

/** A gateway that knows one key, and how to ask its `logs.all` over REST. */
async function askWith(open: Open, rights: GivenRights) {
  const opened = await open(rights);
  const asked = await gatewayFor(opened);
  const key = { 'x-api-key': opened.secret };
  const ask = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    asked.rest('logs.all', { project_tier: 'PRO', ...query }, { ...key, ...headers });
  return { asked, ask, key, secret: opened.secret };
}

describe.each(KINDS)('%s, and its pins:', (_, open) => {
  test('with a pinned tenant reads that tenant and no other, on every interface', async () => {
    const { asked, ask, secret } = await askWith(open, { pins: { project: 'mine' } });

    const own = [await ask(), await ask({ project: 'mine' })];
    const other = await ask({ project: 'other' });

    expect(own.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of own) expect(body.result.map(({ id }) => id)).toEqual([`${OWN}-id`]);
    expect(other).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    for (const via of INTERFACES) {
      const sql = 'SELECT STRING_AGG(event_message) AS all_of_it FROM edge_logs';
      const { text } = await askSandbox(asked, sql, via, secret);
      expect(text).toContain(OWN);
      expect(text).not.toContain(SECRET);
    }
  });

  test('with a blank tenant reads nothing', async () => {
    const { ask } = await askWith(open, { pins: { project: ' ' } });

    const answers = [await ask(), await ask({ project: ' ' }), await ask({ project: 'mine' })];

    for (const { body } of answers) expect(body.result ?? []).toEqual([]);
  });

  test('with no pin reads the tenant that it names', async () => {
    const { ask } = await askWith(open, {});

    const { body } = await ask({ project: 'other' });

    expect(body.result.map(({ id }) => id)).toEqual([`${SECRET}-id`]);
  });
});

describe.each(KINDS)('%s, and its rights:', (_, open) => {
  test('runs the endpoints that it names and no others', async () => {
    const { asked, ask, key } = await askWith(open, { endpoints: ['usage.api-counts'] });

    const usage = await asked.rest('usage.api-counts', DAILY, key);

    expect(usage.status).toBe(200);
    expect((await ask({ project: 'mine' })).status).toBe(403);
  });

  test('that names no endpoint at all runs none', async () => {
    const { ask } = await askWith(open, { endpoints: [] });

    expect((await ask({ project: 'mine' })).status).toBe(403);
  });

  test('without the sandbox sends no SQL', async () => {
    const { ask } = await askWith(open, { sandbox: false });

    expect(await ask({ project: 'mine', sql: 'SELECT 1' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  });

  test('may send so many requests a minute', async () => {
    const { ask } = await askWith(open, { requestsPerMinute: 2 });

    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await ask({ project: 'mine' })).status);

    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe.each(KINDS)('%s, and its origins and limits:', (_, open) => {
  test('is refused to pages of other origins, also by answers that are kept', async () => {
    const { asked, key } = await askWith(open, {
      origins: ['https://app.example.com', 'https://*.b.example'],
    });
    const from = (origin: string) => asked.rest('usage.api-counts', DAILY, { ...key, origin });

    const allowed = [
      await asked.rest('usage.api-counts', DAILY, key),
      await from('https://app.example.com'),
      await from('https://x.b.example'),
    ];
    const refused = [
      await from('https://evil.example'),
      await from('https://app.example.com.evil.example'),
      await from('null'),
    ];
    const graphql = await asked.graphql(
      '{ __typename }',
      {},
      { ...key, origin: 'https://b.example' },
    );

    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of allowed) expect(`${headers['vary']}`).toMatch(/\bOrigin\b/);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      // So that the page can read why.
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    expect(graphql).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });

  test('that lists every origin is refused to none', async () => {
    const { ask } = await askWith(open, { origins: ['*'] });

    expect((await ask({ project: 'mine' }, { origin: 'https://a.example' })).status).toBe(200);
  });

  test('has its limits, and is the same caller every time', async () => {
    const limits = {
      redact: true,
      sandbox: false,
      maxBytes: 10e9,
      dailyBytes: 1e12,
      maxRunning: 2,
      maxWaiting: 9,
      requestsPerMinute: 60,
    };
    const { authenticator, secret } = await open({ ...limits, pins: { interval: 'daily' } });

    const caller = await authenticator.authenticate(secret);

    expect(caller).toMatchObject({ ...limits, pins: new Map([['interval', 'daily']]) });
    expect(authenticator.authenticate(secret)).toBe(caller);
  });
});
