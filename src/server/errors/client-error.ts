import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FieldstoneError } from '../../errors.ts';
import type { Connections } from '../lifecycle/connections.ts';
import { type Problem, toProblem } from './problem.ts';

/**
 * Answers a request that Node's HTTP parser rejects with a problem document on the raw socket, then closes the
 * connection. Returns what was sent, or undefined if nothing could be sent.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  connections: Connections,
): FieldstoneError | undefined {
  const canAnswer = error.code !== 'ECONNRESET' && socket.writable && isNext(socket, connections);
  const refusal = refusalOf(error);
  if (canAnswer) socket.write(textOf(rawAnswer(refusal)));
  socket.destroy();
  return canAnswer ? refusal : undefined;
}

/**
 * Whether the next bytes on the socket are the response to the rejected bytes. While an earlier request is still
 * unanswered, the client would take ours for its response.
 */
function isNext(socket: Socket, connections: Connections): boolean {
  const [request, response] = connections.lastExchange(socket) ?? [];
  if (!request || !response || response.writableFinished) return true;
  return !request.complete && !response.headersSent && response.socket === socket;
}

/** Answers 417 to an `Expect` header that Node does not meet, for which no hook runs. */
export function refuseExpectation(response: ServerResponse): void {
  const message = 'The only expectation that can be met is 100-continue';
  const refusal = new FieldstoneError('BAD_USER_INPUT', message, { status: 417 });
  const { status, headers, body } = rawAnswer(refusal);
  response.writeHead(status, headers).end(body);
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

/** The problem document with the headers that hooks would have added. */
function rawAnswer(refusal: FieldstoneError): Problem {
  const requestId = randomUUID();
  const { status, headers, body } = toProblem(refusal, { requestId });
  const more = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status, headers: { ...headers, ...more }, body };
}

function textOf({ status, headers, body }: Problem): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
