import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy that alone knows where `bigquery.test` is. */
export async function openProxy(
  target: string,
): Promise<{ readonly url: string; count: () => number }> {
  let count = 0;
  const { port } = new URL(target);
  const server = createServer((request, response) => {
    // What plain proxies get: the whole address.
    count += 1;
    const { pathname, search } = new URL(request.url ?? '');
    void fetch(target + pathname + search).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    });
  });
  server.on('connect', (_, client) => {
    count += 1;
    const upstream = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, count: () => count };
}
