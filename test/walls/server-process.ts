import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type GatewayProcess, spawnGateway } from '../support/gateway-process.ts';

const READY_WITHIN_MS = 60_000;

/** A gateway with demo data, whose output is kept. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = '';

  private constructor({ url, child, ended }: GatewayProcess) {
    this.url = url;
    this.#child = child;
    this.#ended = ended;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  /** Starts it in the folder; resolves when it listens. */
  static async start(
    folder: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcess> {
    const server = new ServerProcess(
      await spawnGateway({
        folder,
        environment: { DEMO: 'true', LOG_LEVEL: 'warn', ...environment },
        output: 'pipe',
      }),
    );
    const begin = performance.now();
    while (!server.#output.includes('GraphiQL')) {
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
