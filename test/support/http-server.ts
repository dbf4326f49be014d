import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { RateLimiter } from '../../src/request/rate-limiter.ts';
import type { RateSettings, ServerSettings } from '../../src/request/settings.ts';
import { closeServer } from '../../src/server/lifecycle/drain.ts';
import { createLogger } from '../../src/server/logging/logger.ts';
import { createServer, type ServerOptions } from '../../src/server/server.ts';
import { KnownKeys } from './known-keys.ts';
import { LogLines } from './log-lines.ts';

/** A server with one key, whose log is kept. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly keys: KnownKeys;
  readonly key: string;
  readonly log: LogLines;
}

/** Limits and their counter. */
export interface TestRateLimit extends RateSettings {
  readonly limiter: RateLimiter;
}

/** What a server is made of, with settings that stay as they are. */
export interface TestServerOptions
  extends Partial<ServerOptions>,
    Partial<Pick<ServerSettings, 'keys' | 'corsOrigins'>> {
  readonly rateLimit?: TestRateLimit;
  readonly logLevel?: string;
}

/** Makes a server that is closed when the running test ends. */
export async function httpServer({
  logLevel = 'info',
  corsOrigins = ['*'],
  keys: authenticator,
  rateLimit,
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const keys = new KnownKeys();
  const log = new LogLines();
  const settings = { keys: authenticator ?? keys, corsOrigins, rates: rateLimit };
  const app = await createServer({
    settings: () => settings,
    ...(rateLimit && { limiter: rateLimit.limiter }),
    checkReady: async () => ({ notes: 0, isAnswering: true }),
    routes: [],
    log: createLogger(logLevel, log),
    ...options,
  });
  onTestFinished(() => closeServer(app, { finishMs: 1_000 }));
  return { app, keys, key: keys.add(), log };
}

/** Lets the server listen on a free port of this machine. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends bytes as they are and returns what came back until the connection was closed. */
export async function exchangeBytes(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  // A reset after the answer is how a server refuses the rest of what was sent.
  socket.on('error', () => {});
  socket.on('close', () => resolve(received));
  socket.write(bytes);
  return promise;
}
