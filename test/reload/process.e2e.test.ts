import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configMap } from '../support/config-map.ts';
import { spawnGateway, startGateway } from '../support/gateway-process.ts';
import { writeKeys } from '../support/key-file.ts';
import { freePort } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OLD_ID = '1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c';
const SUCCESS = 'fieldstone_config_last_reload_successful{file="config"}';

/** Far more than a poll of the file takes, for a machine that does other things too. */
const SEEN = { timeout: 60_000, interval: 50 };

async function gatewayWithConfigMap() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'config'));
  const { file, swap } = configMap(join(folder, 'config'));
  swap(JSON.stringify({ ENDPOINT_ALIASES: { [OLD_ID]: 'usage.api-counts' } }));
  const [secret = ''] = await writeKeys(join(folder, 'keys.json'), 1);
  const metricsPort = await freePort();
  const output = openSync(join(folder, 'log'), 'w');
  const gateway = await startGateway({
    folder,
    output,
    environment: { CONFIG_FILE: file, METRICS_PORT: `${metricsPort}`, DRAIN_SECONDS: '0' },
  });
  closeSync(output);
  onTestFinished(async () => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  });
  const status = async () => {
    const path = `/api/endpoints/query/${OLD_ID}?project=a&interval=daily`;
    const response = await fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': secret } });
    await response.arrayBuffer();
    return response.status;
  };
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = (text: string) =>
    readFileSync(join(folder, 'log'), 'utf8')
      .split('\n')
      .filter((line) => line.includes(text));
  return { ...gateway, file, swap, status, metrics, lines };
}

test('a gateway follows a ConfigMap, says once what is wrong with it, and drains on SIGHUP', async () => {
  const { child, ended, file, swap, status, metrics, lines } = await gatewayWithConfigMap();
  expect(await status()).toBe(200);
  expect(await metrics()).toContain(`${SUCCESS} 1\n`);

  swap('{"ENDPOINT_ALIASES": {},\n"RATE_LIMIT_PER_MINUTES": 5}');
  await expect.poll(metrics, SEEN).toContain(`${SUCCESS} 0\n`);
  expect(await status()).toBe(200);
  const says = `Cannot use the settings in \\"${file}\\": line 2, RATE_LIMIT_PER_MINUTES: is no member`;
  await expect.poll(() => lines(says), SEEN).toHaveLength(1);

  const swappedAt = Date.now();
  swap('{}');
  await expect.poll(status, SEEN).toBe(404);
  const text = await metrics();
  expect(text).toContain(`${SUCCESS} 1\n`);
  expect(text).toContain('fieldstone_config_last_reload_successful{file="keys"} 1\n');
  const [, seconds] =
    /^fieldstone_config_last_reload_success_timestamp_seconds\{file="config"\} (\S+)$/m.exec(
      text,
    ) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(swappedAt);
  await expect.poll(() => lines('CONFIG_FILE was read again'), SEEN).toHaveLength(1);
  expect(lines(says)).toHaveLength(1);

  child.kill('SIGHUP');
  expect(await ended).toBe(0);
});

test.each([
  ['a member that there is not', '{\n"PORT": 1}', 'line 2, PORT: is no member that is known here'],
  [
    'an alias of no endpoint',
    `{"ENDPOINT_ALIASES": {"${OLD_ID}": "x"}}`,
    'there is no endpoint "x"',
  ],
  ['no file', undefined, 'there is no such file'],
])('a gateway refuses in one line to start with %s', async (_, text, says) => {
  const folder = temporaryFolder();
  const file = join(folder, 'config.json');
  if (text !== undefined) writeFileSync(file, text);

  const { ended, complaints } = await spawnGateway({ folder, environment: { CONFIG_FILE: file } });

  expect(await ended).toBe(1);
  expect(complaints()).toMatch(/^Cannot use the settings in "[^\n]+\n$/);
  expect(complaints()).toContain(says);
});
