import { fileURLToPath } from 'node:url';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { print } from 'graphql';
import { expect, test } from 'vitest';
import { readTrustedDocuments } from '../../src/graphql/documents/documents.ts';
import { Overview } from '../client/documents.ts';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';

const FILE = fileURLToPath(new URL('../generated/persisted-documents.json', import.meta.url));
const VARIABLES = { project: 'demo', window: 'ONE_HOUR', period: 'HOURLY', tier: 'PRO' } as const;
const COLUMNS = { data: { logsAll: { truncated: false, rows: [] } } };

/** As `docs/clients.md` has it. */
const hashOf = (document: object) => (document as { __meta__: { hash: string } }).__meta__.hash;

/** A gateway that runs the documents of codegen's file alone. */
async function trustingGateway() {
  const trusted = readTrustedDocuments(FILE);
  const { app, key } = await gateway({ documents: { trusted, trustedOnly: true } });
  return { url: `http://127.0.0.1:${await listen(app)}/graphql`, headers: { 'x-api-key': key } };
}

test('fetch sends a trusted document by its hash; its text is another than the trusted one', async () => {
  const { url, headers } = await trustingGateway();
  const ask = async (operation: object) => {
    const body = JSON.stringify({ ...operation, variables: VARIABLES });
    const sent = { ...headers, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers: sent, body })).json();
  };

  expect(await ask({ documentId: hashOf(Overview) })).toMatchObject(COLUMNS);
  expect(await ask({ query: print(Overview) })).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});

test('Apollo Client sends a trusted document by its hash', async () => {
  const { url: uri, headers } = await trustingGateway();
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      new PersistedQueryLink({ generateHash: hashOf }),
      new HttpLink({ uri, headers }),
    ]),
  });

  const query = { query: Overview, variables: VARIABLES, fetchPolicy: 'no-cache' } as const;
  expect(await client.query(query)).toMatchObject(COLUMNS);
  client.stop();
});
