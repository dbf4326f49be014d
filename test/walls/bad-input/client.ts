import { Agent, request } from 'node:http';
import type { ServerProcess } from '../../bench/cache/server-process.ts';
import { type Bomb, GRAPHQL_ACCEPT } from './bomb.ts';

/** What a request got. */
export interface Outcome {
  readonly status: number;
  readonly ms: number;
  readonly body: string;
}

/** A client with one connection of its own, which it keeps. */
export class Client {
  readonly #server: ServerProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Resolves to the whole answer; rejects where there is none. */
  ask({ method, path, type, body, accept = GRAPHQL_ACCEPT }: Bomb): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const start = performance.now();
    const headers = {
      'x-api-key': this.#server.key,
      accept,
      ...(type && { 'content-type': type }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    };
    const place = { host: '127.0.0.1', port: this.#server.port, agent: this.#agent };
    const sent = request({ ...place, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const ms = performance.now() - start;
        resolve({ status: answer.statusCode ?? 0, ms, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  }

  /** The processor time that the server has used, in milliseconds. */
  async cpuMs(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const { child } = this.#server;
    child.once('message', (message) => resolve((message as { cpu: number }).cpu * 1_000));
    child.send('cpu');
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}
