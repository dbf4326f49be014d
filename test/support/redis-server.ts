import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { onTestFinished } from 'vitest';

/** Whether this machine can start a Redis. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of a test's own, which it may break; it ends with the test. */
export class RedisServer {
  readonly port: number;
  readonly #arguments: readonly string[];
  #process: ChildProcess | undefined;

  constructor(port: number, settings: readonly string[] = []) {
    this.port = port;
    this.#arguments = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', ...settings];
    onTestFinished(() => this.kill());
  }

  /** A running server. */
  static async start(...settings: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), settings);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Resolves when the server takes connections. */
  async start(): Promise<void> {
    const child = spawn('redis-server', this.#arguments, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = child;
    for await (const line of child.stdout) {
      if (String(line).includes('Ready to accept connections')) break;
    }
    child.stdout.resume();
  }

  /** Stops answering, and keeps the connections. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Sends one command, over a connection of its own. */
  async send(...command: readonly string[]): Promise<unknown> {
    const client = createClient({ url: this.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand([...command]);
    } finally {
      client.destroy();
    }
  }
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return address.port;
}

/** Resolves when the condition holds; the test's own limit of time ends the wait otherwise. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}
