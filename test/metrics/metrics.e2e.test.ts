import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeKeys } from '../../src/auth/keys/key-file.ts';
import { createKey } from '../../src/auth/keys/key-record.ts';
import { filledStore } from '../support/filled-store.ts';
import { startGateway } from '../support/gateway-process.ts';
import { writeKeys } from '../support/key-file.ts';
import { OidcIssuer } from '../support/oidc-issuer.ts';
import { freePort } from '../support/redis-server.ts';
import { samplesOf } from '../support/samples-of.ts';
import { storedFiles } from '../support/stored-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DAY = 86_400_000;

function keyWith(rights: { readonly metrics?: boolean; readonly endpoints?: readonly string[] }) {
  return createKey(
    {
      name: 'test',
      endpoints: rights.endpoints,
      pins: {},
      redact: false,
      sandbox: true,
      metrics: rights.metrics ?? false,
      expires: new Date(Date.now() + DAY),
    },
    new Date(),
  );
}

async function gatewayWithKeys(environment: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const reader = keyWith({ endpoints: [], metrics: true });
  const caller = keyWith({});
  await changeKeys(`${folder}/keys.json`, () => [reader.record, caller.record]);
  const gateway = await startGateway({ folder, environment });
  onTestFinished(async () => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  });
  const ask = async (path: string, key: string | undefined, init: RequestInit = {}) => {
    const headers = { ...init.headers, ...(key !== undefined && { 'x-api-key': key }) };
    const response = await fetch(`${gateway.url}${path}`, { ...init, headers });
    return { status: response.status, text: await response.text() };
  };
  return { ask, url: gateway.url, reader: reader.secret, caller: caller.secret };
}

const REST = '/api/endpoints/query/usage.api-counts?project=a&interval=daily';

test('GET /metrics counts what was asked, by interface, endpoint, code and cache status', async () => {
  const { ask, caller, reader } = await gatewayWithKeys();
  const graphql = (query: string) =>
    ask('/graphql', caller, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  const both = `{
    usageApiCounts(project: "a", interval: DAILY) { rowCount }
    logsAll(project: "a", projectTier: PRO) { rowCount }
  }`;

  for (let i = 0; i < 5; i += 1) expect(await ask(REST, caller)).toMatchObject({ status: 200 });
  expect(await ask('/api/endpoints/query/usage.api-counts?interval=daily', caller)).toMatchObject({
    status: 400,
  });
  expect(await ask(REST, 'wrong')).toMatchObject({ status: 401 });
  expect(await graphql(both)).toMatchObject({ status: 200 });
  expect(await graphql('{ nothing }')).toMatchObject({ status: 200 });

  const { status, text } = await ask('/metrics', reader);

  expect(status).toBe(200);
  expect(samplesOf(text, 'fieldstone_requests_total')).toEqual({
    'interface="rest",endpoint="usage.api-counts",code="OK",cache="MISS"': 1,
    'interface="rest",endpoint="usage.api-counts",code="OK",cache="HIT"': 4,
    'interface="rest",endpoint="usage.api-counts",code="BAD_USER_INPUT",cache=""': 1,
    'interface="rest",endpoint="",code="UNAUTHENTICATED",cache=""': 1,
    // `/readyz`, until the gateway was ready.
    'interface="probe",endpoint="",code="OK",cache=""': expect.any(Number),
    'interface="graphql",endpoint="several",code="OK",cache="BYPASS"': 1,
    'interface="graphql",endpoint="",code="GRAPHQL_VALIDATION_FAILED",cache=""': 1,
  });
  expect(samplesOf(text, 'fieldstone_results_total')).toEqual({
    'interface="rest",endpoint="usage.api-counts",cache="MISS"': 1,
    'interface="rest",endpoint="usage.api-counts",cache="HIT"': 4,
    'interface="graphql",endpoint="usage.api-counts",cache="HIT"': 1,
    'interface="graphql",endpoint="logs.all",cache="BYPASS"': 1,
  });
  expect(samplesOf(text, 'fieldstone_engine_runs_total')).toEqual({
    'endpoint="usage.api-counts",interface="rest",outcome="OK"': 1,
    'endpoint="logs.all",interface="graphql",outcome="OK"': 1,
  });
  expect(samplesOf(text, 'fieldstone_cache_entries')).toEqual({
    'share="stored"': 1,
    'share="sandbox"': 0,
  });
  expect(samplesOf(text, 'fieldstone_cache_events_total')).toMatchObject({
    'event="memory_miss"': 1,
    'event="memory_hit"': 5,
  });
  expect(samplesOf(text, 'fieldstone_request_phase_seconds_count')).toMatchObject({
    'interface="rest",phase="engine"': 1,
    'interface="graphql",phase="engine"': 1,
  });
  expect(text).toMatch(
    /^fieldstone_build_info\{version="\d+\.\d+\.\d+",node="v\d.*",engine="duckdb"\} 1$/m,
  );
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toContain(caller);
});

test('GET /metrics is refused to keys that were not made for it, and such a key runs nothing', async () => {
  const { ask, caller, reader } = await gatewayWithKeys();

  expect(await ask('/metrics', undefined)).toMatchObject({ status: 401 });
  expect(await ask('/metrics', caller)).toMatchObject({ status: 403 });
  expect(await ask(REST, reader)).toMatchObject({ status: 403 });
});

test('METRICS_PORT offers /metrics on a port of its own, without a key, and only there', async () => {
  const port = await freePort();
  const { ask, caller, reader } = await gatewayWithKeys({ METRICS_PORT: String(port) });
  await ask(REST, caller);

  const response = await fetch(`http://127.0.0.1:${port}/metrics`);

  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(samplesOf(await response.text(), 'fieldstone_engine_runs_total')).toEqual({
    'endpoint="usage.api-counts",interface="rest",outcome="OK"': 1,
  });
  expect(await ask('/metrics', reader)).toMatchObject({ status: 404 });
});

test('a provider that cannot be read, damaged files and a key file that is gone are metrics', async () => {
  const issuer = await OidcIssuer.start();
  await issuer.stop();
  const timestamp = new Date().toISOString();
  const store = await filledStore({ 'postgres.logs': [{ timestamp, id: 'a', project: 'a' }] });
  const folder = store.dataDir;
  const [key = ''] = await writeKeys(join(folder, 'keys.json'), 1);
  const port = await freePort();
  const gateway = await startGateway({
    folder,
    output: 'pipe',
    environment: {
      METRICS_PORT: String(port),
      OIDC_ISSUER: issuer.url,
      AUDIENCE: 'fieldstone',
      CLAIMS: '{"endpoints":"*","pins":{"project":"*"}}',
    },
  });
  onTestFinished(async () => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  });
  let log = '';
  gateway.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const before = await metrics();
  expect(samplesOf(before, 'fieldstone_damaged_files')).toEqual({ '': 0 });
  expect(samplesOf(before, 'fieldstone_config_last_reload_successful')).toEqual({
    'file="keys"': 1,
  });

  appendFileSync(storedFiles(store, 'postgres.logs')[0] ?? '', 'x');
  const sql = 'SELECT id FROM postgres_logs';
  const query = new URLSearchParams({ project: 'a', project_tier: 'PRO', sql });
  const failed = await fetch(`${gateway.url}/api/endpoints/query/logs.all?${query}`, {
    headers: { 'x-api-key': key },
  });
  expect(failed.status).toBe(502);
  rmSync(join(folder, 'keys.json'));

  await expect
    .poll(async () => samplesOf(await metrics(), 'fieldstone_config_last_reload_successful'))
    .toEqual({ 'file="keys"': 0 });
  const after = await metrics();
  expect(samplesOf(after, 'fieldstone_damaged_files')).toEqual({ '': 1 });
  expect(samplesOf(after, 'fieldstone_token_keys_last_fetch_successful')).toEqual({ '': 0 });
  const response = await fetch(`${gateway.url}/readyz`);
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'degraded', damaged: 1, identityProvider: 'unreadable' },
  ]);
  await expect.poll(() => log).toMatch(/"msg":"the key file cannot be used"/);
  expect(log).toMatch(/keys\.json\\": there is no such file/);
});
