import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FieldstoneError } from '../../errors.ts';
import type { Connections } from '../lifecycle/connections.ts';
import { toProblem } from './problem.ts';

/** Answers requests that Node's HTTP parser rejects with a problem document, then closes the connection. */
export class ClientErrors {
  readonly #connections: Connections;

  constructor(server: Server, connections: Connections) {
    this.#connections = connections;
    server.on('checkExpectation', (_, response) => refuseExpectation(response));
  }

  /** Answers on the raw socket; returns what was sent, or undefined if nothing could be sent. */
  answer(error: NodeJS.ErrnoException, socket: Socket): FieldstoneError | undefined {
    const canAnswer = error.code !== 'ECONNRESET' && socket.writable && this.#isNext(socket);
    const refusal = refusalOf(error);
    if (canAnswer) socket.write(rawAnswer(refusal, randomUUID()));
    socket.destroy();
    return canAnswer ? refusal : undefined;
  }

  /**
   * Whether the next bytes on the socket are the response to the rejected bytes. While an earlier request is still
   * unanswered, the client would take ours for its response.
   */
  #isNext(socket: Socket): boolean {
    const [request, response] = this.#connections.lastExchange(socket) ?? [];
    if (!request || !response || response.writableFinished) return true;
    return !request.complete && !response.headersSent && response.socket === socket;
  }
}

function refuseExpectation(response: ServerResponse): void {
  const message = 'The only expectation that can be met is 100-continue';
  const refusal = new FieldstoneError('BAD_USER_INPUT', message, { status: 417 });
  const requestId = randomUUID();
  const { status, body } = toProblem(refusal, { requestId });
  response.writeHead(status, rawHeaders(refusal, requestId)).end(body);
}

function refusalOf({ code }: NodeJS.ErrnoException): FieldstoneError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The URL and headers are larger than 40 KiB';
    return new FieldstoneError('REQUEST_TOO_LARGE', message, { status: 431 });
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new FieldstoneError('REQUEST_TOO_LARGE', 'The chunk extensions are too large');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'The request did not arrive in time';
    return new FieldstoneError('BAD_USER_INPUT', message, { status: 408 });
  }
  return new FieldstoneError('BAD_USER_INPUT', 'The request is not valid HTTP');
}

function rawHeaders(refusal: FieldstoneError, requestId: string): Record<string, string> {
  const { headers, body } = toProblem(refusal, { requestId });
  return {
    ...headers,
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
}

function rawAnswer(refusal: FieldstoneError, requestId: string): string {
  const { status, body } = toProblem(refusal, { requestId });
  const lines = Object.entries(rawHeaders(refusal, requestId)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
