import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the bench where a server listens, and the processor time that it has used whenever the bench asks. */
export function tellReady(server: Server, key: string): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1e6 });
  });
  process.send?.({ port: (server.address() as AddressInfo).port, key });
}
