import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  ANONYMOUS,
  DefaultCredentials,
  openCredentials,
} from '../../../../src/engines/bigquery/client/credentials.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const URL_OF_API = new URL('https://bigquery.googleapis.com/bigquery/v2/');

beforeEach(() => {
  // The credentials of whoever runs the tests must not be found.
  vi.stubEnv('HOME', temporaryFolder());
  vi.stubEnv('CLOUDSDK_CONFIG', temporaryFolder());
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** The server that machines in Google's cloud get their tokens from, with a new one for each request. */
async function openMetadataServer() {
  let tokens = 0;
  const server = createServer((request, response) => {
    response.setHeader('metadata-flavor', 'Google');
    response.setHeader('content-type', 'application/json');
    if (!request.url?.includes('/token')) return void response.end('{}');
    tokens += 1;
    response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: 3_600 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present');
  vi.stubEnv('GCE_METADATA_HOST', `127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { count: () => tokens };
}

test('openCredentials says what is missing', async () => {
  await expect(openCredentials('p', undefined)).rejects.toThrow(
    /needs credentials .* GOOGLE_APPLICATION_CREDENTIALS .* BIGQUERY_API_ENDPOINT/,
  );
});

test('openCredentials needs none for an endpoint of one’s own', async () => {
  await expect(openCredentials('p', 'http://127.0.0.1:9050')).resolves.toBe(ANONYMOUS);
});

test('DefaultCredentials asks for one token however many requests wait for it', async () => {
  const { count } = await openMetadataServer();
  const credentials = await DefaultCredentials.open('p');

  const headers = await Promise.all([1, 2, 3].map(() => credentials.headers(URL_OF_API)));

  expect(headers.map(({ authorization }) => authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-1',
    'Bearer token-1',
  ]);
  expect(count()).toBe(1);
});

test('DefaultCredentials.renew gets a new token, once for all who ask together', async () => {
  await openMetadataServer();
  const credentials = await DefaultCredentials.open('p');
  await credentials.headers(URL_OF_API);

  await Promise.all([credentials.renew(), credentials.renew()]);

  const { authorization } = await credentials.headers(URL_OF_API);
  expect(authorization).toBe('Bearer token-2');
});
