import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What becomes of connections: `silent` ones are accepted and hear nothing, in neither direction. */
type Mode = 'pass' | 'silent' | 'reset';

/** Stands in front of a server and does to its connections what networks do. */
export class FaultProxy {
  /** The port of the server behind it. */
  target: number;
  readonly #server: Server;
  readonly #pairs = new Map<Socket, Socket>();
  #mode: Mode = 'pass';
  /** Speaks in place of the server. */
  #impostor: ((client: Socket) => void) | undefined;
  #port = 0;

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  static async open(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await proxy.#listen();
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** All goes well again. */
  async pass(): Promise<void> {
    const wasSilent = this.#mode === 'silent' || this.#impostor !== undefined;
    this.#mode = 'pass';
    this.#impostor = undefined;
    // Those that were silenced have lost bytes.
    if (wasSilent) this.#destroyAll();
    if (!this.#server.listening) await this.#listen();
  }

  /** Nothing gets through any more, and nobody is told. */
  silence(): void {
    this.#mode = 'silent';
    for (const [client, upstream] of this.#pairs) {
      client.unpipe(upstream);
      upstream.unpipe(client);
    }
  }

  /** Resets every connection, and each new one. */
  reset(): void {
    this.#mode = 'reset';
    for (const client of this.#pairs.keys()) client.resetAndDestroy();
  }

  /** As if nobody listened. */
  refuse(): void {
    this.#server.close();
    this.#destroyAll();
  }

  /** Puts somebody else in the server's place. */
  replace(impostor: (client: Socket) => void): void {
    this.#impostor = impostor;
    this.#destroyAll();
  }

  close(): void {
    this.refuse();
  }

  async #listen(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  #destroyAll(): void {
    for (const [client, upstream] of this.#pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  #accept(client: Socket): void {
    client.on('error', () => {});
    if (this.#mode === 'reset') return void client.resetAndDestroy();
    if (this.#impostor || this.#mode === 'silent') {
      this.#pairs.set(client, client);
      client.once('close', () => this.#pairs.delete(client));
      this.#impostor?.(client);
      return;
    }
    const upstream = connect(this.target, '127.0.0.1');
    this.#pairs.set(client, upstream);
    client.once('close', () => {
      this.#pairs.delete(client);
      upstream.destroy();
    });
    upstream.on('error', () => client.destroy());
    upstream.once('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  }
}
