import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheExchange } from '@urql/exchange-graphcache';
import { ClientError, GraphQLClient } from 'graphql-request';
import { Client, fetchExchange } from 'urql';
import { expect, test } from 'vitest';
import { keys, typePolicies } from '../../examples/cache-config.ts';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';

const QUERY = `{
  logsAll(project: "", projectTier: PRO) { rowCount }
  usageApiCounts(project: "demo", interval: DAILY) { rowCount }
}`;
const DATA = { logsAll: null, usageApiCounts: { rowCount: 0 } };

/** A client sends the operation; returns the data and the code that it has. */
type Ask = (url: string, headers: Record<string, string>) => Promise<readonly unknown[]>;

const CLIENTS: Readonly<Record<string, Ask>> = {
  'Apollo Client': async (uri, headers) => {
    const link = new HttpLink({ uri, headers });
    const client = new ApolloClient({ cache: new InMemoryCache({ typePolicies }), link });
    const { data, error } = await client.query({ query: gql(QUERY), errorPolicy: 'all' });
    client.stop();
    return [data, CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.['code']];
  },
  urql: async (url, headers) => {
    const exchanges = [cacheExchange({ keys }), fetchExchange];
    const client = new Client({
      url,
      preferGetMethod: false,
      fetchOptions: { headers },
      exchanges,
    });
    const { data, error } = await client.query(QUERY, {});
    return [data, error?.graphQLErrors[0]?.extensions['code']];
  },
  'graphql-request': async (url, headers) => {
    const data = await new GraphQLClient(url, { headers, errorPolicy: 'all' }).request(QUERY);
    const error = await new GraphQLClient(url, { headers }).request(QUERY).catch((e: unknown) => e);
    return [data, error instanceof ClientError && error.response.errors?.[0]?.extensions?.['code']];
  },
};

test.each(Object.entries(CLIENTS))(
  '%s has the code of a field that fails, and the data of the others',
  async (_, ask) => {
    const { app, key } = await gateway();

    const url = `http://127.0.0.1:${await listen(app)}/graphql`;
    const [data, code] = await ask(url, { 'x-api-key': key });

    expect(data).toMatchObject(DATA);
    expect(code).toBe('BAD_USER_INPUT');
  },
);
