import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@keyv/redis';

/** A Redis in a process of its own, which may be broken. */
export class RedisProcess {
  readonly port: number;
  readonly #arguments: readonly string[];
  #process: ChildProcess | undefined;

  constructor(port: number, settings: readonly string[] = []) {
    this.port = port;
    this.#arguments = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', ...settings];
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
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
