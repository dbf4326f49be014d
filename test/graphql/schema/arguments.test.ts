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
