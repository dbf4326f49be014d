import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isReady } from '../../support/gateway-process.ts';
import { freePort } from '../../support/redis-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = `${process.execPath} -r ${ROOT}src/preload.cjs ${ROOT}src/main.ts`;
const BIN = `${process.execPath} ${ROOT}src/bin.cjs start`;
/** A shell goes on after the service, so it stays between. */
const inShell = (command: string) => ['sh', '-c', `${command}; true`];

interface Started {
  readonly url: string;
  /** The process that was started, which may be one around the service. */
  readonly child: ChildProcess;
}

/** Starts the service by a command, as the leader of a process group, and waits until it is ready. */
async function start(
  [file = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const folder = temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(file, args, {
    cwd: folder,
    detached: true,
    env: {
      DATA_DIR: folder,
      DEMO: 'false',
      // On a busy machine seconds pass between two looks.
      DRAIN_SECONDS: '4',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...environment,
    },
    stdio: 'ignore',
  });
  onTestFinished(() => signalGroup(child, 'SIGKILL'));
  await expect.poll(() => isReady(url), { timeout: 30_000 }).toBe(true);
  return { url, child };
}

function signalGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All have ended.
  }
}

/** Status of `/livez`; undefined where nobody answers. */
async function livez(url: string): Promise<number | undefined> {
  const response = await fetch(`${url}/livez`, { headers: { connection: 'close' } }).catch(
    () => {},
  );
  return response?.status;
}

async function expectDrain(url: string): Promise<void> {
  await expect.poll(() => isReady(url), { timeout: 5_000 }).toBe(false);
  expect(await livez(url)).toBe(200);
  await expect.poll(() => livez(url), { timeout: 10_000 }).toBe(undefined);
}

const posix = test.skipIf(process.platform === 'win32');

posix.each([
  ['npm start', MAIN, 'start'],
  ['npx fieldstone start', BIN, 'npx'],
])('the service drains when the shell of %s is gone', async (_, command, event) => {
  const { url, child } = await start(inShell(command), { npm_lifecycle_event: event });

  child.kill('SIGTERM');

  await expectDrain(url);
});

posix('the service outlives a shell that npm did not start', async () => {
  const { url } = await start(['sh', '-c', `${MAIN} &`]);

  await new Promise((resolve) => setTimeout(resolve, 3_000));

  expect(await isReady(url)).toBe(true);
});

posix('the service drains when fieldstone start is killed', async () => {
  const { url, child } = await start(BIN.split(' '));

  child.kill('SIGKILL');

  await expectDrain(url);
});

posix.each(['SIGTERM', 'SIGHUP'] as const)(
  'a %s to all processes of fieldstone start is one signal',
  async (signal) => {
    const { url, child } = await start(BIN.split(' '));

    signalGroup(child, signal);

    await expectDrain(url);
  },
);
