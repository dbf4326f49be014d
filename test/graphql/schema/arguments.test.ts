import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { completed } from '../../support/endpoints.ts';
import { gateway } from '../../support/gateway.ts';
import { PROJECT } from '../../support/project.ts';

/** A gateway with one endpoint, `x`. */
const open = (sql: string) =>
  gateway({ endpoints: [prepareEndpoint(completed('x', sql), PROJECT.tables)] });

test('an argument that is called as a member of all objects may be left out', async () => {
  const tags = ['constructor', 'valueOf', 'hasOwnProperty'].map(
    (name) => `-- @param {BOOL} ${name}`,
  );
  const sql = 'SELECT @constructor AS a, @valueOf AS b, @hasOwnProperty AS c';
  const { graphql } = await open([...tags, sql].join('\n'));

  const { data, errors } = await graphql('{ x(valueOf: true) { rows { a b c } } }');

  expect(errors).toBeUndefined();
  expect(data).toEqual({ x: { rows: [{ a: null, b: true, c: null }] } });
});

test('an argument may be an array of JSON, as variables and as literals', async () => {
  const { graphql } = await open('-- @param {ARRAY<JSON>!} items\nSELECT @items AS items');
  const items = [{ a: [1, null] }, 'text', 7, true, []];

  const sent = await graphql('query ($items: [JSON!]!) { x(items: $items) { rows { items } } }', {
    items,
  });
  const written = await graphql(
    '{ x(items: [{ a: [1, null] }, "text", 7, true, []]) { rows { items } } }',
  );

  expect(sent).toEqual({ data: { x: { rows: [{ items }] } } });
  expect(written).toEqual(sent);
});
