import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isReady } from '../../support/gateway-process.ts';
import { freePort } from '../../support/redis-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
// biome-ignore lint/style/noProcessEnv: npm is found there.
const PATH = process.env['PATH'] ?? '';
const MAIN = `${process.execPath} -r ${ROOT}src/preload.cjs ${ROOT}src/main.ts`;
const BIN = `${process.execPath} ${ROOT}src/bin.cjs start`;
/** Starts the service as a child process. */
const BIN_AROUND = `${process.execPath} -r ${ROOT}test/support/without-execve.cjs ${ROOT}src/bin.cjs start`;
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
  await expect.poll(() => isReady(url)).toBe(true);
  return { url, child };
}

function signalGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All have ended.
  }
}

/** Whether a process of its group is left. */
function hasProcesses({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
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
  await expect.poll(() => isReady(url)).toBe(false);
  expect(await livez(url)).toBe(200);
  await expect.poll(() => livez(url)).toBe(undefined);
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

/** Only there another process tells who started it, and only there `/dev/full` is. */
const onLinux = test.runIf(process.platform === 'linux');
const NPM_START = ['npm', 'start', '--prefix', ROOT];

onLinux('the service drains when npm is killed and leaves its shell behind', async () => {
  const { url, child } = await start(NPM_START, { PATH });

  child.kill('SIGKILL');

  await expectDrain(url);
});

onLinux('npm start, where nothing can be written, fails and leaves no process', async () => {
  const full = openSync('/dev/full', 'w');
  const DATA_DIR = temporaryFolder();
  const [file = '', ...args] = NPM_START;
  const child = spawn(file, args, {
    detached: true,
    env: { DATA_DIR, DEMO: 'false', DRAIN_SECONDS: '0', HOST: '127.0.0.1', PATH, PORT: '0' },
    stdio: ['ignore', full, full],
  });
  onTestFinished(() => signalGroup(child, 'SIGKILL'));

  expect(await once(child, 'exit')).toEqual([1, null]);
  await expect.poll(() => hasProcesses(child)).toBe(false);
});

posix('the service outlives a shell that npm did not start', async () => {
  const { url } = await start(['sh', '-c', `${MAIN} &`]);

  await new Promise((resolve) => setTimeout(resolve, 3_000));

  expect(await isReady(url)).toBe(true);
});

posix('the service drains when a fieldstone start around it is killed', async () => {
  const { url, child } = await start(BIN_AROUND.split(' '));

  child.kill('SIGKILL');

  await expectDrain(url);
});

posix.each([
  ['SIGTERM', 'fieldstone start', BIN],
  ['SIGTERM', 'a fieldstone start around it', BIN_AROUND],
  ['SIGHUP', 'a fieldstone start around it', BIN_AROUND],
] as const)('a %s to all processes of %s is one signal', async (signal, _, command) => {
  const { url, child } = await start(command.split(' '));

  signalGroup(child, signal);

  await expectDrain(url);
});
