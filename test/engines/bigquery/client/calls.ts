import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { BigQueryClient } from '../../../../src/engines/bigquery/client/client.ts';

export const NEVER = new AbortController().signal;
export const PLACE = { project: 'data', dataset: 'logs', table: 'postgres_logs' };

/** Every call that Fieldstone makes. */
export const CALLS: readonly [
  string,
  (client: BigQueryClient, signal: AbortSignal) => Promise<unknown>,
][] = [
  ['query', (client, signal) => client.query({ query: 'SELECT 1' }, signal)],
  ['results', (client, signal) => client.results({ jobId: 'j' }, {}, signal)],
  ['cancel', (client, signal) => client.cancel({ jobId: 'j' }, signal)],
  ['job', (client, signal) => client.job({ jobId: 'j' }, signal)],
  ['dryRun', (client, signal) => client.dryRun({ query: 'SELECT 1' }, signal)],
  ['table', (client, signal) => client.table(PLACE, signal)],
  ['createTable', (client, signal) => client.createTable(PLACE, { schema: [] }, signal)],
];

/** The URL of a server that is closed when the running test ends. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const WHOLE =
  '{"jobComplete":true,"status":{},"jobReference":{"jobId":"j"},"tableReference":{"tableId":"t"}}';

/** A server that answers every call, and keeps what it was sent. */
export async function listenAndKeep(status: (request: IncomingMessage) => number = () => 200) {
  const seen: IncomingMessage[] = [];
  const url = await listen((request, response) => {
    seen.push(request);
    response.writeHead(status(request), { 'content-type': 'application/json' }).end(WHOLE);
  });
  return { seen, url };
}
