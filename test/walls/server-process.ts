import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** A gateway in a process of its own, as `npm start` runs it. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = '';

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn(process.execPath, ['-r', './src/preload.cjs', 'src/main.ts'], {
      cwd: ROOT,
      env: { PATH: '/usr/bin:/bin', PORT: String(port), LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  /** Resolves when it listens. */
  static async start(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), environment);
    const begin = performance.now();
    while (!server.#output.includes('Fieldstone is ready')) {
      const isOver = server.#child.exitCode !== null || performance.now() - begin > READY_WITHIN_MS;
      if (isOver) throw new Error(`The server did not start:\n${server.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return server;
  }

  /** What it has written so far. */
  get output(): string {
    return this.#output;
  }

  /** The key that a first start prints. */
  get firstKey(): string {
    return /fsk_\w+/.exec(this.#output)?.[0] ?? '';
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The process and all that it has started. */
  get pids(): readonly number[] {
    return withChildren(this.#child.pid ?? 0);
  }

  /** Stops it in order; resolves to how long that took, in milliseconds. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    const begin = performance.now();
    this.#child.kill(signal);
    await this.#ended;
    return performance.now() - begin;
  }
}

/** The resident memory of a process in bytes; 0 for one that is gone. */
export function residentBytes(pid: number): number {
  try {
    const [, kibibytes] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function withChildren(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const pids = children === '' ? [] : children.split(' ').map(Number);
    return [pid, ...pids.flatMap(withChildren)];
  } catch {
    return [];
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
