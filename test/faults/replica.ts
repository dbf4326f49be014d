import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GatewayProcess, spawnGateway, startGateway } from '../support/gateway-process.ts';
import { freePort } from '../support/redis-server.ts';

/** What a replica is started with. */
export interface ReplicaOptions {
  readonly name: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The checkout whose code it runs. @default this one */
  readonly root?: string;
  /** Whether its start waits until it is ready. @default true */
  readonly waits?: boolean;
}

/** A gateway in a process of its own that can be killed and started again on the same ports. */
export class Replica {
  readonly port: number;
  readonly #options: ReplicaOptions;
  readonly metricsPort: number;
  #gateway: GatewayProcess | undefined;

  private constructor(options: ReplicaOptions, port: number, metricsPort: number) {
    this.#options = options;
    this.port = port;
    this.metricsPort = metricsPort;
  }

  static async start(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options, await freePort(), await freePort());
    await replica.start();
    return replica;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#running.child.pid ?? 0;
  }

  get isRunning(): boolean {
    const child = this.#gateway?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Everything that it has logged; lines of earlier processes come first. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  async start(): Promise<void> {
    const { folder, environment, root, waits = true } = this.#options;
    const start = waits ? startGateway : spawnGateway;
    this.#gateway = await start({
      folder,
      port: this.port,
      environment: { ...environment, METRICS_PORT: String(this.metricsPort) },
      output: openSync(this.#logFile, 'a'),
      ...(root !== undefined && { root }),
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#running.child.kill(signal);
  }

  /** Resolves to the code or the signal with which it ended. */
  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.signal(signal);
    return this.ended();
  }

  ended(): Promise<number | NodeJS.Signals> {
    return this.#running.ended;
  }

  /** Resolves when the process answers, ready or not. */
  async alive(): Promise<void> {
    while (this.isRunning) {
      const alive = await fetch(`${this.url}/livez`).catch(() => undefined);
      if (alive?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The replica ended: ${this.#running.complaints()}`);
  }

  complaints(): string {
    return this.#running.complaints();
  }

  /** The text of its metrics. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
  }

  /** The sum of a metric over all label sets that contain `labels`. */
  async metric(name: string, labels = ''): Promise<number> {
    const lines = (await this.metrics()).split('\n');
    return lines
      .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && line.includes(labels))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  /** What happened in its cache so often. */
  event(name: string): Promise<number> {
    return this.metric('fieldstone_cache_events_total', `event="${name}"`);
  }

  get #running(): GatewayProcess {
    if (!this.#gateway) throw new Error('The replica was not started');
    return this.#gateway;
  }

  get #logFile(): string {
    return join(this.#options.folder, `${this.#options.name}.log`);
  }
}
