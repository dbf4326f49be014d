import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../src/auth/keys/key-record.ts';
import { filledStore } from './support/filled-store.ts';
import { spawnGateway, startGateway } from './support/gateway-process.ts';
import { AUDIENCE, OidcIssuer, signingKey } from './support/oidc-issuer.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { OWN, SECRET, tenantRows } from './support/tenant-rows.ts';

const CLAIMS = JSON.stringify({
  endpoints: 'app_metadata.endpoints',
  pins: { project: 'app_metadata.project_ref' },
  sandbox: { value: true },
});

const TEN_MINUTES_AGO = new Date(Date.now() - 600_000).toISOString();

/** A folder with rows of two tenants. */
async function filledFolder(): Promise<string> {
  const { dataDir } = await filledStore(tenantRows(TEN_MINUTES_AGO));
  return dataDir;
}

async function gatewayWith(environment: Readonly<Record<string, string>>) {
  const gateway = await startGateway({ folder: await filledFolder(), environment });
  onTestFinished(async () => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  });
  const ask = async (key: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ project_tier: 'PRO', ...query });
    const response = await fetch(`${gateway.url}/api/endpoints/query/logs.all?${search}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: response.status, text: await response.text() };
  };
  return { ask };
}

test('a token of an issuer reads one project and no other, also after the keys rotate', async () => {
  const [first, second] = await Promise.all([signingKey('first'), signingKey('second', 'ES256')]);
  const issuer = await OidcIssuer.start(first);
  const { ask } = await gatewayWith({ OIDC_ISSUER: issuer.url, AUDIENCE, CLAIMS });
  const metadata = { app_metadata: { endpoints: ['logs.all'], project_ref: 'mine' } };
  const token = await issuer.sign(metadata);
  const SQL = 'SELECT STRING_AGG(TO_JSON_STRING(t)) AS all_of_it FROM edge_logs AS t';

  const own = [await ask(token), await ask(token, { sql: SQL })];
  const other = await ask(token, { project: 'other' });
  const without = await ask(await issuer.sign({ app_metadata: { endpoints: ['logs.all'] } }));

  for (const { status, text } of own) {
    expect(status).toBe(200);
    expect(text).toContain(OWN);
    expect(text).not.toContain(SECRET);
  }
  expect(other.status).toBe(403);
  expect(without.status).toBe(401);

  await issuer.publish(second);
  const rotated = await issuer.sign(metadata, second);
  // Fetches that follow each other closely are held back.
  await expect.poll(async () => (await ask(rotated)).status).toBe(200);
  expect((await ask(token)).status).toBe(401);

  await issuer.stop();
  expect((await ask(await issuer.sign(metadata, second))).status).toBe(200);
});

test('the keys in KEYS are let in, and no file is made', async () => {
  const grant = { name: 'ci', endpoints: undefined, pins: {}, redact: false, sandbox: true };
  const { secret, record } = createKey({ ...grant, expires: undefined }, new Date());
  const { ask } = await gatewayWith({ KEYS: JSON.stringify({ version: 1, keys: [record] }) });

  expect((await ask(secret, { project: 'other' })).text).toContain(SECRET);
  expect((await ask(`${secret}x`, { project: 'other' })).status).toBe(401);
});

const TOKENS = { OIDC_ISSUER: 'http://127.0.0.1:1', AUDIENCE };

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'no audience',
    { OIDC_ISSUER: 'http://127.0.0.1:1', CLAIMS },
    'Cannot read the configuration: OIDC_ISSUER needs AUDIENCE: whom tokens are made for\n',
  ],
  [
    'no claims',
    TOKENS,
    'Cannot read the configuration: OIDC_ISSUER needs CLAIMS: which claims say the endpoints and the tenant, like {"endpoints": "app_metadata.endpoints", "pins": {"project": "app_metadata.project_ref"}}\n',
  ],
  [
    'no tenant',
    { ...TOKENS, CLAIMS: '{"endpoints":"*","pins":{}}' },
    'Cannot use CLAIMS: line 1, pins: must pin the tenant (project) to a claim, or say that it is not pinned with "*"; an example is {"endpoints": "app_metadata.endpoints", "pins": {"project": "app_metadata.project_ref"}}\n',
  ],
  [
    'a pin that no endpoint can take',
    {
      KEYS: JSON.stringify({
        version: 1,
        keys: [
          {
            id: 'one',
            name: 'ci',
            sha256: 'ab'.repeat(32),
            created: '2026-07-01T10:00:00Z',
            pins: { project_tier: 'NOSUCH' },
          },
        ],
      }),
    },
    'Cannot use the keys in KEYS: line 1, keys[0].pins.project_tier: Argument "project_tier" cannot be "NOSUCH"; it must be one of FREE, PRO, PAYG, ENTERPRISE (endpoint "logs.all")\n',
  ],
  [
    'a key text of which anything is wrong',
    { KEYS: '{"version":1,"keys":[],\n"scopes":[]}' },
    'Cannot use the keys in KEYS: line 2, scopes: is no member that is known here\n',
  ],
])('main refuses in one line to start with %s', async (_, environment, says) => {
  const { ended, complaints } = await spawnGateway({ folder: temporaryFolder(), environment });

  expect(await ended).toBe(1);
  expect(complaints()).toBe(says);
});
