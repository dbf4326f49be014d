import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { completed } from '../../support/endpoints.ts';
import { gateway } from '../../support/gateway.ts';
import { PROJECT } from '../../support/project.ts';

test('what is called "then" is no promise: columns, fields, members of JSON and aliases', async () => {
  const sql = `SELECT 'text' AS \`then\`, STRUCT(1 AS \`then\`) AS nested, JSON '{"then":[1]}' AS json`;
  const endpoint = prepareEndpoint(completed('x', sql), PROJECT.tables);
  const { graphql } = await gateway({ endpoints: [endpoint] });

  const plain = await graphql('{ x { rows { then nested { then } json } } }');
  const aliased = await graphql('{ then: x { then: rows { then: json } } }');

  // As texts, since objects with such a member are taken for promises by tools.
  expect(JSON.stringify(plain)).toBe(
    '{"data":{"x":{"rows":[{"then":"text","nested":{"then":1},"json":{"then":[1]}}]}}}',
  );
  expect(JSON.stringify(aliased)).toBe('{"data":{"then":{"then":[{"then":{"then":[1]}}]}}}');
});
