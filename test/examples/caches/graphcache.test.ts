import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { keys } from '../../../examples/cache-config.ts';
import { CACHES_QUERY, cachesContract, type Data, type Variables } from './contract.ts';

cachesContract('Graphcache', ({ url, headers, isConfigured, fetch }) => {
  const client = new Client({
    url,
    preferGetMethod: false,
    fetch,
    fetchOptions: { headers },
    exchanges: [cacheExchange(isConfigured ? { keys } : {}), fetchExchange],
  });
  const run = async (variables: Variables, requestPolicy: 'network-only' | 'cache-only') => {
    const { data, error } = await client
      .query<Data>(CACHES_QUERY, variables, { requestPolicy })
      .toPromise();
    if (!data) throw error ?? new Error('The cache has no such answer');
    return data;
  };
  return {
    ask: (variables) => run(variables, 'network-only'),
    read: (variables) => run(variables, 'cache-only'),
  };
});
