import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import { completed } from '../support/endpoints.ts';
import { gateway } from '../support/gateway.ts';
import { PROJECT } from '../support/project.ts';

/** The schemas of what an endpoint takes, by name: in the query string, and in a body. */
async function inputsOf(sql: string) {
  const endpoint = completed('x', sql, { settings: { shape: true } });
  const { app, key } = await gateway({ endpoints: [prepareEndpoint(endpoint, PROJECT.tables)] });
  const response = await app.inject({ url: '/openapi.json', headers: { 'x-api-key': key } });
  const { get, post } = response.json().paths['/api/endpoints/query/x'];
  const query = (get.parameters as readonly Record<string, unknown>[]).flatMap((one) =>
    one['in'] === 'query' ? [[String(one['name']), one['schema']] as const] : [],
  );
  const { content } = post.requestBody;
  return {
    query: Object.fromEntries(query),
    json: content['application/json'].schema.properties,
    form: content['application/x-www-form-urlencoded'].schema.properties,
  };
}

test('limit and order_by are in the query string and in both bodies', async () => {
  const inputs = await inputsOf('SELECT 1 AS a, [2] AS b');

  for (const properties of Object.values(inputs)) {
    expect(properties).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 1_000 },
      order_by: { type: 'string', examples: ['-a'] },
    });
  }
});

test('neither is where a parameter has its name, or nothing can be ordered by', async () => {
  const inputs = await inputsOf('-- @param {STRING!} limit\nSELECT [@limit] AS a');

  for (const properties of Object.values(inputs)) {
    expect(Object.keys(properties)).toEqual(['limit']);
    expect(properties).toMatchObject({ limit: { type: 'string' } });
  }
});

test('defaults are what may be sent in their place', async () => {
  const inputs = await inputsOf(`-- @param {TIMESTAMP} moment = TIMESTAMP '2026-01-02 03:04:05+00'
-- @param {JSON} json = JSON '{"a":[1]}'
-- @param {ARRAY<DATE>} days = [DATE '2026-01-02']
-- @param {INT64} short = -7
-- @param {INT64} long = 9007199254740993
SELECT @moment AS moment, @json AS json, @days AS days, @short AS short, @long AS long`);

  for (const properties of Object.values(inputs)) {
    expect(properties).toMatchObject({
      moment: { type: 'string', default: '2026-01-02T03:04:05.000000Z' },
      json: { type: 'string', default: '{"a":[1]}' },
      days: { type: 'array', default: ['2026-01-02'] },
      short: { type: 'integer', default: -7 },
    });
    // A number of JSON would lose digits.
    expect(properties.long).not.toHaveProperty('default');
  }
});
