import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as a client that is no browser may send it. */
export interface RawRequest {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What came back. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request over a connection of its own; `fetch` sends no body with GET. */
export async function rawRequest({
  port,
  path,
  method = 'GET',
  headers = {},
  body,
}: RawRequest): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request(
    { host: '127.0.0.1', port, path, method, agent: false, headers: { ...length, ...headers } },
    async (response) => {
      const bytes = await buffer(response);
      const { statusCode: status = 0, headers: received } = response;
      resolve({ status, headers: received, bytes, text: bytes.toString() });
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
