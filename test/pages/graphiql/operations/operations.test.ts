import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../../src/catalog/prepare.ts';
import { pageData } from '../../../../src/graphql/page-data.ts';
import { createSchema } from '../../../../src/graphql/schema/schema.ts';
import {
  endpointOperation,
  exampleOperations,
  operationNameIn,
  sandboxOperation,
} from '../../../../src/pages/graphiql/operations/operations.ts';
import { gateway } from '../../../support/gateway.ts';
import { PROJECT } from '../../../support/project.ts';

test.each([
  ['query A { a } query B { b }', 'B', 'B'],
  ['query A { a }', 'Before', undefined],
  ['{ a }', 'Before', undefined],
  ['query A { a }', null, undefined],
  ['query {', 'A', 'A'],
])('in %j the name %j is sent as %j', (document, name, sent) => {
  expect(operationNameIn(document, name)).toBe(sent);
});

const prepared = prepareEndpoints(PROJECT);
const { endpoints } = pageData(prepared, createSchema(prepared));

const operations = [
  ...exampleOperations(endpoints),
  ...endpoints.map((endpoint) => sandboxOperation(endpoint)),
].map((query) => ({ name: /query (\w+)/.exec(query)?.[1], query }));

test.each(operations)('the example $name runs unchanged', async ({ query }) => {
  const { graphql } = await gateway();

  const { errors, data } = await graphql(query);

  expect(errors).toBeUndefined();
  expect(Object.values(data ?? {})).not.toContain(null);
});

test('operations take the values that a key is pinned to', async () => {
  const { app, keys } = await gateway();
  const key = keys.add({ pins: new Map([['project', 'o"ne']]) });

  for (const endpoint of endpoints) {
    for (const make of [endpointOperation, sandboxOperation]) {
      const query = make(endpoint, { project: 'o"ne' });
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'x-api-key': key },
        payload: { query },
      });

      expect(response.json().errors).toBeUndefined();
    }
  }
});

test('a pinned value of an enum is spelt as in GraphQL', () => {
  const endpoint = endpoints.find(({ name }) => name === 'usage.api-counts');

  const operation = endpoint && endpointOperation(endpoint, { interval: 'daily' });

  expect(operation).toContain('interval: DAILY');
  expect(() => parse(operation ?? '')).not.toThrow();
});
