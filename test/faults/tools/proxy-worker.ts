import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Command } from './fault-proxy.ts';

/** What becomes of connections: `silent` ones are accepted and hear nothing, in neither direction. */
let mode: 'pass' | 'silent' | 'reset' = 'pass';
let target: number = workerData;
/** Speaks in place of the server. */
let impostor: ((client: Socket) => void) | undefined;

const pairs = new Map<Socket, Socket>();
const server = createServer(accept);
let port = 0;

function accept(client: Socket): void {
  client.on('error', () => {});
  if (mode === 'reset') {
    client.resetAndDestroy();
    return;
  }
  if (impostor || mode === 'silent') {
    pairs.set(client, client);
    client.once('close', () => pairs.delete(client));
    impostor?.(client);
    return;
  }
  const upstream = connect(target, '127.0.0.1');
  pairs.set(client, upstream);
  client.once('close', () => {
    pairs.delete(client);
    upstream.destroy();
  });
  upstream.on('error', () => client.destroy());
  upstream.once('close', () => client.destroy());
  client.pipe(upstream).pipe(client);
}

async function listen(): Promise<void> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
}

function destroyAll(): void {
  for (const [client, upstream] of pairs) {
    client.destroy();
    upstream.destroy();
  }
}

async function pass(): Promise<void> {
  // Those that were silenced have lost bytes.
  if (mode === 'silent' || impostor) destroyAll();
  mode = 'pass';
  impostor = undefined;
  if (!server.listening) await listen();
}

function silence(): void {
  mode = 'silent';
  for (const [client, upstream] of pairs) {
    client.unpipe(upstream);
    upstream.unpipe(client);
  }
}

function reset(): void {
  mode = 'reset';
  for (const client of pairs.keys()) client.resetAndDestroy();
}

function refuse(): void {
  server.close();
  destroyAll();
}

/** A command begins with the number of its words. */
function refusing(error: string): (client: Socket) => void {
  return (client) => {
    client.on('data', (bytes) => {
      const commands = bytes.toString('latin1').match(/\*\d+\r\n/g) ?? [];
      client.write(`-${error}\r\n`.repeat(commands.length));
    });
  };
}

async function obey(command: Command): Promise<void> {
  switch (command.kind) {
    case 'pass':
      return pass();
    case 'silence':
      return silence();
    case 'reset':
      return reset();
    case 'refuse':
      return refuse();
    case 'aim':
      target = command.port;
      return destroyAll();
    case 'impersonate': {
      const { error, text = '' } = command;
      impostor = error === undefined ? (client) => client.end(text) : refusing(error);
      return destroyAll();
    }
  }
}

parentPort?.on('message', (command: Command) => {
  void obey(command).then(() => parentPort?.postMessage('done'));
});

await listen();
port = (server.address() as AddressInfo).port;
parentPort?.postMessage(port);
