import relay, { type ConcreteRequest } from 'relay-runtime';
import { getDataID } from '../../../examples/cache-config.ts';
// Made by relay-compiler from the text of `CACHES_QUERY`: the compiler itself takes 118 MB.
import compiled from './caches-query.relay.json' with { type: 'json' };
import { cachesContract, type Data, type Variables } from './contract.ts';

const { createOperationDescriptor, Environment, fetchQuery, Network, RecordSource, Store } = relay;
const request = compiled as unknown as ConcreteRequest;

cachesContract('Relay', ({ url, headers, isConfigured }) => {
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
    read: async (variables) =>
      environment.lookup(operationOf(variables).fragment).data as unknown as Data,
  };
});
