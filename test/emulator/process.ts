import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadFixtures } from './load-fixtures.ts';
import { PLACE } from './trial.ts';

const START_MS = 30_000;

/** An emulator with the fixture rows, started anew when a query has ended it. */
export class EmulatorProcess {
  readonly url: string;
  readonly #binary: string;
  readonly #ports: readonly [number, number];
  #child: ChildProcess | undefined;
  restarts = 0;

  private constructor(binary: string, ports: readonly [number, number]) {
    this.#binary = binary;
    this.#ports = ports;
    this.url = `http://127.0.0.1:${ports[0]}`;
  }

  static async open(binary: string): Promise<EmulatorProcess> {
    const emulator = new EmulatorProcess(binary, [await freePort(), await freePort()]);
    await emulator.#start();
    return emulator;
  }

  /** Whether a query has ended it. */
  get hasEnded(): boolean {
    return this.#child?.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Ends it and starts it with fresh tables. */
  async restart(): Promise<void> {
    this.restarts += 1;
    await this.close();
    await this.#start();
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child || this.hasEnded) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<void> {
    const [port, grpcPort] = this.#ports;
    const { dataset, project } = PLACE;
    const options = { project, dataset, host: '127.0.0.1', port, 'grpc-port': grpcPort };
    const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    this.#child = spawn(this.#binary, flags, { stdio: 'ignore' });
    const limit = AbortSignal.timeout(START_MS);
    while (!(await answers(this.url))) await sleep(50, undefined, { signal: limit });
    await loadFixtures(this.url, project, dataset);
  }
}

async function answers(url: string): Promise<boolean> {
  const path = `/bigquery/v2/projects/${PLACE.project}/datasets`;
  return fetch(url + path).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
