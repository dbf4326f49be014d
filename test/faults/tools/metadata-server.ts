import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server that machines in Google's cloud get their tokens from: `token-1`, `token-2` and so on. */
export class MetadataServer {
  tokens = 0;
  fails = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ url = '' }, response) => {
      response.setHeader('metadata-flavor', 'Google');
      response.setHeader('content-type', 'application/json');
      if (!url.includes('/token')) return void response.end('{}');
      if (this.fails) return void response.writeHead(500).end('{}');
      this.tokens += 1;
      response.end(JSON.stringify({ access_token: `token-${this.tokens}`, expires_in: 3_600 }));
    });
  }

  static async open(): Promise<MetadataServer> {
    const metadata = new MetadataServer();
    await once(metadata.#server.listen(0, '127.0.0.1'), 'listening');
    return metadata;
  }

  /** The variables of a process that asks it. */
  get environment(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      METADATA_SERVER_DETECTION: 'assume-present',
      GCE_METADATA_HOST: `127.0.0.1:${port}`,
    };
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
