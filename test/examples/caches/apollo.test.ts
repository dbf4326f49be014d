import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { expect, test } from 'vitest';
import { typePolicies } from '../../../examples/cache-config.ts';
import { CACHES_QUERY, cachesContract, type Data } from './contract.ts';

const query = gql(CACHES_QUERY);

cachesContract('Apollo Client', ({ url, headers, isConfigured, fetch }) => {
  const cache = new InMemoryCache(isConfigured ? { typePolicies } : {});
  const client = new ApolloClient({ cache, link: new HttpLink({ uri: url, headers, fetch }) });
  return {
    ask: (variables) => client.query({ query, variables, fetchPolicy: 'network-only' }),
    read: async (variables) => {
      const data = cache.readQuery<Data>({ query, variables });
      if (!data) throw new Error('The cache has no such answer');
      return data;
    },
  };
});

test('Apollo Client keeps the views that several operations ask of one project', () => {
  const cache = new InMemoryCache({ typePolicies });
  const view = (name: string) => gql`{ logsAllViews(project: "demo") { ${name} { rowCount } } }`;
  const write = (name: string, typename: string, rowCount: number) =>
    cache.writeQuery({
      query: view(name),
      data: {
        logsAllViews: { __typename: 'LogsAllViews', [name]: { __typename: typename, rowCount } },
      },
    });

  write('edge', 'EdgeLogsResult', 1);
  write('postgres', 'PostgresLogsResult', 2);

  expect(cache.readQuery({ query: view('edge') })).toMatchObject({
    logsAllViews: { edge: { rowCount: 1 } },
  });
});
