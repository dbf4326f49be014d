import { expect, onTestFinished, test, vi } from 'vitest';
import { openProxy } from '../../../support/proxy.ts';
import { openClient } from '../open-engine.ts';
import { CALLS, listenAndKeep, NEVER, PLACE } from './calls.ts';

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
  'every call obeys %s',
  async (variable) => {
    const { seen, url } = await listenAndKeep();
    const proxy = await openProxy(url);
    vi.stubEnv(variable, proxy.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const client = openClient('http://bigquery.test');

    await client.query({}, NEVER);
    await client.table(PLACE, NEVER);

    expect([seen.length, proxy.count()]).toEqual([2, 2]);
  },
);

test('NO_PROXY names what is asked without one', async () => {
  const { seen, url } = await listenAndKeep();
  const proxy = await openProxy(url);
  vi.stubEnv('HTTPS_PROXY', proxy.url);
  vi.stubEnv('NO_PROXY', 'example.com,127.0.0.1');
  onTestFinished(() => void vi.unstubAllEnvs());

  for (const [, call] of CALLS) await call(openClient(url), NEVER);

  expect([seen.length, proxy.count()]).toEqual([CALLS.length, 0]);
});
