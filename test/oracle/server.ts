import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { isOracleInstalled, requireFromOracle, serverDirectory } from './package.ts';

/** A running reference server and the way to call it. */
export interface OracleServer {
  /** Calls a method of its gRPC service; rejects with an error that has gRPC's `code` and `details`. */
  readonly call: (method: string, request: object) => Promise<unknown>;
  readonly stop: () => void;
}

type Callback = (error: Error | null, response: unknown) => void;

/** The part of a gRPC client that is used here. */
interface Client {
  waitForReady(deadline: number, callback: (error?: Error) => void): void;
  close(): void;
  makeUnaryRequest: unknown;
}

type Service = new (address: string, credentials: unknown, options: object) => Client;

interface Grpc {
  readonly credentials: { createInsecure(): unknown };
  loadPackageDefinition(definition: unknown): {
    zetasql: { local_service: { ZetaSqlLocalService: Service } };
  };
}

interface ProtoLoader {
  loadSync(file: string, options: object): unknown;
}

const MESSAGE_LIMIT = 500 * 1024 * 1024;

/** Starts the reference server on a free port of the loopback interface. */
export async function startServer(): Promise<OracleServer> {
  if (!isOracleInstalled()) {
    throw new Error('Cannot find the reference implementation: run "npm run oracle -- install"');
  }
  const port = await findFreePort();
  const suffix = process.arch.startsWith('arm') ? '_arm' : '';
  const extension = process.platform === 'darwin' ? '' : '.so';
  const child = spawn(
    `${serverDirectory()}remote_server${suffix}${extension}`,
    ['localhost', String(port)],
    { stdio: 'ignore' },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const client = await connect(port, child);
  return {
    call: (method, request) => callMethod(client, method, request),
    stop() {
      client.close();
      kill();
      process.off('exit', kill);
    },
  };
}

async function connect(port: number, child: ChildProcess): Promise<Client> {
  const grpc = requireFromOracle<Grpc>('@grpc/grpc-js');
  const definition = requireFromOracle<ProtoLoader>('@grpc/proto-loader').loadSync(
    'local_service.proto',
    {
      includeDirs: [`${serverDirectory()}protos`],
      keepCase: true,
      longs: String,
      enums: String,
      oneofs: true,
    },
  );
  const { ZetaSqlLocalService } = grpc.loadPackageDefinition(definition).zetasql.local_service;
  const client = new ZetaSqlLocalService(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), {
    'grpc.max_send_message_length': MESSAGE_LIMIT,
    'grpc.max_receive_message_length': MESSAGE_LIMIT,
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    client.waitForReady(Date.now() + 15_000, (error) => (error ? reject(error) : resolve()));
  });
  return client;
}

function callMethod(client: Client, method: string, request: object): Promise<unknown> {
  // gRPC makes the methods of a loaded service at run time, so no type knows them.
  const methods = client as unknown as Record<string, (request: object, done: Callback) => void>;
  return new Promise((resolve, reject) => {
    methods[method]?.call(client, request, (error: Error | null, response: unknown) =>
      error ? reject(error) : resolve(response),
    );
  });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('Cannot find a free port')),
      );
    });
  });
}
