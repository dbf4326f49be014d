import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE } from '../../src/node-flags.cjs';
import { freePort } from './redis-server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_MS = 150_000;

/** How a gateway is started as a process of its own. */
export interface GatewayProcessOptions {
  /** Its working folder, so that no `.env` of ours is read, and its `DATA_DIR`. */
  readonly folder: string;
  readonly port?: number;
  /** Variables beside the ones that make it a gateway of this machine without demo data. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where its standard output goes; a pipe is read by nobody but the caller. @default 'ignore' */
  readonly output?: 'ignore' | 'pipe' | number;
  /** The checkout whose code runs. @default this one */
  readonly root?: string;
}

/** A whole gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** What it wrote to standard error. */
  readonly complaints: () => string;
  /** The code with which the process ended; the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Starts a gateway without waiting for it. */
export async function spawnGateway({
  folder,
  port,
  environment = {},
  output = 'ignore',
  root = ROOT,
}: GatewayProcessOptions): Promise<GatewayProcess> {
  const usedPort = port ?? (await freePort());
  const child = spawn(
    process.execPath,
    [...SERVICE, '-r', join(root, 'src/preload.cjs'), join(root, 'src/main.ts')],
    {
      cwd: folder,
      env: {
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: String(usedPort),
        DEMO: 'false',
        ...environment,
      },
      stdio: ['ignore', output, 'pipe'],
    },
  );
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1));
  });
  const url = `http://127.0.0.1:${usedPort}`;
  return { url, port: usedPort, child, complaints: () => complaints, ended };
}

/** Starts a gateway and waits until it is ready. */
export async function startGateway(options: GatewayProcessOptions): Promise<GatewayProcess> {
  const gateway = await spawnGateway(options);
  const deadline = performance.now() + START_MS;
  while (!(await isReady(gateway.url))) {
    if (gateway.child.exitCode !== null || performance.now() > deadline) {
      gateway.child.kill('SIGKILL');
      throw new Error(`The gateway does not start: ${gateway.complaints()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return gateway;
}

/** Whether `/readyz` says so. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
