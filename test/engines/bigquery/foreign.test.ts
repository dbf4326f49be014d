import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import { describeText } from '../../../src/cli/schema/describe-text.ts';
import { BigQueryClient } from '../../../src/engines/bigquery/client/client.ts';
import { Warehouse } from '../../../src/engines/bigquery/warehouse/warehouse.ts';
import { exampleValues } from '../../../src/execution/arguments/example-values.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { filledStore } from '../../support/filled-store.ts';
import { foreignFolder, loadForeign } from '../../support/foreign-project.ts';
import { gateway } from '../../support/gateway.ts';
import { edgeRow } from '../../support/log-rows.ts';
import { testCaller } from '../../support/test-caller.ts';
import { openEngine, PLACE } from './open-engine.ts';

/** Its table is of no project, and stands in the default dataset. */
const TEXT = `-- Requests by id.
-- @engine bigquery
-- @param {STRING} path - All paths without it
-- @param most = 5 - Counted up to
-- @cache off
SELECT t.id, LEAST(COUNT(*), @most) AS n, @path AS path
FROM cloudflare_logs_prod AS t
WHERE @path IS NULL OR t.event_message LIKE @path
GROUP BY t.id ORDER BY t.id`;

const ROWS = {
  'cloudflare.logs.prod': ['/a', '/b', '/c'].map((path, i) =>
    edgeRow({ at: `2026-07-01T11:0${i}:00Z`, id: `r${i}`, path }),
  ),
};

const DEFAULT_DATASET = { projectId: PLACE.project, datasetId: PLACE.dataset };

const dryRunOf = (query: object) => ({
  jobReference: { projectId: PLACE.project },
  status: { state: 'DONE' },
  statistics: { query },
});

async function openForeign(sql = TEXT, settings: object = { tenant: 'account' }) {
  const store = await filledStore(ROWS);
  const server = await openBigQueryServer({ store });
  const project = await loadForeign(foreignFolder({ requests: sql }, settings), server.url);
  const endpoints = prepareEndpoints(project);
  const client = BigQueryClient.anonymous({
    project: PLACE.project,
    endpoint: server.url,
    defaultDataset: DEFAULT_DATASET,
  });
  return { server, project, endpoints, client };
}

async function openGateway(sql?: string) {
  const { client, endpoints, server } = await openForeign(sql);
  const made = await gateway({ endpoints, openEngine: () => openEngine(server.url, { client }) });
  return { ...made, endpoints, server };
}

test('a text that is not compiled here has its parameters under the names that it gives them', async () => {
  const { rest } = await openGateway(TEXT.replaceAll('most', 'own_most'));

  const { body } = await rest('requests', { own_most: '0' });

  expect(body.result).toEqual(['r0', 'r1', 'r2'].map((id) => ({ id, n: 0, path: null })));
});

test('a text that is not compiled here answers over GraphQL and REST, with NULL for what is absent', async () => {
  const { graphql, rest } = await openGateway();

  const all = await rest('requests', {});
  const one = await graphql('{ requests(path: "%/b") { rows { id n path } truncated } }');

  expect(all.body.result).toEqual(['r0', 'r1', 'r2'].map((id) => ({ id, n: 1, path: null })));
  expect(one).toEqual({
    data: { requests: { rows: [{ id: 'r1', n: 1, path: '%/b' }], truncated: false } },
  });
});

test('rows past maxRows are cut, and BigQuery gets the text as it is written', async () => {
  const { graphql, server } = await openGateway(TEXT.replace('@cache off', '@maxRows 2'));

  const { data } = await graphql('{ requests(most: 0) { rows { id n } truncated } }');

  expect(data).toEqual({
    requests: {
      rows: [
        { id: 'r0', n: 0 },
        { id: 'r1', n: 0 },
      ],
      truncated: true,
    },
  });
  const { body } = server.counters.log.find(({ route }) => route === 'POST /queries') ?? {};
  const sql = TEXT.slice(TEXT.indexOf('SELECT'));
  expect(body).toMatchObject({ query: sql, defaultDataset: DEFAULT_DATASET });
});

test('its fields take neither limit nor orderBy, and no SQL of callers', async () => {
  const { graphql, rest } = await openGateway();

  const shaped = await graphql('{ requests(limit: 1, orderBy: [ID_ASC]) { rowCount } }');
  const sql = await rest('requests', { sql: 'SELECT 1' });

  expect(shaped.errors?.map(({ message }) => message)).toEqual([
    'Unknown argument "limit" on field "Query.requests".',
    'Unknown argument "orderBy" on field "Query.requests".',
  ]);
  expect([sql.status, sql.body.code]).toEqual([403, 'FORBIDDEN']);
});

test('a key that is pinned to a tenant may not run it, any other key may', async () => {
  const { endpoints, keys, rest, server } = await openGateway();
  const header = (pins: Readonly<Record<string, string>>) => ({
    'x-api-key': keys.add({ pins: new Map(Object.entries(pins)) }),
  });
  const before = server.counters.requests('POST /queries');

  const refused = await rest('requests', {}, header({ account: 'a' }));
  const allowed = await rest('requests', {}, header({ path: '%/c' }));

  expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
  const pinned = testCaller({ pins: new Map([['account', 'a']]) });
  expect(new Registry(endpoints).openTo(pinned)).toEqual([]);
  expect(allowed.body.result).toEqual([{ id: 'r2', n: 1, path: '%/c' }]);
  expect(server.counters.requests('POST /queries')).toBe(before + 1);
});

test('the embedded engine says that it cannot run it', async () => {
  const { endpoints } = await openForeign();
  const { graphql, rest } = await gateway({ endpoints, rows: ROWS });

  const { body, status } = await rest('requests', {});
  const { errors } = await graphql('{ requests { rows { id } } }');

  const message =
    'Endpoint "requests" runs on BigQuery alone, and this service runs on the embedded engine';
  expect([status, body.code, body.detail]).toEqual([502, 'ENGINE_FAILED', message]);
  expect(errors).toMatchObject([{ message, extensions: { code: 'ENGINE_FAILED' } }]);
});

test('`endpoints NAME` says that it is BigQuery’s', async () => {
  const { endpoints } = await openForeign();
  const [endpoint] = endpoints;
  if (!endpoint) throw new Error('There is no endpoint');

  const text = describeText(endpoint, createSchema(endpoints));

  expect(text).toContain('Engine   BigQuery alone: neither tenants nor the embedded engine');
});

test('the service is not ready as long as BigQuery refuses a text', async () => {
  const { client, endpoints, server } = await openForeign();
  const findings: string[][] = [];
  const probes = endpoints.map((endpoint) => ({
    endpoint: endpoint.definition.name,
    statement: endpoint.open.statement,
    parameters: exampleValues(endpoint, 1, 0n),
  }));
  const warehouse = new Warehouse({
    client,
    tables: new Map(),
    probes,
    onFindings: (found) => findings.push([...found]),
  });
  const { signal } = new AbortController();

  expect(await warehouse.ready(signal)).toEqual({ notes: 0 });
  server.catalog.dropTable('logs', 'cloudflare_logs_prod');
  const other = new Warehouse({
    client,
    tables: new Map(),
    probes,
    onFindings: (found) => findings.push([...found]),
  });
  await expect(other.ready(signal)).rejects.toThrow('the check of stored queries fails');
  expect(findings.at(-1)?.[0]).toContain('endpoint "requests": ');
});

test('a text of another kind than a SELECT is refused, and so is one whose columns nobody can read', async () => {
  const server = await openBigQueryServer();
  const answer = (query: object) => async () => ({
    status: 200,
    body: dryRunOf({ totalBytesProcessed: '0', ...query }),
  });
  const folder = foreignFolder({ requests: '-- @engine bigquery\nCALL dataset.procedure()' });
  const load = (query: object) => {
    server.script([{ match: 'POST /jobs', reply: answer(query) }]);
    return loadForeign(folder, server.url);
  };

  await expect(load({ statementType: 'CALL' })).rejects.toThrow(
    'is a CALL statement, not a SELECT',
  );
  await expect(load({ statementType: 'SELECT' })).rejects.toThrow('does not say the columns');
});

test('a GEOGRAPHY is a text, in records too', async () => {
  const server = await openBigQueryServer();
  const schema = {
    fields: [
      { name: 'place', type: 'GEOGRAPHY', mode: 'NULLABLE' },
      {
        name: 'stops',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [{ name: 'at', type: 'GEOGRAPHY', mode: 'NULLABLE' }],
      },
    ],
  };
  const query = { statementType: 'SELECT', totalBytesProcessed: '0', schema };
  const row = { f: [{ v: 'POINT(1 2)' }, { v: [{ v: { f: [{ v: 'POINT(3 4)' }] } }] }] };
  server.script([
    { match: 'POST /jobs', reply: async () => ({ status: 200, body: dryRunOf(query) }) },
    {
      match: 'POST /queries',
      reply: async () => ({
        status: 200,
        body: { jobComplete: true, schema, totalRows: '1', rows: [row] },
      }),
    },
  ]);
  const sql =
    '-- @engine bigquery\nSELECT ST_GEOGPOINT(1, 2) AS place, x AS stops FROM ML.X(MODEL m)';
  const endpoints = prepareEndpoints(
    await loadForeign(foreignFolder({ requests: sql }), server.url),
  );
  const { graphql } = await gateway({ endpoints, openEngine: () => openEngine(server.url) });

  const { data } = await graphql('{ requests { rows { place stops { at } } } }');

  expect(data).toEqual({
    requests: { rows: [{ place: 'POINT(1 2)', stops: [{ at: 'POINT(3 4)' }] }] },
  });
});
