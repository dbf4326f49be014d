import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type GatewayProcess,
  type GatewayProcessOptions,
  isReady,
  spawnGateway,
  startGateway,
} from './support/gateway-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

async function gatewayWith(options: Partial<GatewayProcessOptions> = {}): Promise<GatewayProcess> {
  const gateway = await startGateway({ folder: temporaryFolder(), ...options });
  onTestFinished(async () => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  });
  return gateway;
}

/** Sends requests that are refused, each of which writes a line of some hundred bytes to the log. */
async function makeLogLines(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 100) {
    const batch = Array.from({ length: 100 }, async () => {
      const response = await fetch(`${url}/${'x'.repeat(400)}`);
      await response.arrayBuffer();
    });
    await Promise.all(batch);
  }
}

async function isAlive(url: string): Promise<boolean> {
  const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(5_000) });
  return response.status === 200;
}

test('main goes on, and ends in order, while its log is on a full disk', async () => {
  const gateway = await gatewayWith({ output: openSync('/dev/full', 'w') });

  await makeLogLines(gateway.url, 300);
  expect(await isAlive(gateway.url)).toBe(true);
  gateway.child.kill('SIGTERM');

  expect(await gateway.ended).toBe(0);
});

test('main goes on while its log is a pipe that nobody reads, and writes on when somebody does', async () => {
  const { url, child } = await gatewayWith({ output: 'pipe' });
  const pipeBytes = 65_536;

  await makeLogLines(url, 300);
  expect(await isAlive(url)).toBe(true);
  let log = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });

  await expect.poll(() => log.match(/"status":401/g)?.length).toBe(300);
  expect(log.length).toBeGreaterThan(2 * pipeBytes);
});

test('main goes on when the readers of its log and of its errors have left', async () => {
  const { url, child, ended } = await gatewayWith({ output: 'pipe' });
  child.stdout?.destroy();
  child.stderr?.destroy();

  await makeLogLines(url, 300);
  expect(await isAlive(url)).toBe(true);
  child.kill('SIGTERM');

  expect(await ended).toBe(0);
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'main is not ready but answers for a while after %s, and ends with 0',
  async (signal) => {
    const { url, child, ended } = await gatewayWith({ environment: { DRAIN_SECONDS: '8' } });

    child.kill(signal);
    await expect.poll(() => isReady(url)).toBe(false);
    expect(await isAlive(url)).toBe(true);

    expect(await ended).toBe(0);
  },
);

test('main ends at once at a second signal', async () => {
  const { url, child, ended } = await gatewayWith({ environment: { DRAIN_SECONDS: '20' } });

  child.kill('SIGTERM');
  await expect.poll(() => isReady(url)).toBe(false);
  // Signals that come together are one.
  await new Promise((resolve) => setTimeout(resolve, 600));
  child.kill('SIGTERM');

  expect(await ended).toBe(1);
});

test('main refuses arguments, which npm start hands on', () => {
  const { status, stderr } = spawnSync(process.execPath, ['src/main.ts', '--port', '1'], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([
    2,
    '"start" takes no arguments; settings are environment variables or .env\n',
  ]);
});

test('main shows the first key, though its port turns out to be taken', {
  timeout: 240_000,
}, async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const output = join(folder, 'output');

  const { ended, complaints } = await spawnGateway({
    folder,
    port,
    environment: { DEMO: 'true', DATA_DIR: dataDir },
    output: openSync(output, 'w'),
  });

  expect(await ended).toBe(1);
  expect(complaints()).toContain(`Port ${port} is in use`);
  const [key = ''] = /fsk_\w+/.exec(readFileSync(output, 'utf8')) ?? [];
  const { keys } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'));
  expect(keys[0].sha256).toBe(hash('sha256', key));
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('main refuses in one line to start on a data folder that it cannot write into', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');

  const { ended, complaints } = await spawnGateway({
    folder,
    environment: { DATA_DIR: 'file', DEMO: 'true' },
  });

  expect(await ended).toBe(1);
  expect(complaints()).toBe('Cannot write into the data folder "file": it is not a folder\n');
});

test('main refuses in one line to start on a key file of which anything is wrong', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'keys.json'), '{"version":1,"keys":[],\n"scopes":[]}');

  const { ended, complaints } = await spawnGateway({ folder });

  expect(await ended).toBe(1);
  expect(complaints()).toMatch(/^Cannot .* in "[^"\n]*": line 2, scopes: is no member .*\n$/);
});
