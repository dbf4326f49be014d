import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { BigQueryError } from './bigquery-error.ts';

/** One HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** How long the other side may say nothing: before its headers and between pieces of the body. */
  readonly silenceMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came back. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** How long a connection may take, TLS included: a peer that takes packets and says nothing must not hold a query. */
const CONNECT_MS = 2_000;

/**
 * Sends requests over kept connections, and never waits without a bound.
 *
 * The client library's own transport knows no abort, and its timeout does nothing: a request that hangs is pending for
 * ever. Here each ends by its answer, its silence or its signal, and its socket with it.
 */
export class HttpExchange {
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, maxFreeSockets: 64 }),
    'https:': new HttpsAgent({ keepAlive: true, maxFreeSockets: 64 }),
  };

  /** Rejects with `unreachable` when no answer came, with `brokenAnswer` when it ended early, or with the signal's reason. */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const { signal } = request;
    signal?.throwIfAborted();
    try {
      const answer = await this.#headersOf(request);
      return { status: answer.statusCode ?? 0, text: await bodyOf(answer) };
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }

  /** Ends every connection. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #headersOf({
    method,
    url,
    headers,
    body,
    silenceMs,
    signal,
  }: HttpRequest): Promise<IncomingMessage> {
    const isHttps = url.protocol === 'https:';
    const agent = this.#agents[isHttps ? 'https:' : 'http:'];
    const options = { method, headers: { ...headers, 'accept-encoding': 'gzip' }, agent, signal };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = (isHttps ? requestHttps : requestHttp)(url, options as object);
    sent.setTimeout(silenceMs, () => sent.destroy(new Error('No answer in time')));
    sent.on('socket', (socket) => boundConnecting(socket, isHttps));
    sent.on('response', resolve);
    sent.on('error', (cause) => {
      reject(BigQueryError.from('unreachable', cause));
    });
    sent.end(body);
    return promise;
  }
}

function boundConnecting(socket: Socket, isTls: boolean): void {
  if (!socket.connecting) return;
  const giveUp = () => socket.destroy(new Error('No connection in time'));
  const timer = setTimeout(giveUp, CONNECT_MS);
  const stop = () => clearTimeout(timer);
  socket.once(isTls ? 'secureConnect' : 'connect', stop);
  socket.once('close', stop);
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  try {
    if (answer.headers['content-encoding'] !== 'gzip') return await readText(answer);
    const unzipped = createGunzip();
    answer.once('error', (error) => unzipped.destroy(error));
    return await readText(answer.pipe(unzipped));
  } catch (cause) {
    throw BigQueryError.from('brokenAnswer', cause);
  }
}
