import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from 'urql';
import { keys } from '../cache-config.ts';

/** A client for one key: another key needs another client, since the cache knows nothing of headers. */
export function createClient(url: string, key: string): Client {
  return new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { 'X-API-KEY': key } },
    exchanges: [cacheExchange({ keys }), fetchExchange],
  });
}
