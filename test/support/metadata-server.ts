import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** The environment of somebody without credentials: those of whoever runs the tests must not be found. */
export function withoutCredentials(): void {
  vi.stubEnv('HOME', temporaryFolder());
  vi.stubEnv('CLOUDSDK_CONFIG', temporaryFolder());
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
}

/**
 * The server that machines in Google's cloud get their tokens from, with a new one for each request: `token-1`,
 * `token-2`. While `fails` says so it answers 500.
 */
export async function openMetadataServer(fails: () => boolean = () => false) {
  withoutCredentials();
  let tokens = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('metadata-flavor', 'Google');
    response.setHeader('content-type', 'application/json');
    if (!request.url?.includes('/token')) return void response.end('{}');
    if (fails()) return void response.writeHead(500).end('{}');
    tokens += 1;
    response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: 3_600 }));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present');
  vi.stubEnv('GCE_METADATA_HOST', `127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { count: () => tokens };
}
