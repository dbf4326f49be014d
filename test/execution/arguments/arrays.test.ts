import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { openEngine } from '../../engines/bigquery/open-engine.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { gateway } from '../../support/gateway.ts';
import { projectFolder } from '../../support/project-folder.ts';

/** Texts of elements by their type, as REST takes and gives them; numbers without quotes. */
const ELEMENTS: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  STRING: ['a,b', 'a', '', '"'],
  INT64: ['9223372036854775807', -1, 0],
  FLOAT64: [0.1, -5e-324],
  NUMERIC: ['99999999999999999999999999999.999999999', '0.1'],
  BOOL: [true, false],
  BYTES: ['AQI=', ''],
  DATE: ['0001-01-01', '2026-07-01'],
  TIME: ['23:59:59.999999', '10:00:00'],
  DATETIME: ['2026-07-01T10:00:00', '9999-12-31T23:59:59.999999'],
};

async function openArrays(type: string, engine: string) {
  const folder = projectFolder({
    'fieldstone.json': '{}',
    'endpoints/back.sql': `-- @param {ARRAY<${type}>!} items\nSELECT item FROM UNNEST(@items) AS item WITH OFFSET AS n ORDER BY n`,
  });
  const { url } = await openBigQueryServer();
  return gateway({
    endpoints: prepareEndpoints(await loadProject(folder)),
    ...(engine === 'bigquery' && { openEngine: () => openEngine(url) }),
  });
}

test.each([
  [{ a: 1 }, 'must be a list of single values'],
  [[['a']], 'must be a list of single values'],
  [['a', null], 'must not have null among its elements'],
])('%j is no list of texts', async (items, problem) => {
  const { app, key } = await openArrays('STRING', 'duckdb');

  const response = await app.inject({
    method: 'POST',
    url: '/api/endpoints/query/back',
    headers: { 'x-api-key': key },
    payload: { items },
  });

  expect(response.statusCode).toBe(400);
  expect(response.body).toContain(JSON.stringify(`Argument "items" ${problem}`));
});

test.each(
  ['duckdb', 'bigquery'].flatMap((engine) => Object.keys(ELEMENTS).map((type) => [engine, type])),
)(
  'on %s an array of %s comes back as it was sent, each with rows of its own',
  async (engine = '', type = '') => {
    const { app, key } = await openArrays(type, engine);
    const send = async (items: readonly unknown[]) => {
      const { body } = await app.inject({
        method: 'POST',
        url: '/api/endpoints/query/back',
        headers: { 'x-api-key': key },
        payload: { items },
      });
      return body;
    };
    const items = ELEMENTS[type] ?? [];
    const written = (item: unknown) => (type === 'INT64' ? String(item) : JSON.stringify(item));

    for (const sent of [items, items.slice(1), []]) {
      const rows = sent.map((item) => `{"item":${written(item)}}`);
      expect(await send(sent)).toBe(`{"result":[${rows.join(',')}]}`);
    }
  },
);
