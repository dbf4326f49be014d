import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { RedisProcess } from './redis-process.ts';

/** Whether this machine can start a Redis. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of a test's own, which it may break; it ends with the test. */
export class RedisServer extends RedisProcess {
  constructor(port: number, settings: readonly string[] = []) {
    super(port, settings);
    onTestFinished(() => this.kill());
  }

  /** A running server. */
  static async start(...settings: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), settings);
    await server.start();
    return server;
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
