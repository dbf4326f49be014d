import { parse, print } from 'graphql';
import relay, { type ConcreteRequest } from 'relay-runtime';
import { expect, test } from 'vitest';
import { getDataID } from '../../../examples/cache-config.ts';
// Made by relay-compiler from the text of `CACHES_QUERY`: the compiler itself takes 118 MB.
import compiled from './caches-query.relay.json' with { type: 'json' };
import { CACHES_QUERY, cachesContract, type Data, type Variables } from './contract.ts';

const { createOperationDescriptor, Environment, fetchQuery, Network, RecordSource, Store } = relay;
const request = compiled as unknown as ConcreteRequest;

cachesContract('Relay', ({ url, headers, isConfigured, fetch }) => {
  const environment = new Environment({
    network: Network.create(async ({ text }, variables) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    }),
    store: new Store(new RecordSource()),
    ...(isConfigured && { getDataID }),
  });
  const operationOf = (variables: Variables) =>
    createOperationDescriptor(request, { ...variables });
  return {
    ask: (variables) => {
      environment.retain(operationOf(variables));
      return fetchQuery(environment, request, { ...variables }).toPromise();
    },
    read: async (variables) => {
      const { data, isMissingData } = environment.lookup(operationOf(variables).fragment);
      if (!data || isMissingData) throw new Error('The cache has no such answer');
      return data as unknown as Data;
    },
  };
});

test('what relay-compiler made is the operation of the other clients', () => {
  expect(print(parse(compiled.params.text))).toBe(print(parse(CACHES_QUERY)));
});
