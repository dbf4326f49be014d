import { ClientError, GraphQLClient, gql } from 'graphql-request';
import { expect, test } from 'vitest';
import { Overview } from '../client/documents.ts';
import { ADDRESS, exampleGateway } from '../examples/example-gateway.ts';

const ENTRIES = gql`
  query Entries($redactPii: Boolean) {
    logsAll(project: "demo", projectTier: PRO, redactPii: $redactPii) { rows { eventMessage } }
  }
`;

interface Entries {
  readonly logsAll: { readonly rows: readonly { readonly eventMessage: string }[] };
}

/** A client of a gateway of its own. */
async function client(key?: string): Promise<GraphQLClient> {
  const started = await exampleGateway();
  const headers = { 'x-api-key': key ?? started.key };
  return new GraphQLClient(`${started.url}/graphql`, { headers });
}

test('graphql-request gets typed data of a typed document', async () => {
  const variables = { project: 'demo', window: 'ONE_HOUR', period: 'HOURLY', tier: 'PRO' } as const;

  const { logsAll, usageApiCounts } = await (await client()).request(Overview, variables);

  expect(logsAll?.rows.map(({ id, timestamp }) => [id, timestamp])[0]).toEqual([
    'entry-4',
    '2026-07-01T11:00:00.123454Z',
  ]);
  expect(usageApiCounts?.rows).toBeInstanceOf(Array);
});

test('graphql-request gets redacted entries by an argument and by a header', async () => {
  const asked = await client();
  const header = { 'svc-endpoint-redact-pii': 'true' };

  const plain = await asked.request<Entries>(ENTRIES);
  const redacted = [
    await asked.request<Entries>(ENTRIES, { redactPii: true }),
    await asked.request<Entries>(ENTRIES, {}, header),
  ];

  expect(JSON.stringify(plain)).toContain(ADDRESS);
  expect(redacted.map(({ logsAll }) => logsAll.rows.length)).toEqual([4, 4]);
  expect(JSON.stringify(redacted)).not.toContain(ADDRESS);
});

test.each([
  ['a wrong key', 'none', ENTRIES, 401, 'UNAUTHENTICATED'],
  ['an unknown field', undefined, gql`{ nothing }`, 400, 'GRAPHQL_VALIDATION_FAILED'],
])('graphql-request sees the code behind %s', async (_, key, document, status, code) => {
  const asked = await client(key);

  const error = await asked.request(document).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(ClientError);
  expect((error as ClientError).response).toMatchObject({
    status,
    errors: [{ extensions: { code } }],
  });
});

test('graphql-request sends operations with GET', async () => {
  const { url, key } = await exampleGateway();
  const headers = { 'x-api-key': key };
  const asked = new GraphQLClient(`${url}/graphql`, { method: 'GET', headers });

  const { logsAll } = await asked.request<Entries>(ENTRIES);

  expect(logsAll.rows).toHaveLength(4);
});
