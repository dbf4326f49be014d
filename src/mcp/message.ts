import type { FastifyInstance } from 'fastify';
import { FieldstoneError } from '../errors.ts';
import { jsonSizeFault } from '../request/json-size.ts';
import { plainBody } from '../request/plain-body.ts';
import { attempt } from '../values/attempt.ts';

/** The JSON-RPC error that a body is answered with which is not a message. */
export interface MessageFault {
  readonly code: -32700 | -32600 | -32601;
  readonly message: string;
  readonly status: 400 | 404;
}

/** Reads bodies as bytes: what is wrong with a message is answered as JSON-RPC does. */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.bodyBytes = body as Buffer;
    try {
      const plain = plainBody(body as Buffer, request.headers, request.routeOptions.bodyLimit);
      if (!(plain instanceof Promise)) return done(null, plain);
      plain.then((inflated) => done(null, inflated), done);
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('*', (_, __, done) =>
    done(new FieldstoneError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json')),
  );
}

/** A message, or the error that is answered in its place. */
export type ReadMessage =
  | { readonly message: Readonly<Record<string, unknown>>; readonly fault?: undefined }
  | { readonly fault: MessageFault; readonly id: string | number | null };

/** Reads a message from a body. */
export function readMessage(body: unknown): ReadMessage {
  const text = Buffer.isBuffer(body) ? body.toString() : '';
  const fault = jsonSizeFault(text);
  if (fault !== undefined) return refused(-32600, `The body ${fault}`);
  const message: unknown = attempt(() => JSON.parse(text));
  if (message === undefined) return refused(-32700, 'The body is not valid JSON');
  // Revisions since 2025-06-18 have no batches, which would multiply the cost of a request.
  if (Array.isArray(message)) return refused(-32600, 'Batches are not part of the protocol');
  if (typeof message !== 'object' || message === null) {
    return refused(-32600, 'The body must be a JSON-RPC message');
  }
  const members = message as Readonly<Record<string, unknown>>;
  if (members['method'] === 'subscriptions/listen') return refusedListening(members);
  return { message: members };
}

/** A stream would stay open, and nothing is ever sent on it. */
function refusedListening({ id }: Readonly<Record<string, unknown>>): ReadMessage {
  const isId = typeof id === 'string' || typeof id === 'number';
  return {
    fault: { code: -32601, message: 'Nothing can be subscribed to', status: 404 },
    id: isId ? id : null,
  };
}

function refused(code: -32700 | -32600, message: string): ReadMessage {
  return { fault: { code, message, status: 400 }, id: null };
}
