import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { completed } from '../../support/endpoints.ts';
import { gateway } from '../../support/gateway.ts';
import { PROJECT } from '../../support/project.ts';

test('the row of an endpoint that does not cache has all that is selected of it', async () => {
  const sql = "-- @returns one\nSELECT 1 AS a, 'text' AS b, [2] AS c, [STRUCT(3 AS e)] AS d";
  const endpoint = prepareEndpoint(completed('x', sql), PROJECT.tables);
  const { graphql } = await gateway({ endpoints: [endpoint] });

  const some = await graphql('{ x { row { b d { e } } } }');
  const inFragments = await graphql(
    '{ x { ...F } } fragment F on XResult { one: row { c } row { a } }',
  );

  expect(some).toEqual({ data: { x: { row: { b: 'text', d: [{ e: 3 }] } } } });
  expect(inFragments).toEqual({ data: { x: { one: { c: [2] }, row: { a: 1 } } } });
});
