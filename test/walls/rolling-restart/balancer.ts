import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isReady } from '../../support/gateway-process.ts';

const PROBE_MS = 100;

interface Replica {
  readonly port: number;
  isReady: boolean;
}

/** A proxy that sends requests to the replicas whose `/readyz` says so, each in its turn, and tries none twice. */
export class Balancer {
  readonly #replicas: readonly Replica[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));
  readonly #probes: NodeJS.Timeout;
  #next = 0;

  constructor(ports: readonly number[]) {
    this.#replicas = ports.map((port) => ({ port, isReady: true }));
    this.#probes = setInterval(() => void this.#probe(), PROBE_MS);
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves when a replica is ready, or is not. */
  async sees(port: number, isReady: boolean): Promise<void> {
    const replica = this.#replicas.find((one) => one.port === port);
    while (replica?.isReady !== isReady) await new Promise((done) => setTimeout(done, PROBE_MS));
  }

  close(): void {
    clearInterval(this.#probes);
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #probe(): Promise<void> {
    await Promise.all(
      this.#replicas.map(async (replica) => {
        replica.isReady = await isReady(`http://127.0.0.1:${replica.port}`);
      }),
    );
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const ready = this.#replicas.filter((replica) => replica.isReady);
    this.#next += 1;
    const replica = ready[this.#next % ready.length];
    if (!replica) {
      answer.writeHead(502).end('no replica is ready');
      return;
    }
    const { method, url, headers } = asked;
    const passed = request({
      host: '127.0.0.1',
      port: replica.port,
      agent: this.#agent,
      method,
      path: url,
      // `connection` is between two neighbours.
      headers: { ...headers, connection: 'keep-alive' },
    });
    passed.on('response', (answered) => {
      const { connection, 'keep-alive': _, ...others } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, others);
      answered.pipe(answer);
    });
    passed.on('error', (error) => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(String(error));
    });
    asked.pipe(passed);
  }
}
